"""The camera's lens, calibrated once from a printed sheet when the owner wants: straightens what the lens bends."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

SHEET_SQUARES = (9, 7)  # across and down; the rows are odd, because older readers disagree about even ones
SHEET_SQUARE_MM = 26.0
SHEET_MARKER_MM = 19.0


def lens_sheet() -> cv2.aruco.CharucoBoard:
    """The chequered sheet. Its markers are of another family than the table's, so neither is taken for the other."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard(SHEET_SQUARES, SHEET_SQUARE_MM, SHEET_MARKER_MM, family)


@dataclass(frozen=True)
class Lens:
    """Focal lengths and middle in pixels of a picture of `size`, and the five numbers of its bending."""

    size: tuple[int, int]
    focal: tuple[float, float]
    middle: tuple[float, float]
    bending: tuple[float, float, float, float, float]

    def matrix(self, size: tuple[int, int] | None = None) -> Points:
        """The camera matrix for a picture of another size taken through the same lens."""
        width, height = size or self.size
        by_x, by_y = width / self.size[0], height / self.size[1]
        return np.array(
            [
                [self.focal[0] * by_x, 0, (self.middle[0] + 0.5) * by_x - 0.5],
                [0, self.focal[1] * by_y, (self.middle[1] + 0.5) * by_y - 0.5],
                [0, 0, 1],
            ],
            np.float64,
        )

    def straighten(self, points: Points, size: tuple[int, int] | None = None) -> Points:
        """Where points of the picture would be if the lens did not bend."""
        matrix = self.matrix(size)
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(flat, matrix, np.array(self.bending), P=matrix)
        return np.asarray(straight, np.float64).reshape(np.shape(points))

    def bend(self, points: Points, size: tuple[int, int] | None = None) -> Points:
        """Where straight points appear in the picture."""
        matrix = self.matrix(size)
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        rays = np.column_stack([(flat - matrix[:2, 2]) / matrix[[0, 1], [0, 1]], np.ones(len(flat))])
        bent, _ = cv2.projectPoints(rays.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), matrix, np.array(self.bending))
        return np.asarray(bent, np.float64).reshape(np.shape(points))

    def straight(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture as it would be if the lens did not bend."""
        matrix = self.matrix((picture.shape[1], picture.shape[0]))
        return np.asarray(cv2.undistort(picture, matrix, np.array(self.bending)), np.uint8)
