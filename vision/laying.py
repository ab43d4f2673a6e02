"""A known face laid on what lies in the tray, to a fraction of a pixel: shifted, turned, stretched if it must be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees

import cv2
import numpy as np

from vision.placing import SIDE_PX, Matrix, Placing, cut
from vision.tray import Floats

FLAT = 3.0  # how strongly a face is taken to lie flat, against what its print shows
RIGID, SLANTED = 3, 6  # how many ways a face may move: shift and turn; or any parallelogram


def window() -> Floats:
    """How much each pixel of a face counts: all inside, nothing at the edge, corners rounded off."""
    steps = np.abs((np.arange(SIDE_PX) + 0.5) / SIDE_PX - 0.5)
    reach = (steps[:, None] ** 6 + steps[None, :] ** 6) ** (1 / 6)
    return np.asarray(np.clip((0.44 - reach) / 0.03, 0, 1), np.float32)[..., None]


WINDOW = window()
WEIGHTS = WINDOW.reshape(-1) / WINDOW.sum()
_UNIT = (np.arange(SIDE_PX) + 0.5) / SIDE_PX - 0.5


@dataclass(frozen=True)
class Level:
    """A face prepared for laying: without mean, of length one, and how it changes when it moves."""

    target: Floats
    moves: Floats


@dataclass(frozen=True)
class Stencil:
    """A face, blurred for a rough fit and sharp for the final one."""

    patch: Floats

    @cached_property
    def levels(self) -> tuple[Level, Level]:
        return _level(_blurred(self.patch)), _level(self.patch)


@dataclass(frozen=True)
class Laid:
    """Where a face came to lie: matrix from its unit square to millimetres; how alike (-1 to 1); what lies there."""

    matrix: Matrix
    likeness: float
    patch: Floats

    @property
    def stretch(self) -> tuple[float, float]:
        """The longer and the shorter of the square's measures in mm, along whatever directions it is slanted."""
        values = np.linalg.svd(self.matrix[:, :2], compute_uv=False)
        return float(values[0]), float(values[1])

    @property
    def placing(self) -> Placing:
        (a, b), (c, d) = self.matrix[:, :2]
        size = float(np.sqrt(abs(a * d - b * c)))
        return Placing(float(self.matrix[0, 2]), float(self.matrix[1, 2]), degrees(atan2(c - b, a + d)) % 360, size)


def lay(
    image: Floats, px_per_mm: float, stencil: Stencil, start: Matrix, ways: int = RIGID, rough: bool = True
) -> Laid:
    """Moves the face from its start until it fits what is there as well as it can."""
    matrix = start
    if rough:
        matrix = _settle(image, px_per_mm, stencil.levels[0], matrix, RIGID, 8, blur=True)
    matrix = _settle(image, px_per_mm, stencil.levels[1], matrix, RIGID, 8)
    if ways > RIGID:
        matrix = _settle(image, px_per_mm, stencil.levels[1], matrix, ways, 10)
    patch = cut(image, px_per_mm, matrix)
    return Laid(matrix, likeness(stencil, patch), patch)


def lay_roughly(image: Floats, px_per_mm: float, stencil: Stencil, start: Matrix) -> Laid:
    """The face laid as well as its blurred look tells."""
    matrix = _settle(image, px_per_mm, stencil.levels[0], start, RIGID, 6, blur=True)
    patch = cut(image, px_per_mm, matrix)
    return Laid(matrix, likeness(stencil, patch), patch)


def likeness(stencil: Stencil, patch: Floats) -> float:
    bare, length = _bare(patch)
    return float((bare * stencil.levels[1].target).sum() / (length + 0.05))


def _settle(
    image: Floats, scale: float, level: Level, start: Matrix, ways: int, steps: int, blur: bool = False
) -> Matrix:
    moves = level.moves[:, :ways]
    hessian = moves.T @ moves
    # A print that hardly shows whether it is stretched (one pip) must not seem stretched: lying flat is likelier.
    prior = np.diag([1e-6, 1e-6, 1e-6, *[FLAT] * 3][:ways]).astype(np.float32)
    inverse = np.linalg.inv(hessian + prior)
    matrix, flat, total = start, level.target.reshape(-1), np.zeros(ways, np.float32)
    for _ in range(steps):
        patch = cut(image, scale, matrix)
        bare, length = _bare(_blurred(patch) if blur else patch)
        if length < 1e-3:
            break
        now = bare.reshape(-1) / length
        alike = max(float(now @ flat), 0.2)
        step = inverse @ (moves.T @ (now / alike - flat) - prior @ total)
        step = np.clip(step, -0.08, 0.08)
        total += step
        matrix = _moved(matrix, step)
        if float(np.abs(step).max()) < 2e-3:
            break
    return matrix


def _moved(matrix: Matrix, step: Floats) -> Matrix:
    """The square moved by minus the step, which is: x, y, turn, growth, and two ways of slanting."""
    x, y, turn, grow, long, lean = (*(float(v) for v in step), *[0.0] * (SLANTED - len(step)))
    change = np.array([[1 + grow + long, lean - turn, x], [lean + turn, 1 + grow - long, y], [0, 0, 1]])
    return np.asarray(matrix @ np.linalg.inv(change))


def _level(patch: Floats) -> Level:
    bare, length = _bare(patch)
    target = bare / (length + 1e-6)
    dx = cv2.Sobel(patch, cv2.CV_32F, 1, 0, scale=SIDE_PX / 8) / (length + 1e-6)
    dy = cv2.Sobel(patch, cv2.CV_32F, 0, 1, scale=SIDE_PX / 8) / (length + 1e-6)
    u, v = np.meshgrid(_UNIT, _UNIT)
    u, v = u[..., None].astype(np.float32), v[..., None].astype(np.float32)
    ways = [dx, dy, dy * u - dx * v, dx * u + dy * v, dx * u - dy * v, dx * v + dy * u]
    columns = []
    for way in ways:
        flat = np.asarray(way * WINDOW, np.float32)
        flat = flat - WINDOW * (flat.sum(axis=(0, 1)) / WINDOW.sum())
        flat = flat - target * float((flat * target).sum())
        columns.append(flat.reshape(-1))
    return Level(target.astype(np.float32), np.stack(columns, axis=1).astype(np.float32))


def _bare(patch: Floats) -> tuple[Floats, float]:
    """A face without its mean colour and without what does not count, and its length."""
    mean = WEIGHTS @ patch.reshape(-1, 3)
    bare = np.asarray((patch - mean) * WINDOW, np.float32)
    return bare, float(np.sqrt(np.vdot(bare, bare)))


def _blurred(patch: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(patch, (0, 0), 2.0), np.float32)
