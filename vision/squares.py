"""Squares of a die's size, of any colour, by their four edges: nothing need be known of what is printed on them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.tray import Floats

STRAIGHT = 0.7  # the part of an edge that counts: the rest is rounded off


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


def _line(slope: np.ndarray, along: tuple[int, int], usual: float) -> Floats:
    """How much of an edge there is, 0 to 1: one slope all along, however gentle, and not a different one everywhere."""
    mean = cv2.blur(slope, along)
    power = cv2.blur(slope * slope, along)
    return np.asarray((mean * mean / (power + usual * usual)).max(axis=2), np.float32)


def _moved(image: Floats, x: float, y: float) -> Floats:
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float64)
    return np.asarray(cv2.warpAffine(image, matrix, image.shape[1::-1]), np.float32)
