"""Throws: dice of one or several makes lying, leaning and stacked on a table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.schooling.makes import Make, any_make

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Thrown:
    """One die on the table: where, how it is turned, and what its faces carry."""

    make: Make
    values: tuple[int, int, int, int, int, int]  # of +x, -x, +y, -y, +z, -z
    turned: tuple[bool, ...]
    centre: Floats  # in the world, z up
    turn: Floats  # die to world
    flat: bool  # its top face is level
    level: int  # 0 on the table, 1 on another die

    @property
    def value(self) -> int:
        """The value on top of a flat die."""
        return self.values[4]

    def corners(self, side: float = 1.0) -> Floats:
        """The eight corners in the world, of a cube `side` times as large."""
        unit = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
        return np.asarray(unit * (self.make.side / 2 * side) @ self.turn.T + self.centre, np.float32)

    def top(self) -> Floats:
        """The four corners of the top face in the world."""
        unit = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], np.float32)
        return np.asarray(unit * (self.make.side / 2) @ self.turn.T + self.centre, np.float32)


def _about(axis: NDArray[np.float64], angle: float) -> Floats:
    turn, _ = cv2.Rodrigues(np.asarray(axis, np.float64) * angle)
    return np.asarray(turn, np.float32)


def _faces(rng: np.random.Generator) -> tuple[int, int, int, int, int, int]:
    """Six values whose opposite ones make seven, the top one drawn evenly."""
    top = int(rng.integers(1, 7))
    side, end = (int(v) for v in rng.permutation([v for v in (1, 2, 3) if v not in (top, 7 - top)]))
    side, end = (7 - side if rng.random() < 0.5 else side), (7 - end if rng.random() < 0.5 else end)
    return side, 7 - side, end, 7 - end, top, 7 - top


def stand(
    rng: np.random.Generator,
    make: Make,
    x: float,
    y: float,
    yaw: float,
    cocked: bool,
    base: float,
    soft: float,
    leans: tuple[float, float] = (12, 45),
) -> Thrown:
    """Stand a die on the table, or lean it; on soft ground a flat die is a few degrees off."""
    turn = _about(np.array([0.0, 0.0, 1.0]), yaw)
    half = make.side / 2
    z = half + base
    if cocked:
        way, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(*leans))
        turn = (_about(np.array([np.cos(way), np.sin(way), 0.0]), lean) @ turn).astype(np.float32)
        z = float(base + np.abs(turn[2]).sum() * half)
    elif soft > 0:
        way = rng.uniform(0, 2 * np.pi)
        turn = (_about(np.array([np.cos(way), np.sin(way), 0.0]), np.radians(rng.normal(0, soft))) @ turn).astype(
            np.float32
        )
    return Thrown(
        make=make,
        values=_faces(rng),
        turned=tuple(bool(b) for b in rng.integers(0, 2, 6)),
        centre=np.array([x, y, z], np.float32),
        turn=turn,
        flat=not cocked,
        level=int(base > 0),
    )


def footprint(x: float, y: float, yaw: float, side: float) -> Floats:
    return np.asarray(cv2.boxPoints(((x, y), (side, side), np.degrees(yaw))), np.float32)


def throw(rng: np.random.Generator, room: float, most: int) -> list[Thrown]:
    """Throw up to `most` dice into a square of `room` dice sides about the middle of the world."""
    kinds = [any_make(rng) for _ in range(int(rng.choice([1, 2, 3, 6], p=[0.35, 0.25, 0.2, 0.2])))]
    sides = [1.0 if rng.random() < 0.6 else rng.uniform(0.72, 1.3) for _ in kinds]
    wanted = int(rng.integers(0, most + 1)) if rng.random() < 0.95 else 0
    huddle = rng.random() < 0.35
    soft = 2.5 if rng.random() < 0.15 else 0.0
    dice: list[Thrown] = []
    prints: list[Floats] = []
    for _ in range(wanted * 4):
        if len(dice) >= wanted:
            break
        pick = int(rng.integers(len(kinds)))
        side = sides[pick] * rng.uniform(0.98, 1.02)
        make = Make(**{**kinds[pick].__dict__, "side": side})
        x, y = rng.uniform(-room / 2, room / 2, 2)
        yaw = rng.uniform(0, 2 * np.pi)
        if dice and huddle and rng.random() < 0.6:
            near = dice[int(rng.integers(len(dice)))]
            if rng.random() < 0.5:
                yaw = float(np.arctan2(near.turn[1, 0], near.turn[0, 0]))
                gap, slide = (near.make.side + side) / 2 + rng.uniform(0, 0.08), rng.uniform(-0.7, 0.7)
                out = np.array([np.cos(yaw), np.sin(yaw)])
                x, y = near.centre[:2] + gap * out + slide * np.array([-out[1], out[0]])
            else:
                way = rng.uniform(0, 2 * np.pi)
                x, y = near.centre[:2] + rng.uniform(1.0, 1.5) * np.array([np.cos(way), np.sin(way)])
        cocked = rng.random() < 0.09
        if dice and rng.random() < 0.02 and dice[-1].flat and dice[-1].level == 0:
            under = dice[-1]
            at = under.centre[:2] + rng.uniform(-0.3, 0.3, 2)
            dice.append(stand(rng, make, float(at[0]), float(at[1]), yaw, cocked, under.make.side, 0.0))
            prints.append(prints[-1])
            continue
        foot = footprint(float(x), float(y), yaw, side * (1.25 if cocked and rng.random() < 0.5 else 1.0))
        if all(cv2.intersectConvexConvex(foot, other)[0] <= 0.002 for other in prints):
            dice.append(stand(rng, make, float(x), float(y), yaw, cocked, 0.0, soft))
            prints.append(foot)
    return dice
