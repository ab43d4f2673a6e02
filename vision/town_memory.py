"""What a town board looked like when it was last clear, and what has changed on it since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from vision.town_looks import Floats, small
from vision.town_sight import Field, Mask, pixel
from vision.town_view import BARE, STRANGE, SquareReading, TownView, alike, fine, like

CLEAR, EXPLAINED = 0.3, 0.5  # by how much the best guess leads, and what share of a square it explains, to be taken
PLAIN = 2.5  # a bare square fits the empty board at most so much worse than most squares do
HALFWAY = 0.5  # so like its former look is a square at least whose content is recognised under another light
PRINT_LEFT, PRINT_GONE = 0.5, 0.62  # shares of a bare square's print that are left: still bare; something is on it
BETWEEN = 5  # mm: a worker seen so far off is not on one square
COVERED = 0.08  # of a square lies under an arm: it is not seen
RING_ALIKE, RING_SHARED = 0.85, 0.5  # as `alike`, for castle squares, which stand close together
MOVED = 0.35  # so little of a castle square is as before, and there is another piece on it
TOP_CLEAR = 0.6  # by how much a castle piece's seal must lead


@dataclass
class News:
    """What has changed: `same` is as it was, `changed` clearly something else, `unclear` neither."""

    same: set[str] = field(default_factory=set)
    changed: dict[str, SquareReading] = field(default_factory=dict)
    unclear: dict[str, SquareReading] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)  # of the unclear ones those under an arm
    anew: set[str] = field(default_factory=set)  # of the same ones those that look otherwise: a seal, a shadow
    tops: dict[str, str] = field(default_factory=dict)  # castle squares that show another piece, and its seal

    again: dict[str, str] = field(default_factory=dict)  # those that may show another piece of the same family

    @property
    def quiet(self) -> bool:
        return not (self.changed or self.unclear or self.tops)


class TownMemory:
    """The board as last seen when it was clear, square by square."""

    def __init__(self) -> None:
        self.log: Field | None = None
        self.fine: Floats | None = None
        self.known: set[str] = set()
        self.arms: Mask = np.zeros((1, 1), bool)

    def keep(self, view: TownView, squares: Iterable[str]) -> None:
        """These squares are understood in this picture: this is what they look like from now on."""
        if self.log is None:
            self.log = view.seen.log.copy()
        plan = view.plan
        half = plan.pitch / 2 + 1.5
        for square in squares:
            middle = plan.middle(square)
            left, top = np.maximum(pixel(middle - half).round().astype(int), 0)
            right, bottom = pixel(middle + half).round().astype(int) + 1
            self.log[top:bottom, left:right] = view.seen.log[top:bottom, left:right]
            self.known.add(square)
        self.fine = fine(small(self.log))

    def likeness(self, view: TownView, square: str) -> tuple[float, float]:
        if self.fine is None or square not in self.known:
            return 0.0, 0.0
        return like(view.fine, self.fine, view.plan, square)

    def compare(self, view: TownView, town: Mapping[str, str], castle: Mapping[str, tuple[str | None, int]]) -> News:
        """What is new, going by what should be there: `town` names it square by square (`bare` if left out)."""
        news = News()
        self.arms = view.arms(self.log)
        for square in view.plan.town:
            self._town_square(view, square, town.get(square, BARE), news)
        self._between(view, news, town)
        if self.known:
            self._beside_arms(view, news)
        for square, (family, height) in castle.items():
            self._castle_square(view, square, family, height, news)
        return news

    def _town_square(self, view: TownView, square: str, expected: str, news: News) -> None:
        found = self.likeness(view, square)
        if alike(found):
            news.same.add(square)
            return
        self._otherwise(view, square, expected, found, news)
        if square in news.same:
            news.anew.add(square)

    def _otherwise(self, view: TownView, square: str, expected: str, found: tuple[float, float], news: News) -> None:
        """A square that does not look as it did: is there still the same on it?"""
        reading = view.square(square)
        core = view.core(square)
        first = not self.known and reading.best.what == expected and reading.best.explains > 0.7
        if float(self.arms[core].mean()) > COVERED and not (first or (expected == BARE and reading.printed)):
            news.unclear[square] = reading
            news.hidden.add(square)
            return
        best = reading.best
        if expected == BARE:
            kept = view.kept(square, view.looks.fine if self.fine is None else self.fine)
            if reading.printed or (best.what == BARE and reading.margin > CLEAR and self._plain(view, best.fit, kept)):
                news.same.add(square)
            elif self._something(reading) and (kept < PRINT_GONE or best.what.startswith("form:")):
                news.changed[square] = reading
            else:
                news.unclear[square] = reading
            return
        own = reading.of(expected)
        if (best.what == expected and own.explains >= EXPLAINED) or (
            min(found) >= HALFWAY and own.fit > reading.of(STRANGE).fit
        ):
            news.same.add(square)
        else:
            news.unclear[square] = reading

    def _plain(self, view: TownView, fit: float, kept: float) -> bool:
        """Whether a square looks bare enough."""
        if self.fine is None:
            return fit > view.usual - PLAIN * 0.7
        return fit > view.usual - PLAIN and kept > PRINT_LEFT

    def _between(self, view: TownView, news: News, town: Mapping[str, str]) -> None:
        """A piece that is not clearly on one square may reach onto the next ones, unless they look as they did."""
        for square in [s for s in news.unclear if s not in news.hidden and s not in town]:
            for beside in view.plan.beside(square):
                if beside in news.anew and beside not in town and self.known:
                    self._doubt(view, beside, news)

    def _beside_arms(self, view: TownView, news: News) -> None:
        """What lies beside something hidden is only the same if it looks so."""
        for square in list(news.anew):
            near = any(beside in news.hidden for beside in view.plan.beside(square))
            if near and min(self.likeness(view, square)) < HALFWAY:
                self._doubt(view, square, news)
                news.hidden.add(square)

    def _doubt(self, view: TownView, square: str, news: News) -> None:
        news.same.discard(square)
        news.anew.discard(square)
        news.unclear[square] = view.square(square)

    def _something(self, reading: SquareReading) -> bool:
        """Whether a square clearly shows a worker or a building."""
        best = reading.best
        if best.what in (BARE, STRANGE):
            return False
        rivals = [g.fit for g in reading.guesses[1:] if g.what.split(":")[0] != best.what.split(":")[0]]
        if max(map(abs, best.off)) >= BETWEEN:
            return False
        return best.explains >= EXPLAINED and best.fit - max(rivals) > CLEAR

    def _castle_square(self, view: TownView, square: str, family: str | None, height: int, news: News) -> None:
        found = self.likeness(view, square)
        if found[0] >= RING_ALIKE and found[1] >= RING_SHARED:
            news.same.add(square)
            return
        self._other_castle(view, square, family, height, found, news)
        if square in news.same:
            news.anew.add(square)

    def _other_castle(
        self,
        view: TownView,
        square: str,
        family: str | None,
        height: int,
        found: tuple[float, float],
        news: News,
    ) -> None:
        covered = float(self.arms[view.core(square)].mean()) > COVERED
        held = next(fit for seal, floors, fit in view.tops(square, (height,)) if seal == family and floors == height)
        new = view.tops(square, (height + 1,)) if height < 3 else ()
        if not covered and new:
            best, _, fit = new[0]
            lead = fit - new[1][2]
            if square not in self.known:
                other = max(n for seal, _, n in (*new, (None, 0, -99.0)) if seal != family)
                if held - other > TOP_CLEAR or (best == family and fit - other > TOP_CLEAR):
                    news.same.add(square)
                    return
            elif found[0] >= RING_ALIKE and max(view.tops(square, (height, height + 1)), key=_fit)[0] == family:
                news.same.add(square)  # the same seal in the same place, in another light
                return
            elif found[1] < MOVED and lead > TOP_CLEAR and (best == family or fit - held > TOP_CLEAR):
                assert best is not None
                (news.again if best == family else news.tops)[square] = best
                return
            elif found[0] > HALFWAY and held > fit and found[1] >= MOVED:
                news.same.add(square)
                return
        elif not covered and held > -2.0 and found[0] > HALFWAY:
            news.same.add(square)
            return
        news.unclear[square] = SquareReading((), False)
        if covered:
            news.hidden.add(square)


def _fit(top: tuple[str | None, int, float]) -> float:
    return top[2]
