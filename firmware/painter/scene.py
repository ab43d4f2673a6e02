"""The whole painted table: sheets on wood, what stands on them, a lamp at one side, a camera that is not quiet."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.painter.paper import Paper, Picture
from firmware.painter.things import Cube, Hand, fallen_from, hand_reach, paint_cubes, paint_hand, shadow_of
from firmware.painter.view import Floats, Points, View

Pixel = tuple[int, int]

NOISE = 1.6  # grey levels
SOFT = 0.55  # pixels: how sharp the camera is
_WOOD = np.array([62, 92, 132], np.float32)


@dataclass
class Sheet:
    """A drawing that lies somewhere. `version` changes whenever its drawing does."""

    paper: Paper
    lies: Points  # from its mm to the table's
    version: int = 0

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the sheet, in mm of the table."""
        seen = self.lies @ np.array([x, y, 1.0])
        return float(seen[0]), float(seen[1])


@dataclass
class Scene:
    """What lies on the table now. Whoever plays moves things about; `picture` is what the camera sees of it."""

    view: View
    sheets: dict[str, Sheet] = field(default_factory=dict)
    cubes: list[Cube] = field(default_factory=list)
    hand: Hand | None = None
    seed: int = 0
    _flat: Floats | None = None  # wood and sheets as they are
    _base: Picture | None = None  # and as the camera sees them
    _laid: dict[str, int] = field(default_factory=dict)
    _light: Floats | None = None
    _noise: NDArray[np.int16] | None = None
    _taken: int = 0
    _stood: tuple[tuple[list[Cube], Pixel, Pixel], Picture] | None = None  # the dice as they were painted last

    def put(self, name: str, paper: Paper, lies: Points) -> None:
        self.sheets[name] = Sheet(paper, lies)
        self._flat = self._base = None

    def redraw(self, name: str, paper: Paper) -> None:
        """A sheet with another drawing on it, where it lay."""
        sheet = self.sheets[name]
        sheet.paper, sheet.version = paper, sheet.version + 1
        self._stood = None

    def picture(self) -> Picture:
        """One exposure: no two have the same noise."""
        flat, base = self._ground()
        seen, window = base, self._busy()
        if window is not None:
            low, high = window
            stood = self._stood
            if stood is None or stood[0] != (self.cubes, low, high) or self.hand is not None:
                stood = ((list(self.cubes), low, high), self._standing(flat, low, high))
            self._stood = stood if self.hand is None else None  # dice that lie still are painted once
            seen = base.copy()
            seen[low[1] : high[1], low[0] : high[0]] = stood[1]
        return self._noisy(seen)

    def _standing(self, flat: Floats, low: Pixel, high: Pixel) -> Picture:
        view = self.view.window(low, high)
        part = flat[low[1] : high[1], low[0] : high[0]].copy()
        if self.cubes:
            part *= shadow_of(view, self.cubes)[..., None]
            paint_cubes(part, view, self.cubes)
        if self.hand is not None:
            paint_hand(part, view, self.hand)
        return self._lit(part, low)

    # ---- layers
    def _ground(self) -> tuple[Floats, Picture]:
        """Wood and sheets, painted once and anew where a sheet has changed."""
        if self._flat is None or self._base is None:
            self._flat, self._laid = _wood(self.view.size, self.seed), {}
            self._base = self._lit(self._flat, (0, 0))
        for name, sheet in self.sheets.items():
            if self._laid.get(name) != sheet.version:
                low, high = _lay(self._flat, self.view, sheet)
                part = self._flat[low[1] : high[1], low[0] : high[0]]
                self._base[low[1] : high[1], low[0] : high[0]] = self._lit(part, low)
                self._laid[name] = sheet.version
        return self._flat, self._base

    def _busy(self) -> tuple[Pixel, Pixel] | None:
        """The part of the picture in which something stands or reaches."""
        points = [np.vstack([c, fallen_from(c)]) for c in (cube.corners() for cube in self.cubes)]
        seen = [self.view.pixels(one) for one in points]
        if self.hand is not None:
            seen.append(hand_reach(self.view, self.hand))
        if not seen:
            return None
        every = np.vstack(seen)
        low = np.clip(np.floor(every.min(axis=0)).astype(int) - 24, 0, self.view.size)
        high = np.clip(np.ceil(every.max(axis=0)).astype(int) + 24, 0, self.view.size)
        if (high - low).min() < 8:
            return None
        return (int(low[0]), int(low[1])), (int(high[0]), int(high[1]))

    def _lit(self, part: Floats, low: Pixel) -> Picture:
        """A part of the table under the lamp: a slope, a fall-off about it; as sharp as the camera is."""
        if self._light is None:
            x, y = np.meshgrid(np.linspace(-1, 1, 64), np.linspace(-1, 1, 48))
            slope = 0.93 - 0.07 * x - 0.05 * y - 0.05 * (x**2 + y**2)
            small = (slope[..., None] * np.array([0.95, 0.985, 1.0])).astype(np.float32)
            self._light = np.asarray(cv2.resize(small, self.view.size, interpolation=cv2.INTER_LINEAR), np.float32)
        height, width = part.shape[:2]
        lamp = self._light[low[1] : low[1] + height, low[0] : low[0] + width]
        return np.asarray(cv2.GaussianBlur(cv2.multiply(part, lamp, dtype=cv2.CV_8U), (0, 0), SOFT), np.uint8)

    def _noisy(self, seen: Picture) -> Picture:
        width, height = self.view.size
        if self._noise is None:
            rng = np.random.default_rng(self.seed)
            self._noise = np.rint(rng.normal(0, NOISE, (height + 64, width + 64, 3))).astype(np.int16)
        rng = np.random.default_rng([self.seed, self._taken])
        self._taken += 1
        down, right = (int(n) for n in rng.integers(0, 64, 2))
        noise = self._noise[down : down + height, right : right + width]
        return np.asarray(cv2.add(seen, noise, dtype=cv2.CV_8U), np.uint8)


def _lay(flat: Floats, view: View, sheet: Sheet) -> tuple[Pixel, Pixel]:
    """A sheet over what lies there already, with the narrow shadow of its edge; and where it lies in the picture."""
    matrix = view.plane() @ sheet.lies @ sheet.paper.matrix()
    outline = sheet.paper.outline
    raised = np.column_stack([outline, np.ones(len(outline))]) @ sheet.lies.T
    seen = view.pixels(np.column_stack([raised[:, :2], np.zeros(len(outline))]))
    low = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 6, 0)
    high = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 7, np.array(view.size))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]], np.float64)
    shrink = float(np.sqrt(abs(np.linalg.det((shift @ matrix)[:2, :2]))))
    soft = cv2.GaussianBlur(sheet.paper.picture, (0, 0), max(0.3, 0.42 / shrink))
    laid = cv2.warpPerspective(soft, shift @ matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = np.zeros((size[1], size[0]), np.float32)
    corners = np.round((seen - low) * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.fillConvexPoly(cover, corners, (1.0,), cv2.LINE_AA, 4)
    patch = flat[low[1] : high[1], low[0] : high[0]]
    shade = 1 - 0.35 * cv2.GaussianBlur(np.roll(cover, (3, 2), (0, 1)), (0, 0), 1.8)[..., None]
    flat[low[1] : high[1], low[0] : high[0]] = patch * shade * (1 - cover[..., None]) + laid * cover[..., None]
    return (int(low[0]), int(low[1])), (int(high[0]), int(high[1]))


def _wood(size: tuple[int, int], seed: int) -> Floats:
    """Boards of brown wood."""
    rng = np.random.default_rng([seed, 7])
    width = size[0]
    streaks = cv2.resize(rng.normal(0, 1, (8, 160)).astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    fine = cv2.resize(rng.normal(0, 1, (24, width // 2)).astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    tone = 1 + 0.09 * streaks + 0.05 * fine
    return np.asarray(np.clip(tone, 0.6, 1.4)[..., None] * _WOOD, np.float32)
