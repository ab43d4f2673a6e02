"""A surface of the table: a rectangle in millimetres, and how it lies in one picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.lens import Lens
from vision.markers import MARGIN_MM, SIDE_MM, Image, Points, Sighting
from vision.pose import Eye, find_eye
from vision.trouble import Trouble

CORNER_NAMES = ("top left", "top right", "bottom right", "bottom left")


@dataclass(frozen=True)
class SurfaceSpec:
    """What is known of a surface before it is looked for."""

    name: str
    first_marker: int
    width_mm: float
    height_mm: float

    @property
    def markers(self) -> tuple[int, int, int, int]:
        first = self.first_marker
        return first, first + 1, first + 2, first + 3

    def marker_corners(self, number: int) -> Points:
        """The corners of one of its markers in mm, clockwise from the marker's own top left."""
        width, height, side = self.width_mm, self.height_mm, SIDE_MM
        x, y = ((-side, -side), (width, -side), (width, height), (-side, height))[number - self.first_marker]
        return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float64)

    @property
    def outline(self) -> Points:
        width, height = self.width_mm, self.height_mm
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


@dataclass(frozen=True)
class LeftOut:
    """A marker that was seen and not used: its number, its middle in the picture, and why."""

    number: int
    x: float
    y: float
    reason: str


@dataclass(frozen=True)
class Surface:
    """A surface as found in one picture. When it is not seen, `advice` says what to do and nothing can be measured."""

    spec: SurfaceSpec
    size: tuple[int, int]
    matrix: Points | None = None
    error_mm: float = float("inf")
    sightings: tuple[Sighting, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    advice: str = ""
    lens: Lens | None = None

    @property
    def seen(self) -> bool:
        return self.matrix is not None

    @property
    def markers(self) -> tuple[int, ...]:
        """The numbers of the markers it was found by."""
        return tuple(s.number for s in self.sightings)

    @property
    def homography(self) -> Points:
        """Surface mm to picture px; of the straightened picture when there is a lens."""
        if self.matrix is None:
            raise Trouble(self.advice)
        return self.matrix

    @cached_property
    def inverse(self) -> Points:
        return inverse(self.homography)

    def to_picture(self, points_mm: Points) -> Points:
        """Where points of the surface appear in the picture."""
        points = carry(self.homography, points_mm)
        return points if self.lens is None else self.lens.bend(points, self.size)

    def to_mm(self, points_px: Points) -> Points:
        """Where on the surface points of the picture lie, if they lie flat on it."""
        straight = points_px if self.lens is None else self.lens.straighten(points_px, self.size)
        return carry(self.inverse, straight)

    def rectify(self, image: Image, px_per_mm: float, margin_mm: float = 0.0) -> Image:
        """The surface seen straight from above; the middle of pixel (0, 0) lies half a pixel inside its corner."""
        width = round((self.spec.width_mm + 2 * margin_mm) * px_per_mm)
        height = round((self.spec.height_mm + 2 * margin_mm) * px_per_mm)
        offset = 0.5 / px_per_mm - margin_mm
        to_mm = np.array([[1 / px_per_mm, 0, offset], [0, 1 / px_per_mm, offset], [0, 0, 1]], np.float64)
        matrix = self.homography @ to_mm
        shrinks = self.px_per_mm > 2 * px_per_mm
        if self.lens is None and not shrinks:
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            return cv2.warpPerspective(image, matrix, (width, height), flags=flags).astype(np.uint8, copy=False)
        if shrinks:
            fine = self.rectify(image, px_per_mm * 2, margin_mm)
            return cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        columns, rows = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
        source = carry(matrix, np.column_stack([columns.ravel(), rows.ravel()]))
        assert self.lens is not None
        bent = self.lens.bend(source, self.size).astype(np.float32).reshape(height, width, 2)
        return cv2.remap(image, bent, np.empty(0), cv2.INTER_LINEAR).astype(np.uint8, copy=False)

    @cached_property
    def px_per_mm(self) -> float:
        """How finely the picture shows the surface, at its middle."""
        x, y = self.spec.width_mm / 2, self.spec.height_mm / 2
        around = np.array([[x - 5, y], [x + 5, y], [x, y - 5], [x, y + 5]], np.float64)
        left, right, up, down = carry(self.homography, around)
        return float(np.sqrt(abs(np.linalg.det(np.array([right - left, down - up]))) / 100))

    @cached_property
    def eye(self) -> Eye:
        """Where the camera stands; as good as its focal length is known, so best with a calibrated lens."""
        table = np.concatenate([self.spec.marker_corners(n) for n in self.markers])
        eye = find_eye(table, carry(self.homography, table), self.size, self.lens)
        if eye is None:
            raise Trouble(f"The camera cannot be placed over the surface “{self.spec.name}”; look straight down on it.")
        return eye

    def project(self, points_mm: Points, height_mm: float) -> Points:
        """Where points so high above the surface appear in the picture."""
        return self.to_picture(self.eye.appears(points_mm, height_mm) if height_mm else points_mm)

    @cached_property
    def marker_quads(self) -> dict[int, Points]:
        """The four corners in the picture of each marker with its white margin, hidden ones too."""
        grow = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * MARGIN_MM
        return {n: self.to_picture(self.spec.marker_corners(n) + grow) for n in self.spec.markers}


def carry(matrix: Points, points: Points) -> Points:
    """Points through a homography."""
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    moved = flat @ matrix[:, :2].T + matrix[:, 2]
    return (moved[:, :2] / moved[:, 2:]).reshape(np.shape(points))


def inverse(matrix: Points) -> Points:
    """The homography that leads back."""
    return np.asarray(np.linalg.inv(matrix), np.float64)
