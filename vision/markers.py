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
        return float(np.linalg.norm(self.corners - np.roll(self.corners, -1, axis=0), axis=1).mean())


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
    """Corners measured to a fraction of a pixel, each searched for within less than one module of the marker."""
    refined = []
    for corners in rough:
        side = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean())
        reach = int(np.clip(side / MODULES * 0.45, 2, 6 * max(1, factor)))
        start = corners.reshape(-1, 1, 2).astype(np.float32)
        criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
        exact = cv2.cornerSubPix(grey, start, (reach, reach), (-1, -1), criteria)
        refined.append(np.asarray(exact, np.float64).reshape(4, 2))
    return refined


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
