"""A drawn-on board against itself when empty: where its print lies in a picture, how much ink is on it, what is hidden.

The empty board is never shown as such: it is put together out of the taught boards, each part from the one that is
brightest there; where all of them have ink, from other spaces of the same kind. Ink is how much darker a picture is
than that, after the light on both has been made the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import Image
from vision.plane import Surface
from vision.trouble import Trouble

Floats = NDArray[np.float32]

SIZE = 64  # pixels of a space's cut-out
REACH = 1.3  # spaces it shows
DARKEST = 10.0  # grey levels below which nothing can be told
STRAY_MM = 4.0  # a board lies at most so far from where its markers say
_KNOWN_MM = 1.5  # how closely that is known at first
_INSET_MM = 6.0  # of a surface's rim may be table
_COARSE = 0.5  # how finely the print is looked for, of the spaces' scale
_AROUND = 1.5  # spaces: over so much the light is taken to be the same; walls painted solid are smaller
_LEVELS = 80.0  # grey levels a log of light
_FAINT = 0.12  # in logs: all that is stronger counts the same
_ALIKE = 5  # so many spaces of one kind show what such a space looks like
_LEFT = 0.05  # logs: what is so much darker than on other spaces of its kind is ink left in the empty board


@dataclass(frozen=True)
class Grid:
    """Where a board's spaces lie, by name, and how large they are; all in mm."""

    spaces: Mapping[str, tuple[float, float]]
    pitch: float
    kinds: Mapping[str, str] = field(default_factory=dict)  # spaces of one kind are printed alike

    @classmethod
    def of(cls, layout: Mapping[str, Any]) -> Grid:
        try:
            spaces = {
                str(name): (float(space["centre_mm"][0]), float(space["centre_mm"][1]))
                for name, space in layout["spaces"].items()
            }
            printed = {str(name): "printed" for name in layout.get("printed_crates", ())}
            kinds = {str(name): str(space.get("kind", "")) for name, space in layout["spaces"].items()}
            return cls(spaces, float(layout["grid"]["pitch_mm"]), {**kinds, **printed})
        except (KeyError, TypeError, ValueError, IndexError):
            raise Trouble("layout.json does not say where the board's spaces are: copy it anew.") from None

    @property
    def scale(self) -> float:
        """Pixels a mm, so that a space's cut-out has its size."""
        return SIZE / (REACH * self.pitch)


@dataclass(frozen=True)
class Inked:
    """One picture of the board: each space's ink in logs of light; below nothing where the picture is the brighter one.

    `light` is the light on each space, in logs, against that on the empty board: some points, three colours.
    """

    ink: Mapping[str, Floats]
    light: Mapping[str, Floats]
    shift_mm: tuple[float, float]


class EmptyBoard:
    """The empty board as learnt from taught ones."""

    def __init__(self, grid: Grid, taught: Sequence[tuple[Surface, Image]]) -> None:
        if not taught:
            raise Trouble("No taught board can be seen: take its pictures anew.")
        self.grid = grid
        scale = grid.scale
        logs = [_logs(surface.rectify(image, scale)) for surface, image in taught]
        self.size = (logs[0].shape[1], logs[0].shape[0])
        inset = int(_INSET_MM * scale)
        self.window = (slice(inset, self.size[1] - inset), slice(inset, self.size[0] - inset))
        board = logs[0]
        for _ in range(2):  # the second time against the board put together
            self._take(board)
            fitted = []
            for one in logs:
                moved = cv2.warpAffine(one, self._lies(one), self.size, flags=_INVERSE, borderMode=cv2.BORDER_REPLICATE)
                fitted.append(moved + _light(board - moved, grid.pitch * scale))
            board = _without_ink(np.max(fitted, axis=0).astype(np.float32), grid)
        self._take(board)

    def _take(self, board: Floats) -> None:
        self.board = board
        self.low = np.asarray(cv2.erode(board, np.ones((3, 3), np.uint8)), np.float32)  # a pixel off is no ink
        self.print = _print(board[self.window], self.grid.scale)

    def _lies(self, logs: Floats) -> Floats:
        """How the print lies in a rectified picture: the board's pixels to the picture's."""
        seen = _print(logs[self.window], self.grid.scale)
        reach = int(np.ceil(STRAY_MM * self.grid.scale * _COARSE))
        fit = cv2.matchTemplate(seen, self.print[reach:-reach, reach:-reach], cv2.TM_CCOEFF_NORMED)
        y, x = np.unravel_index(int(np.argmax(fit)), fit.shape)
        start = np.array([[1, 0, x - reach], [0, 1, y - reach]], np.float32)
        stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-3)
        found = start
        try:
            _, fitted = cv2.findTransformECC(self.print, seen, start.copy(), cv2.MOTION_EUCLIDEAN, stop, np.empty(0), 3)
            found = np.asarray(fitted, np.float32)
        except cv2.error:
            found = start
        middle = np.array(self.print.shape[::-1], np.float32) / 2
        off = np.abs((found - start)[:, :2] @ middle + (found - start)[:, 2]).max() / (self.grid.scale * _COARSE)
        if off > _KNOWN_MM or abs(found[0, 1]) > 0.02:
            found = start
        # what was found of the coarse window, said of the whole board
        corner = np.array([self.window[1].start, self.window[0].start], np.float32)
        half = (1 / _COARSE - 1) / 2
        lies = found.copy()
        lies[:, 2] = found[:, 2] / _COARSE + (half + corner) - found[:, :2] @ (half + corner)
        return np.asarray(lies, np.float32)

    def look(self, surface: Surface, image: Image) -> Inked:
        """The ink of every space of a board that is seen."""
        scale, pitch = self.grid.scale, self.grid.pitch
        picture = _logs(surface.rectify(image, scale))
        lies = self._lies(picture)
        logs = cv2.warpAffine(picture, lies, self.size, flags=_INVERSE, borderMode=cv2.BORDER_REPLICATE)
        darker = self.low - logs
        light = _light(-darker, pitch * scale)
        depth = np.asarray((darker + light).max(axis=2), np.float32)
        ink, lit = {}, {}
        for name, (x, y) in self.grid.spaces.items():
            cut = cv2.getRectSubPix(depth, (SIZE, SIZE), (x * scale - 0.5, y * scale - 0.5))
            ink[name] = np.clip(cut, -0.5, 1.5).astype(np.float32)
            across = slice(round((x - pitch * 0.4) * scale), round((x + pitch * 0.4) * scale), 6)
            along = slice(round((y - pitch * 0.4) * scale), round((y + pitch * 0.4) * scale), 6)
            lit[name] = np.asarray(light[along, across].reshape(-1, 3), np.float32)
        middle = np.array(self.size) / 2
        shift = (lies[:, :2] @ middle + lies[:, 2] - middle) / scale
        return Inked(ink, lit, (float(shift[0]), float(shift[1])))


_INVERSE = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


def _without_ink(board: Floats, grid: Grid) -> Floats:
    """The board without the ink that every taught one had on the same spot: spaces of one kind are printed alike."""
    clean = board.copy()
    across = int(grid.pitch * grid.scale)
    for kind in set(grid.kinds.values()) - {"printed"}:
        middles = [
            (x * grid.scale - 0.5, y * grid.scale - 0.5)
            for name, (x, y) in grid.spaces.items()
            if grid.kinds.get(name) == kind
        ]
        if len(middles) < _ALIKE:
            continue
        cuts = np.stack([cv2.getRectSubPix(board, (across, across), middle) for middle in middles])
        papers = np.percentile(cuts.reshape(len(cuts), -1, 3), 80, axis=1)
        usual = np.median(cuts - papers[:, None, None], axis=0).astype(np.float32)
        usual = np.asarray(cv2.erode(usual, np.ones((3, 3), np.uint8)), np.float32)
        for (x, y), paper in zip(middles, papers, strict=True):
            left, top = round(x - (across - 1) / 2), round(y - (across - 1) / 2)
            off = np.array([[1, 0, x - (across - 1) / 2 - left], [0, 1, y - (across - 1) / 2 - top]], np.float32)
            size = (across, across)
            like = cv2.warpAffine(usual, off, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) + paper
            here = clean[top : top + across, left : left + across]
            inked = (like - here).max(axis=2, keepdims=True) > _LEFT
            here[:] = np.where(inked, np.maximum(here, like), here)
    return clean


def _logs(picture: Image) -> Floats:
    """Light in logs, a little softened: ink is then the same on bright and dark ground."""
    soft = cv2.GaussianBlur(picture, (0, 0), 0.6).astype(np.float32)
    return np.asarray(np.log(soft + DARKEST), np.float32)


def _print(logs: Floats, scale: float) -> Floats:
    """The print's fine pattern, coarsely, the same under any light, with nothing so strong that it drowns the rest."""
    grey = cv2.resize(logs.mean(axis=2), None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_AREA)
    fine = grey - cv2.GaussianBlur(grey, (0, 0), 4.0 * scale * _COARSE)
    return np.asarray(np.clip(fine, -_FAINT, _FAINT), np.float32)


def _light(brighter: Floats, pitch: float) -> Floats:
    """How much brighter the paper is, smoothly over the board, whatever is drawn on it."""
    small = cv2.resize(cv2.GaussianBlur(brighter, (0, 0), 1.2), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    levels = np.clip(128 + small * _LEVELS, 0, 255).round().astype(np.uint8)
    around = int(pitch * 0.4 * _AROUND) | 1
    middle = (cv2.medianBlur(levels, around).astype(np.float32) - 128) / _LEVELS
    paper = cv2.GaussianBlur(middle, (0, 0), around / 6)
    size = (brighter.shape[1], brighter.shape[0])
    return np.asarray(cv2.resize(paper, size, interpolation=cv2.INTER_LINEAR), np.float32)
