"""The menu: everything that is not look, confirm, back and pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.table.byhand import tell
from firmware.table.disputes import doubts, outcome, take_back, why
from firmware.table.firstrun import where_things_lie
from firmware.table.handset import set_by_hand, table_decides
from firmware.table.looking import look
from firmware.table.notices import Act, Picked, Picking
from firmware.table.outofstep import compare
from firmware.table.secrets import has_screens
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table


class Menu(Picking):
    name = "menu"
    menu = False


def menu(table: Table) -> Menu:
    return Menu(table, say("Menu"), options(table))


def options(table: Table) -> list[Picked]:
    """What the menu offers now. Whatever is picked begins at the game, not at what lay under the menu."""
    sitting, sees, over = table.sitting, table.sight.sees, table.over
    some: list[tuple[bool, Phrase, Callable[[Table], None]]] = [
        (sees and not over, say("look"), look),
        (not over, say("enter by hand"), tell),
        (not over, say("may I? (nothing is kept)"), may_i),
        (True, say("why?"), why),
        (bool(sitting.steps or sitting.undone), say("take back, do again"), take_back),
        (bool(sitting.steps), say("correct something"), correct_one),
        (sees, say("compare with the table"), compare),
        (True, say("set a value by hand"), set_by_hand),
        (bool(table.game.may_change(table.state)), say("what the table decides"), table_decides),
        (has_screens(table) and not over, _purses(table), open_purses),
        (not sees and table.sight.eyes is not None, say("try the camera again"), try_camera),
        (over, say("the end"), outcome),
        (True, say("where things lie"), where_things_lie),
        (table.page is not None, say("page for phones"), phones),
        (True, say("leave this game (it is kept)"), leave),
    ]
    return [(words, _from_home(table, do)) for there, words, do in some if there]


def _from_home(table: Table, do: Callable[[Table], None]) -> Act:
    def act() -> None:
        table.home()
        do(table)

    return act


def may_i(table: Table) -> None:
    """A trial: what is put on the table, or told, is judged, and nothing is recorded."""
    options: list[Picked] = []
    if table.sight.sees:
        options.append((say("it lies on the table: look"), lambda: look(table, trial=True)))
    options.append((say("tell it by hand"), lambda: tell(table, trial=True)))
    table.open(Picking(table, say("May I?"), options, about=say("nothing is recorded")))


def correct_one(table: Table) -> None:
    steps = [step for step in reversed(table.sitting.steps) if step.made["do"] in ("action", "override")]

    def one(n: int) -> Act:
        return lambda: doubts(table, steps[n])

    options = [(say("{}: {}", step.event, step.words), one(n)) for n, step in enumerate(steps)]
    table.open(Picking(table, say("Correct what?"), options))


def _purses(table: Table) -> Phrase:
    return say("close the purses") if table.open_purses else say("open the purses to all")


def open_purses(table: Table) -> None:
    table.open_purses = not table.open_purses


def phones(table: Table) -> None:
    from firmware.web.switch import page_menu  # only a box with a page needs it

    page_menu(table)


def try_camera(table: Table) -> None:
    table.sight.try_again()
    where_things_lie(table)


def leave(table: Table) -> None:
    """The game stays in the journal, and can be taken up again from the list."""
    table.take_up(None)
    table.home()
