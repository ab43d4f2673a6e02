"""The tray of one picture, seen straight from above, its colours measured against the markers' white paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import MARGIN_MM, SIDE_MM, Image, Points
from vision.plane import Surface, SurfaceSpec
from vision.pose import Eye

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

FINE = 4  # pixels a millimetre where prints are read
HALF = 2  # where edges are looked for
APRON_MM = 16.0  # how far beyond the rectangle is looked: a die whose middle is inside lies there with its edges
BRIGHTEST = 1.2  # nothing counts as brighter than this many times white paper: it is clipped or shines


@dataclass(frozen=True)
class Tray:
    """One picture of the tray. Places are millimetres of the surface as they appear on its plane."""

    spec: SurfaceSpec
    picture: Image
    white: NDArray[np.float64]
    eye: Eye

    @cached_property
    def fine(self) -> Floats:
        """Colours as parts of white paper (still gamma coded), FINE pixels a millimetre."""
        height, width = self.picture.shape[:2]
        shade = _shade(self.white, 8, 8, self.spec)
        full = cv2.resize(shade, (width, height), interpolation=cv2.INTER_LINEAR)
        return np.asarray(np.minimum(self.picture * full, BRIGHTEST), np.float32)

    @cached_property
    def half(self) -> Floats:
        return _shrunk(self.fine, FINE // HALF)

    @cached_property
    def coarse(self) -> Floats:
        """One pixel a millimetre."""
        return _shrunk(self.half, HALF)

    @cached_property
    def detail(self) -> Floats:
        """How far colours stand out from what is within a millimetre, 0 to 1, HALF pixels a millimetre. Soft shadows
        do not; one half is five times the picture's noise."""
        even = np.sqrt(self.half + 0.02)
        bare = most_of(cv2.absdiff(even, cv2.blur(even, (5, 5))))
        bare[self.off_limits] = 0
        usual = max(5 * float(np.median(bare)), 0.02)
        return np.asarray(bare / (bare + usual), np.float32)

    @cached_property
    def off_limits(self) -> Mask:
        """The markers with their white margins, HALF pixels a millimetre."""
        height, width = (
            round((self.spec.height_mm + 2 * APRON_MM) * HALF),
            round((self.spec.width_mm + 2 * APRON_MM) * HALF),
        )
        mask = np.zeros((height, width), np.uint8)
        for number in self.spec.markers:
            corners = self.spec.marker_corners(number)
            low, high = corners.min(axis=0) - MARGIN_MM - 2, corners.max(axis=0) + MARGIN_MM + 2
            (left, top), (right, bottom) = (np.array([low, high]) + APRON_MM) * HALF
            cv2.rectangle(mask, (round(left), round(top)), (round(right), round(bottom)), 1, -1)
        return mask.astype(bool)

    def inside(self, x: float, y: float, slack: float = 0.0) -> bool:
        return -slack <= x <= self.spec.width_mm + slack and -slack <= y <= self.spec.height_mm + slack

    def stands(self, x: float, y: float, height: float) -> tuple[float, float]:
        """Where on the table something stands that appears at x, y and is that high above it."""
        real = self.eye.stands(np.array([x, y]), height)
        return float(real[0]), float(real[1])

    def appears(self, x: float, y: float, height: float) -> tuple[float, float]:
        """Where a point that high above x, y appears."""
        seen = self.eye.appears(np.array([x, y]), height)
        return float(seen[0]), float(seen[1])

    def grown(self, size: float, height: float) -> float:
        """How large something appears that is `size` and lies that high above the table."""
        return size * self.eye.height / (self.eye.height - height)


def most_of(image: Floats) -> Floats:
    """The largest of the three colours everywhere; several times as fast as along an axis."""
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def least_of(image: Floats) -> Floats:
    """The smallest of the three colours everywhere."""
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.float32)


def view(image: Image, surface: Surface) -> Tray:
    """The tray of a picture in which its surface was seen."""
    return Tray(surface.spec, surface.rectify(image, FINE, APRON_MM), _whites(image, surface), surface.eye)


def _whites(image: Image, surface: Surface) -> NDArray[np.float64]:
    """Rows of x, y and the white paper's colour there, one for each marker seen; all alike if there is none to see."""
    rows = []
    ring = _ring()
    for number in surface.markers:
        middle = surface.spec.marker_corners(number).mean(axis=0)
        at = np.rint(surface.to_picture(middle + ring)).astype(int)
        keep = (at >= 0).all(axis=1) & (at[:, 0] < image.shape[1]) & (at[:, 1] < image.shape[0])
        if keep.sum() > len(ring) // 4:
            colours = image[at[keep, 1], at[keep, 0]].astype(np.float64)
            rows.append([*middle, *np.maximum(np.percentile(colours, 60, axis=0), 8)])
    return np.array(rows) if rows else np.array([[0.0, 0.0, 255.0, 255.0, 255.0]])


def _ring() -> Points:
    """Points on the white margin around a marker, about its middle."""
    steps = np.linspace(-1, 1, 25)
    reach = SIDE_MM / 2 + MARGIN_MM * np.array([0.4, 0.6])
    sides = [np.column_stack([steps * r, np.full(25, r)]) for r in reach]
    square = np.vstack(sides)
    return np.vstack([square, -square, square[:, ::-1], -square[:, ::-1]])


def _shade(white: NDArray[np.float64], columns: int, rows: int, spec: SurfaceSpec) -> Floats:
    """What to multiply a picture by so that white paper becomes 1: a slope between the markers' whites."""
    x = (np.arange(columns) + 0.5) / columns * (spec.width_mm + 2 * APRON_MM) - APRON_MM
    y = (np.arange(rows) + 0.5) / rows * (spec.height_mm + 2 * APRON_MM) - APRON_MM
    middle = white[:, :2].mean(axis=0)
    arms = np.column_stack([np.ones(len(white)), (white[:, :2] - middle) / 100])
    # A little of "the light is even" in the fit, so that one marker or two do not make a slope of their own.
    ridge = np.diag([0.0, 0.05, 0.05])
    levels = np.linalg.solve(arms.T @ arms + ridge, arms.T @ np.log(white[:, 2:]))
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    spread = levels[0] + (grid - middle) / 100 @ levels[1:]
    return np.asarray(np.exp(-spread), np.float32)


def _shrunk(image: Floats, factor: int) -> Floats:
    size = (image.shape[1] // factor, image.shape[0] // factor)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)
