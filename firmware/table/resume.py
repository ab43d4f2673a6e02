"""Without a game: what can be done. At power-on: the game that was going on, with the exact turn, and a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.screens.views import Keys, Notice, View
from firmware.table.moment import Buttons, Does, Moment
from firmware.table.notices import Act, Picked, Picking
from rules.shelf import GAMES, game_called
from rules.trouble import Trouble
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.keeping import Evening, Kept
    from firmware.table.table import Table


class Start(Picking):
    """The lowest moment when no game is going on."""

    name = "start"

    def __init__(self, table: Table) -> None:
        options: list[Picked] = [
            (say("new game"), lambda: _new_game(table)),
            (say("games that were kept"), lambda: games(table)),
            (say("set up this table"), lambda: _set_up(table)),
        ]
        if table.sight.eyes is not None:
            options.append((say("where things lie"), lambda: _where(table)))
        if table.page is not None:
            options.append((say("page for phones"), lambda: _phones(table)))
        super().__init__(table, say("Umpire"), options, about=table.sight.why_not, stay=True)

    def buttons(self) -> Buttons:
        mine = dict(super().buttons())
        mine.pop("back", None)
        return mine


def _new_game(table: Table) -> None:
    from firmware.table.setup import new_game  # what a new game asks is loaded when there is one

    new_game(table)


def _set_up(table: Table) -> None:
    from firmware.table.firstrun import first_run

    first_run(table)


def _phones(table: Table) -> None:
    from firmware.web.switch import page_menu  # only a box with a page needs it

    page_menu(table)


def _where(table: Table) -> None:
    from firmware.table.firstrun import where_things_lie

    where_things_lie(table)


# ---- the games that were kept
def games(table: Table) -> None:
    """All of them, the newest first. None is ever removed here."""

    def reopened(kept: Kept) -> Act:
        return lambda: ask_about(table, kept)

    options: list[Picked] = [(in_words(kept), reopened(kept)) for kept in table.journal.games()]
    table.open(Picking(table, say("Games"), options))


def title_of(name: str) -> str:
    return game_called(name).title if name in GAMES else name


def in_words(kept: Kept) -> Phrase:
    if not kept.whole:
        return say("a damaged game, {}", str(kept.id))
    names = ", ".join(kept.players)
    if kept.finished:
        return say("{}: {} (put away)", title_of(kept.game), names)
    return say("{}: {} (over)", title_of(kept.game), names) if kept.over else say("{}: {}", title_of(kept.game), names)


def ask_about(table: Table, kept: Kept) -> None:
    """A game that can be taken up is shown as it stands; one that cannot says why, and stays where it is."""
    try:
        evening = table.journal.reopen(kept.id)
    except Trouble as trouble:
        lines = (in_words(kept), say("{}", str(trouble)), say("It is kept as it is."))
        table.say(say("Not to be taken up"), *lines, tone="trouble")
        return
    table.open(Resuming(table, evening))


class Resuming(Moment):
    """The exact turn, and whether to go on with it."""

    name = "resuming"

    def __init__(self, table: Table, evening: Evening) -> None:
        super().__init__(table)
        self.evening = evening
        self.page = 0

    def buttons(self) -> Buttons:
        return {
            "confirm": Does(say("go on"), self._go_on),
            "back": Does(say("not this"), self.close),
            "next": Does(say("page"), lambda: self._turn(1)),
            "previous": Does(say("page"), lambda: self._turn(-1)),
        }

    def view(self, keys: Keys) -> View:
        return Notice(say("Go on with this game?"), exact_turn(self.evening), keys, "ask", self.page)

    def _turn(self, by: int) -> None:
        self.page = self.table.turned(self.view(self.keys()), self.page, by)

    def _go_on(self) -> None:
        self.table.take_up(self.evening)
        self.table.home()
        eyes = self.table.sight.eyes
        if self.table.sight.sees and eyes is not None and not self.table.over:
            from firmware.table.firstrun import where_things_lie

            where_things_lie(self.table)


def exact_turn(evening: Evening) -> tuple[Phrase, ...]:
    """Where the game stands, so that everybody at the table can check it."""
    sitting = evening.sitting
    game, state = sitting.game, sitting.state
    names, turn = game.players(state), game.turn(state)
    whose = say("The game is over.") if turn is None else say("{} is to act.", names[turn])
    last = say("Last: {}", sitting.steps[-1].words) if sitting.steps else say("Nothing has been done yet.")
    standing = game.standing(state, purses=False)
    points = [
        say("{}: {}", seat.name, seat.so_far) if seat.so_far is not None else say("{}", seat.name)
        for seat in standing.seats
    ]
    return (Phrase(game.title), say("event {}", len(sitting.events)), whose, last, *points)
