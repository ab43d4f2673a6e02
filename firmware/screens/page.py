"""What a page of a game is drawn with: the sheet, the view, the words, and who may see what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firmware.screens.catalogue import Catalogue
from firmware.screens.dice import strip
from firmware.screens.letters import LINE, shortened, width, wrapped
from firmware.screens.overlay import foot
from firmware.screens.sheet import FOOT, Sheet
from firmware.screens.views import TablePage
from rules.standing import Line, Seat
from rules.words import SILENCE, Phrase, say

NOTHING_BEFORE_THE_END = frozenset(
    ("akropolis",)
)  # games that score nothing while they go on: what it would be, counts
GAP = 4
MOST_OF_A_NOTE = 4  # lines, so that whose turn it is stays to be seen


class Page:
    """One page being drawn. Its name is “kind”, “kind:seat” or “kind:seat:part”."""

    def __init__(self, sheet: Sheet, view: TablePage, words: Catalogue, room: int) -> None:
        self.sheet, self.view, self.words, self.room = sheet, view, words, room
        self.state: Any = view.state
        self.names = view.game.players(view.state)
        self.standing = view.game.standing(view.state, purses=view.open_purses)
        kind, *numbers = view.page.split(":")
        self.kind = kind
        self.numbers = [int(number) for number in numbers if number.isdigit()]

    @property
    def seat(self) -> int:
        """The seat that the page is about."""
        seat = self.numbers[0] if self.numbers else 0
        return min(seat, len(self.names) - 1)

    @property
    def part(self) -> int:
        return self.numbers[1] if len(self.numbers) > 1 else 0

    def say(self, pattern: Phrase) -> str:
        return self.words.say(pattern)

    def seen(self, seat: int) -> Seat:
        """How a seat stands, its secrets included where this view may show them."""
        if self.view.peek == seat:
            return self.view.game.standing(self.state, purses=True).seats[seat]
        return self.standing.seats[seat]

    def live(self, seat: int) -> int | None:
        """The score that is shown in large figures."""
        found = self.seen(seat)
        return found.now if self.view.game.name in NOTHING_BEFORE_THE_END else found.so_far

    # ---- drawing
    def title(self, text: str, room: int | None = None, x: int = 0) -> None:
        room = (self.room if room is None else room) - x
        bold = width(text, bold=True) <= room
        short = text if bold else shortened(text, room)
        if short != text:
            self.sheet.shortened.append(text)
        self.sheet.text(x, 0, short, bold=bold)

    def score(self, x: int, y: int, points: int | None) -> int:
        """A score in large figures with the game's word for points; “?” where it is secret."""
        end = self.sheet.text(x, y, "?" if points is None else str(points), big=True)
        return self.sheet.text(end + 3, y + 8, self.words.word(self.view.game.points), soft=True)

    def table(
        self, y: int, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], x: int = 0, wide: int = 0
    ) -> int:
        """A name and figures in each row, the figures under their heads; tells where it ends."""
        wide = wide or self.room - x
        columns = [max([width(head), *(width(cells[n]) for _, cells in rows)]) for n, head in enumerate(heads)]
        ends: list[int] = []
        end = x + wide
        for column in reversed(columns):
            ends.insert(0, end)
            end -= column + 5
        for head, right in zip(heads, ends, strict=True):
            self.sheet.right(right, y, head, soft=True)
        if any(heads):
            y += LINE
        for name, cells in rows:
            self.sheet.fitted(x, y, name, end - x)
            for cell, right in zip(cells, ends, strict=True):
                self.sheet.right(right, y, cell)
            y += LINE
        return y

    def foot(self) -> None:
        """The last line, where a page leaves it free: the dice, or what the buttons do."""
        if self.view.note != SILENCE:
            return
        if self.view.dice:
            strip(self.sheet, self.words, 0, FOOT - 1, self.view.dice, self.sheet.wide)
        else:
            foot(self.sheet, self.words, self.view.keys)

    def note(self, whole: bool) -> None:
        """What the table should know now, over the last line of any page; `whole`: over as many as it needs."""
        text = self.words.say(self.view.note)
        lines = wrapped(text, self.sheet.wide)[:MOST_OF_A_NOTE] if whole else [shortened(text, self.sheet.wide)]
        y = FOOT - LINE * (len(lines) - 1)
        self.sheet.clear(y - 1)
        for line in lines:
            self.sheet.text(0, y, line)
            y += LINE

    def beside(self, x: int, seat: int) -> None:
        """On the right of a large panel: the subject's score, item by item."""
        wide = self.sheet.wide - x
        y, lines = (0, 5) if self.room == self.sheet.wide else (LINE, 4)
        found = self.seen(seat)
        told = found.now_lines
        if found.now is None:
            self.sheet.text(x, y, self.say(say("points are secret")), soft=True)
        for line in told[:lines] if len(told) <= lines else told[: lines - 1]:
            self.item(x, y, wide, line.what, line.points, self.arithmetic(line))
            y += LINE
        if len(told) > lines:
            self.sheet.text(x, y, "…", soft=True)

    def arithmetic(self, line: Line) -> str:
        """How an item's points came; nothing where that would only say the same again."""
        pattern, fills = line.how
        if pattern in ("{}: {}", "{} so far: {}") or fills == (line.points,):
            return ""
        return self.say(line.how)

    def item(self, x: int, y: int, wide: int, what: str, points: int, how: str = "") -> None:
        """One item of a score: what, the arithmetic where there is room for it, the points."""
        end = self.sheet.right(x + wide, y, str(points))
        begin = self.sheet.fitted(x, y, self.words.word(what), end - x - GAP)
        if how and begin + GAP + width(how) <= end - GAP:
            self.sheet.text(begin + GAP, y, how, soft=True)


__all__ = ["GAP", "Page"]
