"""Made dice that lie, lean and stand on each other, seen from above as a tray is: what the posture net learns from."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.posture import LEANS, LIES, POSTURES, RAISED, REACH, SIDE
from vision.schooling.grounds import any_ground
from vision.schooling.makes import Make, any_make
from vision.schooling.scene import any_light, painted
from vision.schooling.throws import Thrown, footprint, stand

Floats = NDArray[np.float32]
Rng = np.random.Generator

SHARES = {LIES: 0.5, LEANS: 0.35, RAISED: 0.15}
ROOM = 1.25  # how much more than the net sees is drawn, so that a lesson may shift and turn it
DRAWN = round(SIDE * ROOM)  # pixels
LEANS_BY = (9.0, 50.0)  # degrees
SHARD = 500


@dataclass(frozen=True)
class Above:
    """A camera whose picture was made to look straight down: each pixel is a place on the table."""

    place: Floats
    middle: Floats  # of the picture, on the table
    scale: float  # pixels a unit
    half: float  # of the picture, in pixels

    def rays(self, x: Floats, y: Floats) -> Floats:
        at = np.stack([x - self.half, y - self.half, np.zeros_like(x)], -1) / self.scale
        rays = at + np.array([*self.middle, 0.0]) - self.place
        return np.asarray(rays / np.linalg.norm(rays, axis=-1, keepdims=True), np.float32)

    def pixels(self, points: Floats) -> Floats:
        way = points - self.place
        seen = self.place[:2] + way[:, :2] * (self.place[2] / -way[:, 2:])
        return np.asarray((seen - self.middle) * self.scale + self.half, np.float32)


def scene(rng: Rng) -> tuple[Floats, int, float]:
    """One drawing with the die in question in its middle and the camera to its left, its posture, its steepness."""
    posture = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    make = _make(rng)
    dice = _company(rng, make, posture)
    die = dice[0]
    high = float(rng.uniform(16, 60))
    steep = float(rng.uniform(0, 0.5))
    place = np.array([die.centre[0] - steep * (high - 1), die.centre[1], high], np.float32)
    grown = high / (high - make.side)
    scale = DRAWN * 2 / (REACH * ROOM * grown * make.side * float(rng.uniform(0.92, 1.08)))
    bare = Above(place, np.zeros(2, np.float32), 1.0, 0.0)
    middle = bare.pixels(die.top().mean(0, keepdims=True))[0]
    eye = Above(place, middle, scale, float(DRAWN))
    ground = any_ground(rng, DRAWN * 2, scale)
    if rng.random() < 0.3:
        _stick(rng, ground, eye, die)
    light, _ = painted(rng, eye, any_light(rng), dice, ground, scale / 2)
    return light, POSTURES.index(posture), steep


def _make(rng: Rng, side: float = 1.0) -> Make:
    return Make(**{**any_make(rng).__dict__, "side": side})


def _company(rng: Rng, make: Make, posture: str) -> list[Thrown]:
    """The die in question, first, and those around it."""
    yaw = rng.uniform(0, 2 * np.pi)
    soft = 1.5 if rng.random() < 0.3 else 0.0
    prints: list[Floats] = []
    others: list[Thrown] = []
    base = 0.0
    if posture == RAISED:
        lower = _make(rng, float(rng.choice([1.0, rng.uniform(0.75, 1.3)]))) if rng.random() < 0.6 else make
        way, off = rng.uniform(0, 2 * np.pi), 0.45 * rng.random() ** 0.5 * lower.side
        at = off * np.array([np.cos(way), np.sin(way)])
        under = stand(rng, lower, float(at[0]), float(at[1]), rng.uniform(0, 2 * np.pi), False, 0.0, 0.0)
        others.append(under)
        prints.append(_print(under))
        base = lower.side
    die = stand(rng, make, 0.0, 0.0, yaw, posture == LEANS, base, soft, LEANS_BY)
    prints.append(_print(die))
    count = int(rng.integers(0, 4)) if posture == LIES else int(rng.choice([0, 1, 2, 3], p=[0.1, 0.5, 0.25, 0.15]))
    alike = rng.random() < 0.5
    for _ in range(count):
        side = 1.0 if alike else rng.uniform(0.7, 1.35)
        kind = Make(**{**(make if alike and rng.random() < 0.6 else any_make(rng)).__dict__, "side": side})
        other = _beside(rng, kind, die, prints, leans=rng.random() < 0.12)
        if other is not None:
            others.append(other)
            prints.append(_print(other))
    return [die, *others]


def _beside(rng: Rng, make: Make, die: Thrown, prints: list[Floats], leans: bool) -> Thrown | None:
    """A die that touches the one in question or lies near it, without standing in another."""
    way, yaw = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.35:  # side by side
        yaw = float(np.arctan2(die.turn[1, 0], die.turn[0, 0]))
        way = yaw + rng.integers(4) * np.pi / 2 + rng.normal(0, 0.35)
    gap = 0.0 if rng.random() < 0.55 else float(rng.exponential(0.3))
    for far in np.arange(0.5, 2.2, 0.03):
        at = (far + gap) * np.array([np.cos(way), np.sin(way)])
        foot = footprint(float(at[0]), float(at[1]), yaw, make.side * (1.2 if leans else 1.0))
        if all(cv2.intersectConvexConvex(foot, other)[0] <= 0.01 for other in prints):
            return stand(rng, make, float(at[0]), float(at[1]), yaw, leans, 0.0, 0.0, LEANS_BY)
    return None


def _print(die: Thrown) -> Floats:
    """What a die covers of the table, seen straight from above."""
    return np.asarray(cv2.convexHull(die.corners(0.97)[:, :2].astype(np.float32)).reshape(-1, 2), np.float32)


def _stick(rng: Rng, ground: Floats, eye: Above, die: Thrown) -> None:
    """A pencil on the table beside the die or under its edge."""
    way = rng.uniform(0, 2 * np.pi)
    out, along = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
    middle = die.centre[:2] + out * rng.uniform(0.45, 1.1)
    ends = np.array([[*(middle + along * far), 0.2] for far in (-rng.uniform(0.5, 6), rng.uniform(0.5, 6))])
    (x0, y0), (x1, y1) = np.round(eye.pixels(ends.astype(np.float32)) * 8).astype(int)
    thick = float(rng.uniform(0.3, 0.6)) * eye.scale
    colour = rng.uniform(0.02, 0.9, 3)
    for part, shade in ((1.15, 0.25), (1.0, 1.0), (0.5, 1.5), (0.2, 1.9)):
        tone = tuple(float(c) for c in np.clip(colour * shade, 0, 1))
        cv2.line(ground, (x0, y0), (x1, y1), tone, max(1, round(thick * part)), cv2.LINE_AA, 3)


def _draw_shard(job: tuple[str, int, int]) -> None:
    folder, shard, seed = job
    path = Path(folder) / f"posture{shard:03}.npz"
    if path.exists():
        return
    cv2.setNumThreads(1)
    lights = np.zeros((SHARD, DRAWN, DRAWN, 3), np.float16)
    said = np.zeros((SHARD, 2), np.float32)
    for at in range(SHARD):
        light, posture, steep = scene(np.random.default_rng([seed, shard, at, 77]))
        lights[at] = np.clip(light, 0, 8)
        said[at] = posture, steep
    whole = path.with_suffix(".part.npz")
    np.savez(whole, lights=lights, said=said)
    whole.rename(path)


def draw(folder: Path, count: int, seed: int, hands: int) -> None:
    """Draw `count` dice (rounded up to whole shards) into a folder with `hands` processes; what is there is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(str(folder), shard, seed) for shard in range(-(-count // SHARD))]
    with ProcessPoolExecutor(max(1, hands)) as pool:
        list(pool.map(_draw_shard, jobs))
