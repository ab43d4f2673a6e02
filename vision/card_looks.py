"""Cards looked at closely: warped upright, laid upon each other, and brought to the same light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Image, Points
from vision.plane import Surface, carry

Pixels = NDArray[np.float32]
Mask = NDArray[np.bool_]

FINE = 3.0  # px per mm of a card looked at closely
TRIM_MM = 2.0  # a card is looked at but for this rim, where table, shadow and sleeve come in
SOFT = 0.8  # px by which close looks are softened, so that a taught card's own noise says nothing


@dataclass(frozen=True)
class Frame:
    """A card's own frame: mm from its middle, x right and y down when it lies upright; and its picture's size."""

    width_mm: float
    height_mm: float

    @property
    def size(self) -> tuple[int, int]:
        return round((self.width_mm - 2 * TRIM_MM) * FINE), round((self.height_mm - 2 * TRIM_MM) * FINE)

    @property
    def to_mm(self) -> Points:
        """Pixels of a close look to mm of the card."""
        width, height = self.size
        x, y = (0.5 - width / 2) / FINE, (0.5 - height / 2) / FINE
        return np.array([[1 / FINE, 0, x], [0, 1 / FINE, y], [0, 0, 1]], np.float64)


def close_up(image: Image, surface: Surface, frame: Frame, lies: Points) -> Image:
    """A card as it would look straight from above, upright; `lies` leads from its mm to those of the surface."""
    return warped(image, surface, lies @ frame.to_mm, frame.size)


def warped(image: Image, surface: Surface, to_surface: Points, size: tuple[int, int]) -> Image:
    """A part of the surface by itself; `to_surface` leads from its pixels to mm of the surface."""
    if surface.lens is None:
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        matrix = surface.homography @ to_surface
        seen = cv2.warpPerspective(image, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return seen.astype(np.uint8, copy=False)
    columns, rows = np.meshgrid(np.arange(size[0], dtype=np.float64), np.arange(size[1], dtype=np.float64))
    at = surface.to_picture(carry(to_surface, np.column_stack([columns.ravel(), rows.ravel()])))
    maps = at.astype(np.float32).reshape(size[1], size[0], 2)
    return cv2.remap(image, maps, np.empty(0), cv2.INTER_LINEAR).astype(np.uint8, copy=False)


def softened(look: Image) -> Pixels:
    return np.asarray(cv2.GaussianBlur(look.astype(np.float32), (0, 0), SOFT), np.float32)


def grey(look: Pixels) -> Pixels:
    return np.asarray(look.mean(axis=2), np.float32)


def agreement(a: Pixels, b: Pixels) -> float:
    """How well two looks agree, whatever the light: their correlation."""
    a, b = a - a.mean(axis=(0, 1)), b - b.mean(axis=(0, 1))
    return float((a * b).sum() / np.sqrt(max(float((a * a).sum() * (b * b).sum()), 1e-9)))


def _half(look: Pixels) -> Pixels:
    one = grey(look)
    return np.asarray(cv2.resize(one, (one.shape[1] // 2, one.shape[0] // 2), interpolation=cv2.INTER_AREA))


def nearer(lies: Points, frame: Frame, seen: Pixels, taught: Pixels) -> Points | None:
    """Where the card lies more exactly, so that what is seen there fits what was taught; None when it never fits."""
    start = np.eye(2, 3, dtype=np.float32)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-4)
    try:
        _, found = cv2.findTransformECC(
            _half(taught), _half(seen), start, cv2.MOTION_AFFINE, stop, np.full(_half(taught).shape, 255, np.uint8), 3
        )
    except cv2.error:
        return None
    step = np.vstack([found, [0, 0, 1]]).astype(np.float64)
    if np.abs(step[:2, :2] - np.eye(2)).max() > 0.12 or np.abs(step[:2, 2]).max() > 0.12 * max(taught.shape):
        return None
    half = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]])
    moved: Points = lies @ frame.to_mm @ np.linalg.inv(half) @ step @ half @ np.linalg.inv(frame.to_mm)
    return moved


@dataclass(frozen=True)
class CardLight:
    """How the light on a card differs from the light it was taught in: by channel a gain that slopes, and an offset."""

    of: NDArray[np.float64]  # channel x (gain, slope right, slope down, offset)

    def apply(self, look: Pixels) -> Pixels:
        height, width = look.shape[:2]
        across = np.linspace(-1, 1, width, dtype=np.float32)[None, :, None]
        down = np.linspace(-1, 1, height, dtype=np.float32)[:, None, None]
        gain, right, fall, offset = (self.of[:, n].astype(np.float32) for n in range(4))
        return np.asarray(look * (gain + right * across + fall * down) + offset, np.float32)


def relit(seen: Pixels, taught: Pixels, where: Mask) -> CardLight:
    """The light by which what was taught becomes what is seen, from the parts that agree best."""
    height, width = seen.shape[:2]
    use = np.zeros_like(where)
    use[::3, ::3] = where[::3, ::3]
    rows, columns = np.nonzero(use)
    across, down = columns / (width - 1) * 2 - 1, rows / (height - 1) * 2 - 1
    weights = np.ones(len(rows))
    parts = np.zeros((3, 4))
    for _ in range(4):
        off = np.zeros(len(rows))
        for channel in range(3):
            t, s = taught[rows, columns, channel].astype(np.float64), seen[rows, columns, channel].astype(np.float64)
            matrix = np.stack([t, t * across, t * down, np.full(len(t), 100.0)])
            weighed = matrix * weights
            steady = np.diag([0.0, 1.0, 1.0, 0.0]) * len(t)
            parts[channel] = np.linalg.solve(weighed @ matrix.T + steady + 1e-6 * np.eye(4), weighed @ s)
            off += np.abs(parts[channel] @ matrix - s)
        scale = max(float(np.median(off)) * 1.5, 3.0)
        weights = 1 / (1 + np.square(off / scale))
    parts[:, 3] *= 100.0
    return CardLight(parts)
