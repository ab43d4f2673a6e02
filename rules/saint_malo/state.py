"""What is on the table in Saint Malo, and what a player can do about it."""

from __future__ import annotations

from typing import NamedTuple

from rules.saint_malo.city import EMPTY, defence
from rules.saint_malo.edition import Edition
from rules.settings import Setting, Settings

SYMBOLS = ("log", "crate", "wall", "cross", "head")
SWORDS = "swords"
FACES = (*SYMBOLS, SWORDS)
DICE = 5
LEVEL = {"citizen": 1, "soldier": 2, "priest": 2, "architect": 3, "merchant": 3, "juggler": 4, "noble": 5}

# What points are scored for: during the game, and at its end. A city's tally has one number for each.
DURING = ("citizens", "priests", "houses", "jugglers", "nobles", "walls", "by hand")
AT_END = ("city full", "coins left", "logs left", "churches", "cannons lost")
KINDS = (*DURING, *AT_END)

SETTINGS = (
    Setting(
        "pass", ("stuck", "always"), "May a player pass only when stuck, or always?", "may-not-pass", any_time=True
    ),
    Setting(
        "crates_connect",
        ("new", "any"),
        "Do one turn's crates hang together among themselves, or by way of older crates too?",
        "crates-not-connected",
        any_time=True,
    ),
    Setting(
        "bonus_person",
        ("must", "may"),
        "Must the person of a wall bonus be added, or may the player do without?",
        "bonus-missing",
        any_time=True,
    ),
    Setting(
        "idle_architect",
        (True, False),
        "May an architect come without building a house?",
        "architect-idle",
        any_time=True,
    ),
    Setting("board_side", ("english", "german"), "Which side of the boards: it decides the persons' letters."),
)


class Table(NamedTuple):
    """What stays the same all evening. `alone`: one city is kept, and its owner tells of attacks and of the end."""

    names: tuple[str, ...]
    settings: Settings
    edition: Edition
    alone: bool

    @property
    def boxes(self) -> int:
        """Boxes in each row of the pirates' track. Who keeps one city alone counts whole attacks."""
        return 1 if self.alone else self.edition.boxes_for(len(self.names))


class City(NamedTuple):
    cells: str
    coins: int
    logs: int
    cannons_lost: int
    tally: tuple[int, ...]

    @property
    def vp(self) -> int:
        return sum(self.tally)

    @property
    def empty(self) -> int:
        return self.cells.count(EMPTY)

    @property
    def defence(self) -> int:
        return defence(self.cells)


class State(NamedTuple):
    """`marked` counts the pirates' boxes crossed off in all rows together; `turns` the turns played."""

    table: Table
    cities: tuple[City, ...]
    seat: int
    marked: int
    turns: int
    over: bool

    @property
    def attacks(self) -> int:
        return self.marked // self.table.boxes


class Bonus(NamedTuple):
    """The person that a completed wall brings; `used` is the number of heads he would have taken, if it is told."""

    person: str
    cells: tuple[str, ...]
    houses: tuple[str, ...] = ()
    used: int | None = None


class Turn(NamedTuple):
    """A player's turn; `symbol` None is a pass. `rotated`: the dice turned, by place, by face, or how many.

    `rolls` holds every roll if the table tells them all, the last one being `dice`; `kept` the dice set aside before
    each roll but the first.
    """

    dice: tuple[str, ...]
    symbol: str | None
    used: int | None = None
    rotated: tuple[int, ...] | tuple[str, ...] | int = ()
    cells: tuple[str, ...] = ()
    person: str | None = None
    houses: tuple[str, ...] = ()
    bonus: tuple[Bonus, ...] = ()
    player: int | None = None
    rolls: tuple[tuple[str, ...], ...] | None = None
    kept: tuple[tuple[int, ...], ...] | None = None


class Attack(NamedTuple):
    """Pirate attack `number` came: told by hand where one city is kept alone."""

    number: int


class End(NamedTuple):
    """The game has ended: told by hand where one city is kept alone."""


Action = Turn | Attack | End
