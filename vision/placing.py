"""A square face in the tray: where it appears, how it is turned; cut out, and laid on a known face exactly."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray import APRON_MM, Floats

SIDE_PX = 40  # a face cut out of the tray is this many pixels wide
Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Placing:
    """A square as it appears on the tray's plane: its middle, its turn in degrees clockwise, its side."""

    x: float
    y: float
    turn: float
    size: float

    def matrix(self) -> Matrix:
        """From the unit square's coordinates (-0.5 to 0.5) to millimetres."""
        c, s = cos(radians(self.turn)) * self.size, sin(radians(self.turn)) * self.size
        return np.array([[c, -s, self.x], [s, c, self.y]])

    def corners(self) -> Matrix:
        unit = np.array([[-0.5, -0.5, 1], [0.5, -0.5, 1], [0.5, 0.5, 1], [-0.5, 0.5, 1]])
        return np.asarray(unit @ self.matrix().T)


def cut(image: Floats, px_per_mm: float, matrix: Matrix, side_px: int = SIDE_PX) -> Floats:
    """What lies in a (possibly slanted) square, given by the matrix from its unit square to millimetres."""
    to_unit = np.array([[1 / side_px, 0, 0.5 / side_px - 0.5], [0, 1 / side_px, 0.5 / side_px - 0.5], [0, 0, 1]])
    whole = np.vstack([matrix, [0, 0, 1]]) @ to_unit
    to_px = np.array([[px_per_mm, 0, APRON_MM * px_per_mm - 0.5], [0, px_per_mm, APRON_MM * px_per_mm - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(image, to_px @ whole, (side_px, side_px), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.float32)
