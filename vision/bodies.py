"""A die as a body: the square of its top face as it appears, and how high it stands."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.placing import Placing
from vision.tray import Tray

GROWN = 1.06  # a die with its rounded edges, as part of its face


@dataclass(frozen=True)
class Body:
    """A die standing in the tray."""

    placing: Placing
    height: float

    def foot(self, tray: Tray) -> tuple[float, float]:
        """Where its middle stands on the tray."""
        return tray.stands(self.placing.x, self.placing.y, self.height)

    def outline(self, tray: Tray) -> NDArray[np.float32]:
        """What it fills of the picture, side faces and all, in mm as they appear."""
        top = Placing(self.placing.x, self.placing.y, self.placing.turn, self.placing.size * GROWN).corners()
        foot = [tray.stands(float(x), float(y), self.height) for x, y in top]
        hull = cv2.convexHull(np.vstack([top, foot]).astype(np.float32))
        return np.asarray(hull, np.float32).reshape(-1, 2)
