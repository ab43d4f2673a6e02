"""The printed markers: seen small for speed, their corners then measured in the full picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Points = NDArray[np.float64]

SIDE_MM = 24.0
MARGIN_MM = 5.0
MODULES = 6  # across a marker, its black border counted
LONG_SIDE_PX = 1200  # a picture this long shows every marker well enough to be recognised

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
KNOWN = 50


@dataclass(frozen=True)
class Sighting:
    """A marker in a picture: its number and its four corners in pixels, clockwise from its own top left."""

    number: int
    corners: Points

    @property
    def centre(self) -> tuple[float, float]:
        x, y = self.corners.mean(axis=0)
        return float(x), float(y)

    @property
    def side_px(self) -> float:
        return side_of(self.corners)


def grey_of(image: Image) -> Image:
    """The brightness of a picture; one that is grey already is taken as it is."""
    return image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)


def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.03
    parameters.minDistanceToBorder = 1
    parameters.polygonalApproxAccuracyRate = 0.05
    return cv2.aruco.ArucoDetector(DICTIONARY, parameters)


def shrink_factor(grey: Image) -> int:
    """By how much a picture may be shrunk and its markers still be told apart."""
    return max(1, round(float(max(grey.shape)) / LONG_SIDE_PX))


def find_markers(grey: Image, shrink: int | None = None) -> list[Sighting]:
    """Every marker in a grey picture, the same number more than once if it is seen more than once."""
    factor = shrink_factor(grey) if shrink is None else shrink
    small = grey
    if factor > 1:
        size = (grey.shape[1] // factor, grey.shape[0] // factor)
        small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    found, numbers, _ = _detector().detectMarkers(small)
    if not found:
        return []
    scale = np.array([grey.shape[1] / small.shape[1], grey.shape[0] / small.shape[0]])
    rough = [(np.asarray(c, np.float64).reshape(4, 2) + 0.5) * scale - 0.5 for c in found]
    return [
        Sighting(int(number), corners)
        for number, corners in zip(numbers.ravel(), refine(grey, rough, factor), strict=True)
    ]


def refine(grey: Image, rough: Sequence[Points], factor: int = 1) -> list[Points]:
    """Corners measured to a fraction of a pixel, where the marker's four edges cross.

    `rough` may be off by a few pixels of a picture `factor` times smaller.
    """
    refined = []
    for corners in rough:
        module = side_of(corners) / MODULES
        for reach in (max(module * 0.45, 1.5 * factor), max(module * 0.3, 2.0)):
            corners = _crossings(*_edges(grey, corners, min(reach, module * 0.7)))
        refined.append(corners)
    return refined


def side_of(corners: Points) -> float:
    """The mean side of a marker in pixels."""
    return float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean())


_ALONG = np.linspace(0.12, 0.88, 25)
_FROM_MIDDLE = _ALONG - 0.5


def _edges(grey: Image, corners: Points, reach: float) -> tuple[Points, Points]:
    """The four lines between black and white near a marker's rough sides: a point of each, and its direction."""
    ends = np.roll(corners, -1, axis=0)
    ways = (ends - corners) / np.linalg.norm(ends - corners, axis=1, keepdims=True)
    outward = np.column_stack([ways[:, 1], -ways[:, 0]])
    step = max(0.5, reach / 12)
    steps = np.arange(-reach, reach + step / 2, step)
    middles = corners[:, None] + _ALONG[:, None] * (ends - corners)[:, None]
    at = middles[:, :, None] + steps[:, None] * outward[:, None, None]
    flat = at.reshape(-1, len(steps), 2).astype(np.float32)
    profile = cv2.remap(grey, flat, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rise = np.maximum(np.diff(profile.reshape(4, len(_ALONG), -1).astype(np.float64), axis=2), 0.0)
    rise[rise < 0.25 * rise.max(axis=2, keepdims=True)] = 0.0
    weight = rise.sum(axis=2)
    offsets = rise @ (steps[:-1] + step / 2) / np.maximum(weight, 1e-9)
    sure = weight > 0.5 * np.median(weight, axis=1, keepdims=True)
    slope, level = np.zeros((4, 1)), np.median(offsets, axis=1, keepdims=True)
    for _ in range(3):
        keep = sure & (np.abs(offsets - level - slope * _FROM_MIDDLE) < max(1.0, 0.35 * reach))
        keep |= keep.sum(axis=1, keepdims=True) < 8
        many = keep.sum(axis=1, keepdims=True)
        mean_x = (keep * _FROM_MIDDLE).sum(axis=1, keepdims=True) / many
        mean_y = (keep * offsets).sum(axis=1, keepdims=True) / many
        run = keep * (_FROM_MIDDLE - mean_x)
        slope = (run * (offsets - mean_y)).sum(axis=1, keepdims=True) / np.square(run).sum(axis=1, keepdims=True)
        level = mean_y - slope * mean_x
    starts = corners + outward * (level - slope / 2)
    return starts, ends + outward * (level + slope / 2) - starts


def _crossings(starts: Points, ways: Points) -> Points:
    """Where each line crosses the one before it."""
    before, back = np.roll(starts, 1, axis=0), np.roll(ways, 1, axis=0)
    across = back[:, 0] * ways[:, 1] - back[:, 1] * ways[:, 0]
    gap = starts - before
    along = (gap[:, 0] * ways[:, 1] - gap[:, 1] * ways[:, 0]) / across
    crossings: Points = before + along[:, None] * back
    return crossings


def pattern(number: int) -> NDArray[np.bool_]:
    """Which modules of a marker are white, its black border included."""
    picture = cv2.aruco.generateImageMarker(DICTIONARY, number, MODULES)
    return np.asarray(picture) > 127


_CENTRES = np.array([[(c + 0.5) / MODULES, (r + 0.5) / MODULES] for r in range(MODULES) for c in range(MODULES)])
_PATTERNS = {number: pattern(number) for number in range(KNOWN)}


def shows(grey: Image, number: int, corners: Points) -> bool:
    """Whether the marker of this number is really there between four corners: every module as dark as it should be."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    at = cv2.perspectiveTransform(_CENTRES.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    columns, rows = np.rint(at).astype(int).T
    if columns.min() < 1 or rows.min() < 1 or columns.max() >= grey.shape[1] - 1 or rows.max() >= grey.shape[0] - 1:
        return False
    values = grey[rows, columns].astype(np.float64)
    white = _PATTERNS[number].ravel()
    dark, light = float(np.median(values[~white])), float(np.median(values[white]))
    if light - dark < 20:
        return False
    return bool(np.all((values > (dark + light) / 2) == white))
