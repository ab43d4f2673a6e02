"""Tables painted flat and photographed by a camera we know: surfaces, loose markers, art that looks like one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens
from vision.markers import MARGIN_MM, MODULES, SIDE_MM, pattern
from vision.plane import SurfaceSpec

Image = NDArray[np.uint8]
Points = NDArray[np.float64]

PHOTOS = Path(__file__).parent.parent / "photos" / "tables"
TRAY = SurfaceSpec("dice", 0, 200.0, 150.0)
BOARD = SurfaceSpec("board", 4, 240.0, 180.0)
FINE = 4.0  # px a mm of the painting
SIZE = (1600, 1200)


def photo(name: str) -> Image:
    image = cv2.imread(str(PHOTOS / name))
    assert image is not None
    return np.asarray(image, np.uint8)


@dataclass
class Painting:
    """A table of so many mm, painted flat."""

    width: float = 420.0
    height: float = 320.0
    wood: tuple[int, int, int] = (70, 95, 120)
    canvas: Image = field(init=False)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(7)
        grain = cv2.GaussianBlur(rng.normal(0, 30, (round(self.height * FINE), 1)).astype(np.float32), (1, 31), 0)
        flat = np.full((round(self.height * FINE), round(self.width * FINE), 3), self.wood, np.float32)
        self.canvas = np.clip(flat + grain[:, :, None], 0, 255).astype(np.uint8)

    def marker(self, number: int, corner: tuple[float, float], turn: float = 0.0, side: float = SIDE_MM) -> None:
        """A card with a marker; `corner` is where the marker's own top left comes to lie, `turn` in degrees."""
        card = np.full((MODULES + 4, MODULES + 4, 3), 235, np.uint8)
        card[2:-2, 2:-2] = np.where(pattern(number)[..., None], 235, 25)
        module = side / MODULES
        grown = 40
        card = np.kron(card, np.ones((grown, grown, 1), np.uint8))
        margin = round((2 - MARGIN_MM / module) * grown)
        card = card[margin : len(card) - margin, margin : len(card) - margin]
        angle = np.radians(turn)
        scale = module / grown * FINE
        cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
        inner = 2 * grown - margin - 0.5
        x, y = corner[0] * FINE - 0.5, corner[1] * FINE - 0.5
        matrix = np.array([[cos, -sin, x - (cos - sin) * inner], [sin, cos, y - (sin + cos) * inner]])
        size = (self.canvas.shape[1], self.canvas.shape[0])
        laid = cv2.warpAffine(card, matrix, size, flags=cv2.INTER_AREA)
        cover = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), matrix, size)
        self.canvas = np.where(cover[..., None] > 127, laid, self.canvas).astype(np.uint8)

    def surface(
        self, spec: SurfaceSpec, at: tuple[float, float], without: int | None = None, loose: float = 0.0, seed: int = 0
    ) -> None:
        """A surface with its top left corner at `at`, its cards off by up to `loose` mm and twice so many degrees."""
        rng = np.random.default_rng(seed)
        for number in spec.markers:
            dx, dy, turn = rng.uniform(-loose, loose, 3)
            x, y = spec.marker_corners(number)[0]
            if number != without:
                self.marker(number, (at[0] + float(x) + dx, at[1] + float(y) + dy), 2 * turn)


@dataclass(frozen=True)
class Camera:
    """A pinhole over the table: where its eye is (mm), how it is turned and tilted (degrees)."""

    height: float = 520.0
    turn: float = 0.0
    tilt: float = 0.0
    focal: float = 1800.0
    lens: Lens | None = None

    def homography(self, painting: Painting) -> Points:
        """Table mm to picture px."""
        turn, tilt = np.radians(self.turn), np.radians(self.tilt)
        about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
        rotation = about_x @ about_z
        middle = np.array([painting.width / 2, painting.height / 2, 0])
        shift = np.array([0, 0, self.height]) - rotation @ middle
        matrix = np.array([[self.focal, 0, SIZE[0] / 2 - 0.5], [0, self.focal, SIZE[1] / 2 - 0.5], [0, 0, 1]])
        return np.asarray(matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], shift]), np.float64)

    def eye(self, painting: Painting) -> Points:
        """Where the camera stands: x, y of the table and height."""
        tilt, turn = np.radians(self.tilt), np.radians(self.turn)
        back = np.array([-np.sin(turn), -np.cos(turn)]) * np.sin(tilt) * self.height
        return np.array([painting.width / 2 + back[0], painting.height / 2 + back[1], self.height * np.cos(tilt)])

    def photograph(self, painting: Painting, noise: float = 2.0, seed: int = 0) -> Image:
        to_px = self.homography(painting) @ np.array([[1 / FINE, 0, 0.5 / FINE], [0, 1 / FINE, 0.5 / FINE], [0, 0, 1]])
        if self.lens is None:
            flat = cv2.warpPerspective(painting.canvas, to_px, SIZE, flags=cv2.INTER_AREA, borderValue=(60, 60, 60))
        else:
            grid = np.stack(np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1])), axis=-1).reshape(-1, 2)
            straight = self.lens.straighten(grid.astype(np.float64), SIZE).reshape(-1, 1, 2)
            source = cv2.perspectiveTransform(straight, np.linalg.inv(to_px)).astype(np.float32)
            flat = cv2.remap(painting.canvas, source.reshape(SIZE[1], SIZE[0], 2), np.empty(0), cv2.INTER_LINEAR)
        blurred = cv2.GaussianBlur(flat, (0, 0), 0.8).astype(np.float32)
        grain = np.random.default_rng(seed).standard_normal(blurred.shape, np.float32) * noise
        return np.asarray(np.clip(blurred + grain, 0, 255), np.uint8)
