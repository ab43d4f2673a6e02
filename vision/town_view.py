"""What one picture shows on a town board, square by square: bare, a worker, a building's part, a castle's seal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.markers import Image, Points
from vision.surface import find_surfaces
from vision.town_looks import BLOCK, COARSE, UNLIKE, Floats, TownLooks, at, bins, colours, disc, leaning, small, window
from vision.town_plan import TownPlan
from vision.town_sight import Field, Mask, Sight, light_between, sight

BARE, STRANGE = "bare", "strange"
INSET = 2.5  # mm of a square's edge that are not looked at: neighbours and shifted tiles show there
STRAY = 5.0  # mm by which a seal or a worker may stand off the middle of its square
EDGE = 1.5  # mm beyond a square's edge: its lines belong to how it looks
BROAD = 18  # mm along the board's edge: what is as broad and reaches in is an arm
TINGE, SHADY, LIGHTER = 0.2, 0.12, 0.4  # so much more colour (more in a shadow) or light, and it is another thing
FOUND = 0.1  # so alike at least are the board and how it should look
OTHER_LAMP = (0.3, 0.2, 0.7)  # the same beside the empty picture, which was lit otherwise
RELIT = 0.12  # print that is the same differs by less, under any light
ALIKE, SHARED = 0.85, 0.7  # two looks of one print: how they go together, and what share of them is the same


@dataclass(frozen=True)
class Guess:
    """One thing that may be on a square: how well it fits (mean logarithm of a pixel), and what share of the square
    it explains."""

    what: str
    fit: float
    explains: float
    off: tuple[int, int] = (0, 0)  # mm by which a worker is seen beside the middle of its square, right and down


@dataclass(frozen=True)
class SquareReading:
    """The guesses for one square, the best first; `printed` is whether the empty board's own print is seen."""

    guesses: tuple[Guess, ...]
    printed: bool

    @property
    def best(self) -> Guess:
        return self.guesses[0]

    def of(self, what: str) -> Guess:
        return next(guess for guess in self.guesses if guess.what == what)

    @property
    def margin(self) -> float:
        """How much better the best fits than the next."""
        return self.guesses[0].fit - self.guesses[1].fit


class TownView:
    """One picture, ready to be asked about its squares."""

    def __init__(self, looks: TownLooks, seen: Sight) -> None:
        self.looks, self.plan, self.seen = looks, looks.plan, seen
        self.log = small(seen.log)
        self.fine = fine(self.log)
        light = cv2.resize(light_between(seen.log, looks.empty.log, looks.plan), self.log.shape[1::-1])
        self.three = colours(self.log - light)
        self.ground = looks.board(self.three)
        self.likely: Floats = looks.table[:, bins(self.three)]
        half = self.plan.pitch / 2 - INSET
        self._side = round(2 * half) | 1
        self._bare = cv2.boxFilter(self.ground, -1, (self._side, self._side))
        self._forms = {
            name: cv2.boxFilter(self.of(name), -1, (self._side, self._side))
            for name in looks.names
            if name.startswith("form:")
        }

    def of(self, name: str) -> Floats:
        return np.asarray(self.likely[self.looks.number[name]], np.float32)

    @cached_property
    def _gains(self) -> dict[str, Floats]:
        """For each worker's colour, how much better it fits than the board, over a worker's breadth."""
        kernel = _round_kernel(self.plan.worker_mm[0] / 2)
        return {
            colour: np.asarray(cv2.filter2D(self.of(f"worker:{colour}") - self.ground, cv2.CV_32F, kernel), np.float32)
            for colour in self.plan.workers
        }

    @cached_property
    def usual(self) -> float:
        """How well most of the board's squares fit its empty picture."""
        return float(np.percentile(self._fits, 70))

    @cached_property
    def bare(self) -> float:
        """How well its bare squares fit it, if there are at least a few."""
        return float(np.percentile(self._fits, 90))

    @cached_property
    def _fits(self) -> list[float]:
        fits = []
        for square in self.plan.town:
            column, row = at(self.plan.middle(square)).round().astype(int)
            fits.append(float(self._bare[row, column]))
        return fits

    def core(self, square: str) -> tuple[slice, slice]:
        """The rows and columns of a square without its edges."""
        return window(self.plan.middle(square), self.plan.pitch / 2 - INSET)

    def square(self, square: str) -> SquareReading:
        """What is on a square of the town."""
        plan = self.plan
        column, row = at(plan.middle(square)).round().astype(int)
        core = self.core(square)
        bare = float(self._bare[row, column])
        guesses = [Guess(BARE, bare, _share(self.ground[core])), Guess(STRANGE, UNLIKE, 0.0)]
        for name, fits in self._forms.items():
            guesses.append(Guess(name, float(fits[row, column]), _share(self.of(name)[core])))
        guesses += [self._worker(square, colour, bare, core) for colour in plan.workers]
        printed = like(self.fine, self.looks.fine, plan, square)
        return SquareReading(tuple(sorted(guesses, key=lambda guess: -guess.fit)), alike(printed))

    def _worker(self, square: str, colour: str, bare: float, core: tuple[slice, slice]) -> Guess:
        """How well a square shows a worker of a colour on bare ground."""
        wide, high = self.plan.worker_mm
        body = leaning(self.seen, self.plan.middle(square), high * 0.6)
        rows, columns = window(body, STRAY)
        part = self._gains[colour][rows, columns]
        r, c = np.unravel_index(int(part.argmax()), part.shape)
        spot = np.array([columns.start + int(c), rows.start + int(r)]) - at(np.zeros(2))
        fit = bare + float(part[r, c]) * np.pi * (wide / 2) ** 2 / self._side**2
        mask = disc(self.ground.shape, spot, wide / 2)[core]
        whole = np.where(mask, self.of(f"worker:{colour}")[core], self.ground[core])
        right, down = (spot - body).round().astype(int)
        return Guess(f"worker:{colour}", fit, _share(whole), (int(right), int(down)))

    def kept(self, square: str, before: Field) -> float:
        """What share of a square's print is as it was, without its edges, under any light."""
        core = self.core(square)
        return float((np.abs(self.fine[core] - before[core]).max(axis=2) < RELIT).mean())

    def seals(self, square: str, form: str) -> dict[str, float]:
        """By how much each family's seal, where it fits best on a building's square, fits better than the building."""
        plan = self.plan
        kernel = _round_kernel(plan.seal_mm * 0.42)
        rows, columns = window(plan.middle(square), STRAY + len(kernel) / 2 + 1)
        ground = np.maximum(self.of(f"form:{form}")[rows, columns], UNLIKE)
        inner = len(kernel) // 2
        gains = {}
        for family in plan.families:
            gain = self.of(f"seal:{family}")[rows, columns] - ground
            over = cv2.filter2D(gain, cv2.CV_32F, kernel)[inner:-inner, inner:-inner]
            gains[family] = float(over.max()) if over.size else UNLIKE
        return gains

    def tops(self, square: str, floors: Sequence[int]) -> tuple[tuple[str | None, int, float], ...]:
        """What seal a castle's square shows from above and with how many floors, each with its fit, the best first."""
        plan = self.plan
        middle = plan.middle(square)
        found: list[tuple[str | None, int, float]] = []
        half = plan.block_mm / 2 - 1.5
        for height in floors:
            if height == 0:
                found.append((plan.ring[square], 0, float(self.ground[window(middle, half)].mean())))
                continue
            top = leaning(self.seen, middle, height * plan.floor_mm)
            found += [(family, height, self._block(top, family, half)) for family in plan.families]
        return tuple(sorted(found, key=lambda one: -one[2]))

    def _block(self, top: Points, family: str, half: float) -> float:
        """How well the top of a castle piece fits about a point."""
        part = window(top, half)
        rows, columns = np.mgrid[part]
        x, y = at(top)
        away = np.maximum(np.abs(columns - x), np.abs(rows - y))
        inner = away <= self.plan.top_mm / 2 - 1.5
        outer = away > self.plan.top_mm / 2 + 1.5
        seal, grey = self.of(f"top:{family}")[part], self.of(BLOCK)[part]
        return float(np.where(inner, seal, np.where(outer, grey, np.maximum(seal, grey))).mean())

    def arms(self, before: Field | None = None) -> Mask:
        """What reaches in over the edge of the board, as broad as a hand, where a former picture (or the empty board)
        has other colours; a shadow is none."""
        plan = self.plan
        limits = OTHER_LAMP if before is None else (TINGE, SHADY, LIGHTER)
        if before is None:
            now, known = self.three, colours(self.looks.ground)
        else:
            now, known = colours(self.log), colours(small(before))
            now = now - np.median((now - known)[::4, ::4].reshape(-1, 3), axis=0)
        around = np.ones((5, 5), np.uint8)
        above = np.maximum(now - cv2.dilate(known, around), 0)
        below = np.maximum(cv2.erode(known, around) - now, 0)
        tinge = np.maximum(above, below)[..., 1:].max(axis=2)
        foreign = ((tinge > limits[0] + limits[1] * below[..., 0]) | (above[..., 0] > limits[2])).astype(np.uint8)
        left, top = at(np.array(plan.origin)).round().astype(int)
        right, bottom = at(np.array(plan.origin) + np.array([plan.cols, plan.rows]) * plan.pitch).round().astype(int)
        out = max(2, round(plan.margin_mm * 0.6))
        whole = out + 1
        board = np.zeros_like(foreign)
        board[top - whole : bottom + whole, left - whole : right + whole] = 1
        foreign = cv2.morphologyEx(foreign * board, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        foreign = cv2.morphologyEx(foreign, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        _, labels = cv2.connectedComponents(foreign)
        over = np.zeros(foreign.shape, bool)
        for line in (
            labels[top - out, left - out : right + out],
            labels[bottom + out, left - out : right + out],
            labels[top - out : bottom + out, left - out],
            labels[top - out : bottom + out, right + out],
        ):
            for label in np.unique(line[line > 0]):
                if _longest(line == label) >= BROAD:
                    over |= labels == label
        if over.any():  # what lies under it may be of its colour
            wide = round(plan.pitch * 1.2)
            over = cv2.morphologyEx(over.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((wide, wide), np.uint8)) > 0
        return over


class TownReader:
    """Sees the town board in a picture."""

    def __init__(self, looks: TownLooks) -> None:
        self.looks = looks

    def view(self, image: Image, onto: Field | None = None) -> TownView | str:
        """The picture ready to be asked, or what to do so that it can be seen; `onto` is the board as last seen."""
        surface = find_surfaces(image, [self.looks.plan.spec])[0]
        if not surface.seen:
            return surface.advice
        known = self.looks.empty.log if onto is None else onto
        seen = sight(image, surface, self.looks.plan, known)
        if seen.alike < FOUND:
            return "The board cannot be made out: see that nothing covers it and that it lies between its markers."
        return TownView(self.looks, seen)


def fine(log: Field) -> Field:
    """A picture without what changes slowly over it: print without light."""
    return np.asarray(log - cv2.GaussianBlur(log, (0, 0), COARSE), np.float32)


def like(one: Field, other: Field, plan: TownPlan, square: str) -> tuple[float, float]:
    """How far two looks of a square are the same print: how they go together, and what share of them is the same."""
    part = window(plan.middle(square), plan.pitch / 2 + EDGE)
    a, b = one[part], other[part]
    together = float((a * b).sum() / np.sqrt(float((a * a).sum()) * float((b * b).sum()) + 1e-9))
    return together, float((np.abs(a - b).max(axis=2) < RELIT).mean())


def alike(found: tuple[float, float]) -> bool:
    return found[0] >= ALIKE and found[1] >= SHARED


def _longest(mask: Mask) -> int:
    """The longest run of a row of pixels."""
    ends = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(np.int8), [0]])))
    return int((ends[1::2] - ends[::2]).max(initial=0))


def _share(part: Floats) -> float:
    return float((part > UNLIKE).mean())


def _round_kernel(radius: float) -> Floats:
    steps = np.arange(-int(radius), int(radius) + 1)
    kernel = (steps[:, None] ** 2 + steps[None, :] ** 2 <= radius * radius).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)
