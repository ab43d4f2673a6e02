"""Sheets that lie on the table, drawn in millimetres: a tray, a board, the markers at their corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import MODULES, SIDE_MM, pattern
from vision.plane import SurfaceSpec

Picture = NDArray[np.uint8]
Colour = tuple[float, float, float]  # blue, green, red
FINE = 5.0  # pixels a mm of a sheet
RIM_MM = 29.0  # a marker and its white margin
_PARTS = 4  # bits of a pixel in which lines are placed

BLACK: Colour = (28, 26, 25)
WHITE: Colour = (243, 244, 242)


@dataclass
class Paper:
    """A drawing whose (0, 0) is the corner of a surface; it reaches `rim` mm beyond it."""

    picture: Picture
    rim: float
    fine: float = FINE

    @classmethod
    def blank(cls, width: float, height: float, colour: Colour, rim: float = RIM_MM, fine: float = FINE) -> Paper:
        size = (round((height + 2 * rim) * fine), round((width + 2 * rim) * fine), 3)
        return cls(np.full(size, colour, np.uint8), rim, fine)

    def copy(self) -> Paper:
        return Paper(self.picture.copy(), self.rim, self.fine)

    @property
    def outline(self) -> NDArray[np.float64]:
        height, width = self.picture.shape[:2]
        right, bottom = width / self.fine - self.rim, height / self.fine - self.rim
        return np.array([[-self.rim, -self.rim], [right, -self.rim], [right, bottom], [-self.rim, bottom]])

    def matrix(self) -> NDArray[np.float64]:
        """From this drawing's pixels to mm."""
        shift = 0.5 / self.fine - self.rim
        return np.array([[1 / self.fine, 0, shift], [0, 1 / self.fine, shift], [0, 0, 1]])

    def fixed(self, points: Sequence[tuple[float, float]] | NDArray[np.float64]) -> NDArray[np.int32]:
        at = (np.asarray(points, np.float64) + self.rim) * self.fine - 0.5
        return np.asarray(np.round(at * 2**_PARTS).reshape(-1, 1, 2), np.int32)

    # ---- pens and brushes
    def area(self, points: Sequence[tuple[float, float]] | NDArray[np.float64], colour: Colour) -> None:
        cv2.fillPoly(self.picture, [self.fixed(points)], colour, cv2.LINE_AA, _PARTS)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        self.area([(left, top), (right, top), (right, bottom), (left, bottom)], colour)

    def line(
        self,
        points: Sequence[tuple[float, float]] | NDArray[np.float64],
        colour: Colour,
        wide: float,
        closed: bool = False,
    ) -> None:
        width = max(1, round(wide * self.fine))
        cv2.polylines(self.picture, [self.fixed(points)], closed, colour, width, cv2.LINE_AA, _PARTS)

    def disc(self, x: float, y: float, radius: float, colour: Colour, wide: float = 0.0) -> None:
        """Full, or as a ring of this width."""
        at = self.fixed([(x, y)])[0, 0]
        thickness = max(1, round(wide * self.fine)) if wide else cv2.FILLED
        cv2.circle(
            self.picture,
            (int(at[0]), int(at[1])),
            round(radius * self.fine * 2**_PARTS),
            colour,
            thickness,
            cv2.LINE_AA,
            _PARTS,
        )

    def text(self, words: str, x: float, y: float, high: float, colour: Colour, wide: float = 0.0) -> None:
        """Words with their middle there, capitals so high."""
        font, scale = cv2.FONT_HERSHEY_DUPLEX, high * self.fine / 21.0
        thick = max(1, round((wide or high * 0.12) * self.fine))
        (width, height), _ = cv2.getTextSize(words, font, scale, thick)
        at = (round((x + self.rim) * self.fine - width / 2), round((y + self.rim) * self.fine + height / 2))
        cv2.putText(self.picture, words, at, font, scale, colour, thick, cv2.LINE_AA)

    def grain(self, seed: int, strength: float, soft_mm: float = 1.0) -> None:
        """An uneven print, so that the paper is recognised wherever it lies."""
        rng = np.random.default_rng(seed)
        height, width = self.picture.shape[:2]
        step = max(1.0, soft_mm * self.fine)
        coarse = rng.normal(0, strength, (int(height / step) + 2, int(width / step) + 2)).astype(np.float32)
        field = cv2.resize(np.rint(coarse).astype(np.int16), (width, height), interpolation=cv2.INTER_LINEAR)
        self.picture = np.asarray(cv2.add(self.picture, cv2.merge([field] * 3), dtype=cv2.CV_8U), np.uint8)

    def paste(self, drawing: Picture, x: float, y: float, wide: float, high: float, degrees: float = 0.0) -> None:
        """Another drawing with its middle there, so wide and high, turned clockwise."""
        rows, cols = drawing.shape[:2]
        turned = cv2.getRotationMatrix2D((0.0, 0.0), -degrees, 1.0)[:, :2]
        scale = np.diag([wide * self.fine / cols, high * self.fine / rows])
        linear = turned @ scale
        middle = np.array([(x + self.rim) * self.fine, (y + self.rim) * self.fine]) - 0.5
        matrix = np.column_stack([linear, middle - linear @ (np.array([cols, rows]) / 2 - 0.5)])
        small = min(scale[0, 0], scale[1, 1])
        soft = cv2.GaussianBlur(drawing, (0, 0), 0.45 / small) if small < 0.8 else drawing
        size = (self.picture.shape[1], self.picture.shape[0])
        mask = np.full((rows, cols), 255, np.uint8)
        cover = cv2.warpAffine(mask, matrix, size, flags=cv2.INTER_LINEAR)[..., None].astype(np.float32) / 255
        laid = cv2.warpAffine(soft, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        self.picture = np.asarray(self.picture * (1 - cover) + laid * cover, np.uint8)


def with_markers(paper: Paper, spec: SurfaceSpec) -> Paper:
    """The four markers at the corners of a surface, each on its white card."""
    for number in spec.markers:
        corners = spec.marker_corners(number)
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        paper.box(left - 5, top - 5, right + 5, bottom + 5, WHITE)
        paper.box(left, top, right, bottom, BLACK)
        step = SIDE_MM / MODULES
        for row, modules in enumerate(pattern(number)):
            for column, white in enumerate(modules):
                if white:
                    x, y = left + column * step, top + row * step
                    paper.box(x, y, x + step, y + step, WHITE)
    return paper
