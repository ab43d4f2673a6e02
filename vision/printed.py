"""A printed board: where its print lies in a picture and how it is lit there, measured on the print itself.

Markers on loose cards are off by a millimetre or two and the lens bends a little; the print does not lie. So a picture
is laid upon the bare board's, patch by patch, and its light is brought to the light of the bare board's picture. What
remains different is something that lies on the board, or its shadow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Image, Points
from vision.plane import Surface
from vision.pose import Eye

Floats = NDArray[np.float32]

GAMMA = 2.2
DARK = 0.02  # shares of white: below this, darkness tells no colour
STEP_MM, HALF_MM, REACH_MM = 26.0, 10.0, 5.0  # patches: how far apart, half their size, how far they may have moved
PLAIN = 6.0  # grey levels: a patch with less print than this shows nothing
ALIKE = 0.6  # a patch is found when it correlates so well
FEWEST = 12  # patches that must agree
AGREE_MM = 0.5
BLOCK = 8  # light is measured on blocks of so many pixels
BENDS = 3  # light changes over the board like a polynomial of this degree
STRANGE = 0.22  # logs: where half of the board differs by more, it is not this board, or too much is over it

_TABLE = np.log((np.arange(256) / 255.0) ** GAMMA + DARK).astype(np.float32)


def logs(image: Image) -> Floats:
    """Brightness of each colour in natural logs, darkness not told too finely."""
    return np.asarray(cv2.LUT(image, _TABLE.reshape(1, 256, 1)), np.float32)


@dataclass(frozen=True)
class Sheet:
    """One picture laid upon the bare board and brought to its light, in logs."""

    seen: Floats
    eye: Eye
    strange: float  # half of the board differs by less than this

    @property
    def clear(self) -> bool:
        return self.strange < STRANGE


class Print:
    """The bare board as it was taught, seen straight from above at `px` pixels a millimetre."""

    def __init__(self, bare: Image, surface: Surface, px: float) -> None:
        self.px = px
        picture = surface.rectify(bare, px)
        self.shape: tuple[int, int] = (picture.shape[0], picture.shape[1])
        self.bare = logs(picture)
        self.grey = _smooth(picture)
        around = np.ones((3, 3), np.uint8)
        self.low = np.asarray(cv2.erode(self.bare, around), np.float32)
        self.high = np.asarray(cv2.dilate(self.bare, around), np.float32)
        self._patches = list(self._textured())
        height, width = self.shape
        columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        self._columns, self._rows = columns, rows

    def lay(self, image: Image, surface: Surface) -> Sheet | None:
        """The picture upon the bare board; None when too little of the print is found."""
        picture = surface.rectify(image, self.px)
        moved = self._moved(picture)
        if moved is None:
            return None
        height, width = self.shape
        terms = _bend(self._columns, self._rows, width, height)
        along, down = (sum(c * t for c, t in zip(moved[:, i], terms, strict=True)) for i in (0, 1))
        across = np.asarray(self._columns + along, np.float32)
        laid = cv2.remap(picture, across, np.asarray(self._rows + down, np.float32), cv2.INTER_LINEAR)
        seen, strange = self._lit(logs(np.asarray(laid, np.uint8)))
        return Sheet(seen, surface.eye, strange)

    # ---- where it lies
    def _textured(self) -> list[tuple[int, int]]:
        height, width = self.shape
        half, reach = round(HALF_MM * self.px), round(REACH_MM * self.px)
        edge, step = half + reach, round(STEP_MM * self.px)
        return [
            (x, y)
            for y in range(edge, height - edge, step)
            for x in range(edge, width - edge, step)
            if self.grey[y - half : y + half + 1, x - half : x + half + 1].std() >= PLAIN
        ]

    def _moved(self, picture: Image) -> Points | None:
        """How the picture has to be bent, in pixels: coefficients of `_bend` for right and down."""
        grey = _smooth(picture)
        half, reach = round(HALF_MM * self.px), round(REACH_MM * self.px)
        found = []
        for x, y in self._patches:
            patch = self.grey[y - half : y + half + 1, x - half : x + half + 1]
            all_round = half + reach
            window = grey[y - all_round : y + all_round + 1, x - all_round : x + all_round + 1]
            match = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, (mx, my) = cv2.minMaxLoc(match)
            if best < ALIKE or not (0 < mx < 2 * reach and 0 < my < 2 * reach):
                continue
            right = _peak(match[my, mx - 1 : mx + 2]) + mx - reach
            down = _peak(match[my - 1 : my + 2, mx]) + my - reach
            found.append((x, y, right, down, best))
        if len(found) < FEWEST:
            return None
        at = np.array(found)
        height, width = self.shape
        terms = np.stack(_bend(at[:, 0], at[:, 1], width, height), axis=-1)
        weight = at[:, 4] ** 4
        off = np.zeros(len(at))
        solved: Points = np.zeros((terms.shape[1], 2))
        keep = np.diag([1e-6] * 3 + [1e-3] * (terms.shape[1] - 3))
        for _ in range(10):
            weighed = terms * weight[:, None]
            solved = np.linalg.solve(weighed.T @ terms + keep, weighed.T @ at[:, 2:4])
            off = np.hypot(*(at[:, 2:4] - terms @ solved).T) / self.px
            weight = at[:, 4] ** 4 / (1 + (off / 0.4) ** 2) ** 2
        return solved if (off < AGREE_MM).sum() >= FEWEST else None

    # ---- how it is lit
    def _lit(self, laid: Floats) -> tuple[Floats, float]:
        """The picture in the bare board's light: smooth gains over the board, and how its colours mix."""
        size = self.shape[1] // BLOCK, self.shape[0] // BLOCK
        bare = cv2.resize(self.bare, size, interpolation=cv2.INTER_AREA).astype(np.float64)
        now = cv2.resize(laid, size, interpolation=cv2.INTER_AREA).astype(np.float64)
        across, down = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
        u, v = across.ravel(), down.ravel()
        smooth = np.stack([u**i * v**j for i in range(BENDS + 1) for j in range(BENDS + 1 - i)], axis=-1)
        colours = bare.reshape(-1, 3)
        middle, low, high = colours.mean(axis=0), colours.min(axis=0), colours.max(axis=0)
        terms = np.hstack([smooth, colours - middle, _curves(colours - middle)])
        want = now.reshape(-1, 3) - colours
        count = smooth.shape[1]
        keep = np.diag([1e-3] * count + [1.0] * 3 + [4.0] * 6)
        weight, off = np.ones(len(want)), np.zeros(len(want))
        solved = np.zeros((terms.shape[1], 3))
        for _ in range(12):
            weighed = terms * weight[:, None]
            solved = np.linalg.solve(weighed.T @ terms + keep, weighed.T @ want)
            off = np.abs(want - terms @ solved).max(axis=1)
            spread = max(float(np.median(off)) * 1.5, 0.03)
            weight = 1 / (1 + (off / spread) ** 2) ** 2
        gains = (smooth @ solved[:count]).reshape(size[1], size[0], 3).astype(np.float32)
        mix, curved = solved[count : count + 3], solved[count + 3 :].astype(np.float32)
        back = np.linalg.inv(np.eye(3) + mix).astype(np.float32)
        over = cv2.resize(gains, (self.shape[1], self.shape[0]), interpolation=cv2.INTER_LINEAR)
        plain = (laid - over).reshape(-1, 3) + (middle @ mix).astype(np.float32)
        first = np.clip(plain @ back, low.astype(np.float32), high.astype(np.float32)) - middle.astype(np.float32)
        seen = (plain - _curves(first).astype(np.float32) @ curved) @ back
        return np.asarray(seen.reshape(laid.shape), np.float32), float(np.median(off))


def _curves(colours: NDArray[Any]) -> NDArray[Any]:
    """How colours mix beyond proportion: squares and products."""
    b, g, r = colours[:, 0], colours[:, 1], colours[:, 2]
    return np.stack([b * b, g * g, r * r, b * g, g * r, r * b], axis=-1)


def _smooth(picture: Image) -> Image:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.uint8)


def _peak(three: NDArray[Any]) -> float:
    """Where between its neighbours a maximum lies."""
    before, top, after = (float(value) for value in three)
    return (after - before) / 2 / max(2 * top - before - after, 1e-6)


def _bend(x: NDArray[np.float32], y: NDArray[np.float32], width: int, height: int) -> list[NDArray[np.float32]]:
    """Terms of a smooth shift: markers that lie a little wrong, and a lens that bends."""
    u, v = (x - width / 2) / (width / 2), (y - height / 2) / (width / 2)
    round_about = u * u + v * v
    return [np.ones_like(u), u, v, u * u, u * v, v * v, u * round_about, v * round_about]
