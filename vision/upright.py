"""Whether something stands on the lines and points of a board: each looked at section by section.

Two things are weighed in each section: whether its pixels look like the piece rather than like the bare board, and
whether the print that should be there is still to be seen. What holds for most sections holds for the place; a shadow
that crosses a line, or a piece that leans over it, does not cover all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.masonry import TOWER, WALL, Ground
from vision.pose import Eye
from vision.printed import Floats

SECTIONS = 10
FINE_MM = 0.6  # how closely is sampled
BESIDE_MM = 2.2  # the print is looked for so far beyond the piece
CLIP = 4.0
PRINT = 0.2  # logs: print that differs by less is hardly seen
WEIGHT = 3.0


@dataclass(frozen=True)
class Grid:
    """Where on the board a kind of place is sampled: (places, sections, samples, 2) in mm, and which samples are
    within the piece."""

    at: NDArray[np.float64]
    within: NDArray[np.bool_]  # (sections, samples)


def line_grid(ground: Ground) -> Grid:
    wall, tower = ground.bodies[WALL], ground.bodies[TOWER]
    half, free = wall.foot[1] / 2, wall.foot[0]
    across = np.arange(-half - BESIDE_MM, half + BESIDE_MM + FINE_MM / 2, FINE_MM)
    steps = 5
    places = []
    for line in ground.lines:
        a, b = ground.ends(line)
        long = float(np.linalg.norm(b - a))
        way = (b - a) / long
        normal = np.array([-way[1], way[0]])
        reach = min(free * 0.95, long - tower.foot[0] - 2.0) / 2
        along = np.linspace(-reach, reach, SECTIONS * steps).reshape(SECTIONS, steps)
        middle = (a + b) / 2
        at = middle + along[:, :, None, None] * way + across[None, None, :, None] * normal
        places.append(at.reshape(SECTIONS, -1, 2))
    within = np.broadcast_to(np.abs(across) <= half * 0.8, (SECTIONS, steps, len(across))).reshape(SECTIONS, -1)
    return Grid(np.array(places), np.asarray(within))


def point_grid(ground: Ground) -> Grid:
    radius = ground.bodies[TOWER].foot[0] / 2
    turns = np.linspace(0, 2 * np.pi, SECTIONS * 4, endpoint=False).reshape(SECTIONS, 4)
    out = np.arange(radius * 0.15, radius + BESIDE_MM, FINE_MM)
    ring = np.stack([np.cos(turns), np.sin(turns)], axis=-1)[:, :, None, :] * out[None, None, :, None]
    ring = ring.reshape(SECTIONS, -1, 2)
    at = np.array([ring + np.array(middle) for middle in ground.points.values()])
    within = np.broadcast_to(out <= radius * 0.85, (SECTIONS, 4, len(out))).reshape(SECTIONS, -1)
    return Grid(at, np.asarray(within))


@dataclass(frozen=True)
class Sections:
    """What was found in each section of each place: (places, sections)."""

    like: NDArray[np.float64]  # logs: like the piece rather than like the bare board
    gone: NDArray[np.float64]  # logs: the print is gone rather than there
    free: NDArray[np.bool_]  # nothing else is in the way

    def share(self, part: float) -> NDArray[np.float64]:
        """What so many of a place's free sections are at most; not a number where too few are free."""
        score = np.where(self.free, self.like + self.gone, np.nan)
        few = self.free.sum(axis=1) < 0.3 * self.free.shape[1]
        score[few] = 0.0
        found = np.nanpercentile(score, 100 * part, axis=1)
        return np.asarray(np.where(few, np.nan, found))


def sections(
    grid: Grid, height: float, eye: Eye, px: float, seen: Floats, bare: Floats, over: Floats, kin: Sequence[int]
) -> Sections:
    """`over` are logs of each paint over the bare board's; `kin` those of this kind of piece."""
    own = over[..., list(kin)].max(axis=-1)
    others = np.delete(over, list(kin), axis=-1)[..., :-1].max(axis=-1)  # the last, strange, hides nothing
    raised = eye.appears(grid.at.reshape(-1, 2), height).reshape(grid.at.shape)
    flat_own, flat_others = (_sampled(one, raised, px)[..., 0] for one in (own, others))
    other = (flat_others > 1.5) & (flat_others > flat_own + 1.0)
    inside = grid.within & ~other
    count = inside.sum(axis=-1)
    like = np.where(inside, np.clip(flat_own, -CLIP, CLIP), 0.0).sum(axis=-1) / np.maximum(count, 1)
    now, before = _sampled(seen, grid.at, px), _sampled(bare, grid.at, px)
    now, before = now - now.mean(axis=2, keepdims=True), before - before.mean(axis=2, keepdims=True)
    varied = np.square(before).mean(axis=2)
    both = (now * before).mean(axis=2)
    own_varied = np.square(now).mean(axis=2)
    alike = both.sum(axis=-1) / np.sqrt(varied.sum(axis=-1) * own_varied.sum(axis=-1) + 1e-6)
    gone = varied.sum(axis=-1) * (1 - 2 * np.clip(alike, 0, 1)) / (2 * PRINT**2)
    free = count >= 0.5 * grid.within.sum(axis=-1)
    return Sections(like, np.clip(WEIGHT * gone, -CLIP, CLIP), np.asarray(free))


def _sampled(picture: Floats, at: NDArray[np.float64], px: float) -> NDArray[np.float64]:
    where = (at * px - 0.5).astype(np.float32).reshape(-1, at.shape[-2], 2)
    values = cv2.remap(picture, where, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values.reshape(*at.shape[:-1], -1).astype(np.float64)
