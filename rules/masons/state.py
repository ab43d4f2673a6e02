"""What is on the table in Masons, and what a player can do about it."""

from __future__ import annotations

from typing import NamedTuple

from rules.masons.edition import COLOURS, TOWERS, Edition
from rules.settings import Setting, Settings

STAGES = ("wall", "end", "cards", "swap", "over")  # what the table waits for
FREE = "?"  # the face of a house die that leaves the choice

# What points are scored for; each player has one number for each.
KINDS = ("city cards", "outside cards", "cities cards", "rolled early", "by hand")
NO_POINTS = (0,) * len(KINDS)

# Places of the kinds in a supply: walls; towers, houses and palaces by colour.
WALL, TOWER, HOUSE, PALACE = 0, 1, 4, 9
TOWER_STOCK = tuple(f"{colour} towers" for colour in TOWERS)
HOUSE_STOCK = tuple(f"{colour} houses" for colour in COLOURS)
PALACE_STOCK = tuple(f"{colour} palaces" for colour in COLOURS)
KIND_NAMES = ("walls", *TOWER_STOCK, *HOUSE_STOCK, *PALACE_STOCK)  # what the ledger calls them

SETTINGS = (
    Setting(
        "edge_closes",
        (False, True),
        "Does the board's edge close a city without walls on its lines?",
        "city-completed",
    ),
    Setting(
        "exchange",
        ("after joining", "before joining"),
        "Are houses exchanged for palaces in the joined city, or in the new one before it is joined?",
        "houses-exchanged",
        any_time=True,
    ),
    Setting(
        "last_piece",
        ("of a kind", "of a colour"),
        "Does the game end by the last tower, house or palace of all, or already by the last of one colour?",
        "last-piece",
        any_time=True,
    ),
)


class Table(NamedTuple):
    """What stays the same all evening."""

    names: tuple[str, ...]
    settings: Settings
    edition: Edition


class Pieces(NamedTuple):
    """What lies on the board and beside it.

    `towers` has a set of points for each colour; `spaces` what each space holds (see `city.py`); `cities` sets of
    spaces, the one with the first space first.
    """

    walls: int
    towers: tuple[int, int, int]
    spaces: tuple[int, ...]
    cities: tuple[int, ...]
    supply: tuple[int, ...]


class State(NamedTuple):
    """`seat` is whose turn it is; `to_act` who still has to do something in stages "cards" and "swap", in order.

    `wall` is the line of this turn's wall in stage "end", else -1, and `enclosed` what it encloses; `scored` the city
    being scored, 0 in the last scoring of a game that ended without one; `deck` the cards that lie face down.
    """

    table: Table
    pieces: Pieces
    tallies: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    deck: int
    seat: int
    turns: int
    stage: str
    wall: int
    enclosed: tuple[int, ...]
    to_act: tuple[int, ...]
    scored: int
    ending: bool

    @property
    def points(self) -> tuple[int, ...]:
        return tuple([sum(tally) for tally in self.tallies])

    @property
    def discard(self) -> int:
        return self.table.edition.cards - sum(self.hands) - self.deck


# ---- actions. Where a field is None, the table did not tell, and it is what the rules make of it. `player` is a seat.
Names = tuple[str, ...]


class EarlyRoll(NamedTuple):
    """The dice were rolled before the wall was placed."""

    player: int | None = None


class Wall(NamedTuple):
    line: str
    encloses: Names | None = None  # told, () is nothing
    player: int | None = None


class Joined(NamedTuple):
    older: Names
    walls: Names | None = None


class Laid(NamedTuple):
    """What lies on a space."""

    space: str
    houses: Names
    palaces: Names


class Build(NamedTuple):
    """The rest of a turn from the dice on; with `wall`, the whole turn."""

    die: str | None
    dice: tuple[str, str]
    towers: tuple[tuple[str, str], ...]  # point, colour
    houses: tuple[tuple[str, str], ...]  # space, colour
    completed: Names | None = None
    joined: Joined | None = None
    palaces: Names | None = None
    arrangement: tuple[Laid, ...] | None = None
    removed: tuple[Names, Names] | None = None  # walls, towers
    scored: Names | None = None
    wall: str | None = None
    player: int | None = None


class Cards(NamedTuple):
    """Cards played by their faces, or `discarded` cards whose faces nobody scores."""

    faces: Names
    discarded: int = 0
    drawn: int | None = None
    city: Names | None = None
    player: int | None = None


class Swap(NamedTuple):
    discarded: int
    drawn: int | None = None
    player: int | None = None


Action = EarlyRoll | Wall | Build | Cards | Swap
