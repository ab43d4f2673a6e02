"""The painted camera: a pinhole over the table, leaning a little. Table points are mm: x right, y down, z up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import radians

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Points = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """Where the camera stands over a table, and how many pixels it has."""

    size: tuple[int, int]
    place: Points  # x, y and minus its height
    turn: Points  # world to camera
    focal: float
    corner: tuple[int, int] = (0, 0)  # of a window that is cut out of a larger picture
    whole: tuple[int, int] = (0, 0)  # that picture's size

    @classmethod
    def over(
        cls,
        width_mm: float,
        height_mm: float,
        px_per_mm: float,
        high: float = 1000.0,
        lean: tuple[float, float] = (3.5, -2.0),
    ) -> View:
        """A camera that sees a table of this size whole, `lean` degrees off straight down (over x and over y)."""
        across, along = radians(lean[0]), radians(lean[1])
        about_x, _ = cv2.Rodrigues(np.array([across, 0.0, 0.0]))
        about_y, _ = cv2.Rodrigues(np.array([0.0, along, 0.0]))
        turn = np.asarray(about_x @ about_y, np.float64)
        ahead = turn.T @ np.array([0.0, 0.0, 1.0])
        middle = np.array([width_mm / 2, height_mm / 2, 0.0])
        place = middle - ahead * (high / ahead[2])
        size = (round(width_mm * px_per_mm / 8) * 8, round(height_mm * px_per_mm / 8) * 8)
        return cls(size, place, turn, px_per_mm * high * 0.98, (0, 0), size)

    def window(self, low: tuple[int, int], high: tuple[int, int]) -> View:
        """The same camera, of whose picture only a part is looked at."""
        return replace(self, size=(high[0] - low[0], high[1] - low[1]), corner=low)

    def pixels(self, points: Points) -> Points:
        """Where points of the table's room are seen."""
        world = np.asarray(points, np.float64).reshape(-1, 3) * [1, 1, -1]
        local = (world - self.place) @ self.turn.T
        middle = (np.array(self.whole) - 1) / 2 - np.array(self.corner)
        return np.asarray(local[:, :2] / local[:, 2:] * self.focal + middle)

    def plane(self) -> Points:
        """From mm of the table's plane to pixels."""
        corners = np.array([[0, 0], [400, 0], [400, 300], [0, 300]], np.float32)
        seen = self.pixels(np.column_stack([corners, np.zeros(4)])).astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(corners, seen), np.float64)

    def depth(self, point: Points) -> float:
        """How far away a point is."""
        return float(np.linalg.norm(np.asarray(point) * [1, 1, -1] - self.place))


def moved(x: float, y: float, degrees: float = 0.0) -> Points:
    """From a sheet's own mm to the table's: turned about its corner, then moved."""
    c, s = np.cos(radians(degrees)), np.sin(radians(degrees))
    return np.array([[c, -s, x], [s, c, y], [0, 0, 1]], np.float64)
