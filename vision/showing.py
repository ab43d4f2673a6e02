"""What one face looks like, learnt from pictures in which every die (of its kind) shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.laying import Laid, Stencil, lay
from vision.placing import SIDE_PX, Placing, cut
from vision.search import Hit, Spot, Stencils, around, look_for, spots
from vision.squares import score_map, slopes
from vision.tray import FINE, Floats, Tray

PRINTED = 1.1  # and for its print
AROUND = 1.7  # how much more than the face is looked at for its edges
REACH = 5  # millimetres around a spot that are searched
ALIKE = 0.6  # a coarse find less like the pattern than this is another thing


@dataclass(frozen=True)
class Lesson:
    """A picture in which `count` dice show the face; where they stand, if that is known."""

    tray: Tray
    count: int
    places: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Shown:
    """One die showing the face: in which of the pictures, and how it lies there."""

    picture: int
    laid: Laid


@dataclass(frozen=True)
class Showing:
    """The dice of some pictures brought together: the face they show, each of them, and how well its edges show."""

    patch: Floats
    shown: tuple[Shown, ...]
    edges: float


def learn_face(lessons: Sequence[Lesson], height: float) -> Showing | None:
    """The face that the most dice show the most clearly, on dice of a height. None if there is nothing to see."""
    size = lessons[0].tray.grown(height, height)
    places = [_places(lesson, size, height) for lesson in lessons]
    best: tuple[float, Floats, list[tuple[int, Hit]]] | None = None
    for lesson, at in zip(lessons, places, strict=True):
        for spot in at[: lesson.count]:
            patch = cut(lesson.tray.fine, FINE, Placing(spot.x, spot.y, 0, size).matrix())
            found = _others(lessons, places, patch, size)
            alike = sum(hit.likeness for _, hit in found) / sum(lesson.count for lesson in lessons)
            if best is None or alike > best[0]:
                best = (alike, patch, found)
    if best is None or not best[2]:
        return None
    _, patch, found = best
    stencil = Stencil(patch)
    laid: list[Shown] = []
    for _ in range(2):
        laid = [Shown(picture, _laid(lessons[picture].tray, stencil, hit, size)) for picture, hit in found]
        stencil = Stencil(_typical([one.laid.patch for one in laid]))
    return _squared([lesson.tray for lesson in lessons], laid)


def _places(lesson: Lesson, size: float, height: float) -> list[Spot]:
    """Where dice may be in a picture, the likeliest first."""
    if lesson.places:
        return [Spot(*lesson.tray.appears(x, y, height), 1.0) for x, y in lesson.places]
    found = spots(lesson.tray, size, 2 * lesson.count + 2)
    return [spot for spot in found if lesson.tray.inside(spot.x, spot.y)]


def _laid(tray: Tray, stencil: Stencil, hit: Hit, size: float) -> Laid:
    """The pattern laid on a find; prints that look much the same upside down need both tried."""
    turns = [hit.guesses[0].turn + quarter for quarter in (0, 90, 180, 270)]
    tries = [lay(tray.fine, FINE, stencil, Placing(hit.x, hit.y, turn, size).matrix()) for turn in turns]
    return max(tries, key=lambda laid: laid.likeness)


def _others(
    lessons: Sequence[Lesson], places: Sequence[Sequence[Spot]], patch: Floats, size: float
) -> list[tuple[int, Hit]]:
    """The dice in all pictures that show what the patch shows, no more in each than there are."""
    stencils = Stencils([patch], size)
    found = []
    for picture, (lesson, at) in enumerate(zip(lessons, places, strict=True)):
        hits = [
            hit
            for hit in look_for(lesson.tray, stencils, around(lesson.tray, at, REACH), ALIKE)
            if lesson.tray.inside(hit.x, hit.y, 6)
        ]
        found += [(picture, hit) for hit in hits[: lesson.count]]
    return found


def _typical(patches: Sequence[Floats]) -> Floats:
    """The patches' mean, or with three or more their median, which shadows and glare on one do not touch."""
    stack = np.stack(patches)
    return np.asarray(np.median(stack, axis=0) if len(patches) > 2 else stack.mean(axis=0), np.float32)


def _squared(trays: Sequence[Tray], shown: Sequence[Shown]) -> Showing:
    """The dice cut out anew by the square that their edges, all laid on each other, make: roughly, then exactly."""
    shown, _ = _shifted(trays, shown, np.arange(-45, 45, 3.0), 1.5)
    shown, _ = _shifted(trays, shown, np.arange(-9, 9.5, 3.0), 5.0)
    shown, edges = _shifted(trays, shown, np.arange(-4, 4.5, 1.0), 6.0)
    return Showing(_typical([one.laid.patch for one in shown]), tuple(shown), edges)


def _shifted(
    trays: Sequence[Tray], shown: Sequence[Shown], turns: NDArray[np.float64], centred: float
) -> tuple[list[Shown], float]:
    """All dice moved alike to where a square shows best; `centred` is how much its middle must be the print's."""
    side = round(SIDE_PX * AROUND)
    wide = np.diag([AROUND, AROUND, 1.0])
    middle = (side - 1) / 2
    off = _print_middle(np.stack([_wider(trays, one) for one in shown]))
    pairs = [
        slopes(cut(trays[one.picture].fine, FINE, one.laid.matrix @ wide, side), slopes(trays[one.picture].half)[2])
        for one in shown
    ]
    rows, columns = np.mgrid[0:side, 0:side] - middle
    away = np.hypot(columns - off[0], rows - off[1]) / SIDE_PX if off else np.hypot(columns, rows) / SIDE_PX * 0.3
    penalty = centred * np.maximum(away - 0.025, 0)
    best, change = -9.0, np.eye(3)
    for turn in turns:
        maps = []
        for across, along, usual in pairs:
            score, turning = score_map(across, along, usual, float(turn), SIDE_PX)
            maps.append(cv2.warpAffine(score, turning, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
        value = np.mean(maps, axis=0) - penalty
        row, column = np.unravel_index(int(value.argmax()), value.shape)
        if value[row, column] > best:
            best = float(value[row, column])
            moved = Placing((column - middle) / SIDE_PX, (row - middle) / SIDE_PX, float(turn), 1.0)
            change = np.vstack([moved.matrix(), [0, 0, 1]])
    again = []
    for one in shown:
        matrix = one.laid.matrix @ change
        again.append(Shown(one.picture, Laid(matrix, one.laid.likeness, cut(trays[one.picture].fine, FINE, matrix))))
    return again, best


def _wider(trays: Sequence[Tray], one: Shown) -> Floats:
    matrix = one.laid.matrix @ np.diag([PRINTED, PRINTED, 1.0])
    return cut(trays[one.picture].fine, FINE, matrix, round(SIDE_PX * PRINTED))


def _print_middle(patches: Floats) -> tuple[float, float] | None:
    """Where the print's middle lies from the patch's middle, in pixels: what stands out from the face's own colour and
    does not run over the patch's edge, as side faces and the table do. None if that shows nothing."""
    typical = np.median(patches, axis=0)
    side = len(typical)
    middle = (side - 1) / 2
    steps = np.arange(side) - middle
    away = np.hypot(steps[:, None], steps[None, :]) / SIDE_PX
    central, ring = away < 0.36, (away > 0.36) & (away < 0.45)
    ground = np.median(typical[ring], axis=0)
    strange = np.abs(typical - ground).max(axis=2)
    mask = (strange > 0.4 * np.percentile(strange[central], 97)).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(mask)
    boxes = []
    for number in range(1, count):
        x, y, width, height, area = (int(v) for v in stats[number])
        inside = x > 0 and y > 0 and x + width < side and y + height < side
        near = np.hypot(*(centres[number] - middle)) < 0.4 * SIDE_PX
        if inside and near and area >= 6:
            boxes.append((x, y, x + width, y + height))
    if sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) < 20:
        return None
    left, top, _, _ = np.min(boxes, axis=0)
    _, _, right, bottom = np.max(boxes, axis=0)
    return float((left + right - 1) / 2 - middle), float((top + bottom - 1) / 2 - middle)
