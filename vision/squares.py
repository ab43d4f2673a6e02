"""Squares of a die's size, of any colour, by their four edges: nothing need be known of what is printed on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.placing import Placing
from vision.tray import APRON_MM, HALF, Floats, Tray

STEP = 6.0  # degrees between the turns tried
STRAIGHT = 0.7  # the part of an edge that counts: the rest is rounded off


@dataclass(frozen=True)
class Square:
    """A square found, and how well its four edges show (0 to 1)."""

    placing: Placing
    edges: float


def slopes(image: Floats, noise: float | None = None) -> tuple[Floats, Floats, float]:
    """How steeply each colour changes along x and along y, and what steepness is usual."""
    smooth = cv2.GaussianBlur(np.sqrt(image + 0.02), (0, 0), 0.7)
    across = np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125), np.float32)
    along = np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125), np.float32)
    usual = float(np.median(np.abs(across))) * 4 + 1e-4 if noise is None else noise
    return across, along, usual


def score_map(across: Floats, along: Floats, usual: float, turn: float, size_px: float) -> tuple[Floats, Floats]:
    """For squares of one size at one turn, in the picture turned back: their score, and the matrix that turned it."""
    height, width = across.shape[:2]
    c, s = float(np.cos(np.radians(turn))), float(np.sin(np.radians(turn)))
    right, down = across * c + along * s, along * c - across * s
    far = int(np.ceil(np.hypot(height, width))) + 2
    turning = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn, 1.0)
    turning[:, 2] += [(far - width) / 2, (far - height) / 2]
    right, down = cv2.warpAffine(right, turning, (far, far)), cv2.warpAffine(down, turning, (far, far))
    edge = max(3, round(size_px * STRAIGHT))
    right, down = _line(right, (2, edge), usual), _line(down, (edge, 2), usual)
    half = size_px / 2
    sides = [_moved(right, half, 0), _moved(right, -half, 0), _moved(down, 0, half), _moved(down, 0, -half)]
    mean = (sides[0] + sides[1] + sides[2] + sides[3]) / 4
    least = np.minimum(np.minimum(sides[0], sides[1]), np.minimum(sides[2], sides[3]))
    return np.asarray(0.6 * mean + 0.4 * least, np.float32), np.asarray(turning, np.float32)


def find_squares(tray: Tray, sizes: Sequence[float], most: int, apart: float = 0.6) -> list[Square]:
    """The best squares of the tray (sizes as they appear), the best first."""
    across, along, usual = slopes(tray.half)
    across[tray.off_limits], along[tray.off_limits] = 0, 0
    shape = across.shape[:2]
    best, turns, size_of = np.zeros(shape, np.float32), np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    for turn in np.arange(0, 90, STEP):
        for size in sizes:
            score, turning = score_map(across, along, usual, float(turn), size * HALF)
            back = cv2.warpAffine(score, turning, shape[::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
            better = back > best
            best[better], turns[better], size_of[better] = back[better], turn, size
    return _peaks(best, turns, size_of, most, apart)


def _peaks(best: Floats, turns: Floats, sizes: Floats, most: int, apart: float) -> list[Square]:
    found: list[Square] = []
    left = best.copy()
    while len(found) < most:
        _, value, _, (column, row) = cv2.minMaxLoc(left)
        if value <= 0.3:
            break
        size = float(sizes[row, column])
        x, y = (column + 0.5) / HALF - APRON_MM, (row + 0.5) / HALF - APRON_MM
        found.append(Square(Placing(x, y, float(turns[row, column]), size), float(value)))
        cv2.circle(left, (column, row), round(apart * size * HALF), 0.0, -1)
    return found


def _line(slope: np.ndarray, along: tuple[int, int], usual: float) -> Floats:
    """How much of an edge there is, 0 to 1: one slope all along, however gentle, and not a different one everywhere."""
    mean = cv2.blur(slope, along)
    power = cv2.blur(slope * slope, along)
    return np.asarray((mean * mean / (power + usual * usual)).max(axis=2), np.float32)


def _moved(image: Floats, x: float, y: float) -> Floats:
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float64)
    return np.asarray(cv2.warpAffine(image, matrix, image.shape[1::-1]), np.float32)
