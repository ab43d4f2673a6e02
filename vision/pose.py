"""Where the camera stands over a surface, so that the tops of things can be placed where their feet are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.lens import Lens
from vision.markers import Points

# Without a calibrated lens the focal length is weighed: what the markers say against what cameras usually have.
# Both in diagonals of the picture; a cropped picture has a long one.
USUAL_FOCAL, USUAL_SPREAD = 1.25, 0.3
TRIED_FOCALS = np.geomspace(0.55, 2.6, 24)
LOOSE_MM = 0.7  # how far a marker usually lies from where it should


@dataclass(frozen=True)
class Eye:
    """The camera over the surface: the point below it (x, y) and how high it stands, in mm of the surface."""

    x: float
    y: float
    height: float

    def appears(self, points_mm: Points, height_mm: float) -> Points:
        """Where on the flat surface a point raised by so much appears to be: away from the point below the camera."""
        below = np.array([self.x, self.y])
        seen: Points = below + (np.asarray(points_mm, np.float64) - below) * (self.height / (self.height - height_mm))
        return seen

    def stands(self, points_mm: Points, height_mm: float) -> Points:
        """Where a point raised by so much really is, from where on the flat surface it appears."""
        below = np.array([self.x, self.y])
        real: Points = below + (np.asarray(points_mm, np.float64) - below) * (1 - height_mm / self.height)
        return real


def find_eye(table_mm: Points, seen_px: Points, size: tuple[int, int], lens: Lens | None = None) -> Eye | None:
    """The camera, from corners on the flat table and where the (straightened) picture shows them."""
    if lens is not None:
        laid = _lay(table_mm, seen_px, lens.matrix(size))
        return laid[0] if laid else None
    best: tuple[float, Eye] | None = None
    diagonal = float(np.hypot(*size))
    scale = float(np.sqrt(np.ptp(seen_px, axis=0).prod() / np.ptp(table_mm, axis=0).prod()))
    for focal in TRIED_FOCALS:
        f = focal * diagonal
        matrix = np.array([[f, 0, (size[0] - 1) / 2], [0, f, (size[1] - 1) / 2], [0, 0, 1]], np.float64)
        laid = _lay(table_mm, seen_px, matrix)
        if laid is None:
            continue
        eye, squares = laid
        odds = squares / 4 / (scale * LOOSE_MM) ** 2 + (np.log(focal / USUAL_FOCAL) / USUAL_SPREAD) ** 2
        if best is None or odds < best[0]:
            best = (float(odds), eye)
    return best[1] if best else None


def _lay(table_mm: Points, seen_px: Points, matrix: Points) -> tuple[Eye, float] | None:
    """The camera for one camera matrix, and the sum of squares by which the corners are off in the picture."""
    flat = np.column_stack([table_mm, np.zeros(len(table_mm))])
    found, turn, shift = cv2.solvePnP(flat, seen_px, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not found:
        return None
    turn, shift = cv2.solvePnPRefineLM(flat, seen_px, matrix, np.zeros(5), turn, shift)
    drawn, _ = cv2.projectPoints(flat, turn, shift, matrix, np.zeros(5))
    rotation, _ = cv2.Rodrigues(turn)
    x, y, z = (-rotation.T @ shift).ravel()
    # x right and y down on the table leaves z pointing into it: the camera stands at negative z.
    if z >= 0:
        return None
    return Eye(float(x), float(y), float(-z)), float(np.square(drawn.reshape(-1, 2) - seen_px).sum())
