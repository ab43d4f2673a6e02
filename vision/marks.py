"""Hand-drawn marks on a city board: what each space shows, by a small net that has seen made drawings of many hands.

The net looks at ink alone (`vision.inks`), so pens, boards and light are all the same to it; no writer is learnt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.inks import SIZE, EmptyBoard, Floats, Grid, Inked
from vision.markers import Image
from vision.plane import Surface, SurfaceSpec
from vision.satchel import Satchel
from vision.surface import find_surfaces
from vision.trouble import Trouble

NET = Path(__file__).with_name("marks.onnx")
LETTERS = "CSPAMJNTBHG"  # of both sides of the boards
EMPTY, OTHER = "empty", "other"
PLAIN = (EMPTY, "crate", "wall", "house", *(f"church{n}" for n in range(1, 6)))
CLASSES = (*PLAIN, *LETTERS, OTHER)  # as the net tells them
_SIDES = ((-4.0, 1.0), (4.0, 1.0), (0.0, 1.1), (0.0, 0.92), (3.0, 1.06), (-3.0, 1.06))  # degrees, scale
_PLAINLY = 0.97  # a space so surely empty needs no second look
_OLD = 0.3  # logs: ink fainter than this says nothing of wiping
_STROKES = np.ones((5, 5), np.uint8)  # how far the same stroke may seem to move

Array = NDArray[Any]
Chances = Mapping[str, float]


@cache
def _net() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(NET))


class MarkReader:
    """Has learnt one board from its satchel."""

    def __init__(self, satchel: Satchel) -> None:
        layout = satchel.layout
        self.grid = Grid.of(layout)
        self.printed = tuple(str(place) for place in layout.get("printed_crates", ()))
        letters = {str(letter): str(mark) for letter, mark in dict(layout.get("letters", {})).items()}
        self.marks = tuple(letters.get(name, name) for name in CLASSES)
        self._told = np.array([name not in LETTERS or name in letters for name in CLASSES])
        size = layout["surface"]
        self.specs = [
            SurfaceSpec(str(size["name"]), int(first), float(size["width_mm"]), float(size["height_mm"]))
            for first in size["first_markers"]
        ]
        taught = []
        for entry in satchel.entries:
            picture = satchel.picture(str(entry["file"]))
            surface = self.find(picture)
            if surface.seen:
                taught.append((surface, picture))
        self.board = EmptyBoard(self.grid, taught)

    def find(self, picture: Image, first: int | None = None) -> Surface:
        """The board in a picture; `first` is its first marker where it is known."""
        specs = [s for s in self.specs if first is None or s.first_marker == first] or self.specs
        found = find_surfaces(picture, specs)
        return next((s for s in found if s.seen), found[0])

    def look(self, surface: Surface, picture: Image) -> Inked:
        if not surface.seen:
            raise Trouble(surface.advice)
        return self.board.look(surface, picture)

    def read(self, inked: Inked) -> dict[str, Chances]:
        """Each space's marks and how likely each is; “other” is ink that is no mark, or more than one."""
        places = list(inked.ink)
        chances = self._chances([inked.ink[place] for place in places])
        drawn = [i for i, row in enumerate(chances) if row[0] < _PLAINLY]
        if drawn:  # what may be a mark is looked at from several sides
            sides = [self._chances([_seen_from(inked.ink[places[i]], *side) for i in drawn]) for side in _SIDES]
            chances[drawn] = _together(np.stack([chances[drawn], *sides]))
        told = [i for i, known in enumerate(self._told) if known]
        return {place: {self.marks[i]: float(row[i]) for i in told} for place, row in zip(places, chances, strict=True)}

    def _chances(self, inks: Sequence[Array]) -> Array:
        net = _net()
        net.setInput(np.maximum(np.stack(inks), 0)[:, None].astype(np.float32))
        chances = np.array(net.forward(), np.float64) * self._told
        return np.asarray(chances / chances.sum(axis=1, keepdims=True))


def _together(looks: Array) -> Array:
    """Several looks at the same spaces as one; where they tell different marks, none of them has its way."""
    mean = np.exp(np.mean(np.log(np.maximum(looks, 1e-6)), axis=0))
    tops = looks[:, :, 1:-1].argmax(axis=2)  # of what is a mark
    split = (tops != tops[0]).any(axis=0)
    mean[split] = looks.mean(axis=0)[split]
    return np.asarray(mean / mean.sum(axis=1, keepdims=True))


def _seen_from(ink: Array, turn: float, scale: float) -> Array:
    matrix = cv2.getRotationMatrix2D((SIZE / 2 - 0.5, SIZE / 2 - 0.5), turn, scale)
    return np.asarray(cv2.warpAffine(ink, matrix, (SIZE, SIZE)), np.float32)


def changed(then: Floats, now: Floats) -> tuple[float, float]:
    """How much ink came and how much went between two looks at a space, in shares of a thin mark's."""
    before, after = (_inner(cv2.GaussianBlur(np.maximum(ink, 0), (0, 0), 1.0)) for ink in (then, now))
    came = np.clip(after - cv2.dilate(before, _STROKES), 0, None)
    went = np.clip(before - cv2.dilate(after, _STROKES), 0, None)
    thin = 0.1 * max(float(np.percentile(before, 98)), float(np.percentile(after, 98)), _OLD)
    return float(came.mean()) / thin, float(went.mean()) / thin


def _inner(ink: Array) -> Array:
    edge = SIZE // 7
    return ink[edge:-edge, edge:-edge]


def light_change(then: Inked, now: Inked) -> dict[str, float]:
    """By how much each space's light has changed against the whole board's: something lies or mirrors there."""
    places = [place for place in now.light if place in then.light]
    change = np.stack([now.light[place] - then.light[place] for place in places])
    change = change - np.median(change.reshape(-1, 3), axis=0)
    return {place: float(c) for place, c in zip(places, np.abs(change).max(axis=(1, 2)), strict=True)}
