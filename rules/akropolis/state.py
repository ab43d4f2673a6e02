"""What is on the table in Akropolis, and what a player can do about it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rules.akropolis.edition import Edition
from rules.akropolis.grid import BITS, SHIFT, Fixed
from rules.settings import Setting, Settings

UNKNOWN = -1  # the number of a tile when nobody knows which one a hex belongs to

READINGS = (
    Setting(
        "barracks_edge",
        ("outside", "any_empty"),
        "Is the edge only where the open table lies, or at a lake inside the city too? Read the same for its variant.",
        "barracks",
        any_time=True,
    ),
    Setting(
        "house_group",
        ("most_hexes", "most_value"),
        "Is the largest group of houses that of most hexes (then of most value), or that of most value?",
        "houses",
        any_time=True,
    ),
    Setting(
        "lake",
        ("any_size", "single_hex"),
        "For the variant of the gardens: is every hole in a city a lake, or only one of a single hex?",
        "variant-gardens",
        any_time=True,
    ),
)
SETTINGS = (
    Setting("all_tiles", (False, True), "The longer game of two or three with all the tiles.", "stacks"),
    Setting("variant_houses", (False, True), "A house group worth 10 or more counts double.", "variant-houses"),
    Setting("variant_markets", (False, True), "A market beside a market plaza counts double.", "variant-markets"),
    Setting("variant_barracks", (False, True), "Barracks with 3 or 4 empty sides count double.", "variant-barracks"),
    Setting("variant_temples", (False, True), "A temple above level 1 counts double.", "variant-temples"),
    Setting("variant_gardens", (False, True), "A garden beside a lake counts double.", "variant-gardens"),
    *READINGS,
)


class Column(NamedTuple):
    """What is seen from above in one place, its level, and which tile of the city it is on (0 is the starting one)."""

    kind: str
    level: int
    laid: int


column_of = lru_cache(maxsize=4096)(Column)  # the same column is met again and again


class City(NamedTuple):
    """`storeys[n]` holds, row by row, the places where the city is more than n levels high."""

    columns: Fixed[int, Column]
    storeys: tuple[Fixed[int, int], ...]
    laid: int  # the number of the tile laid last
    stones: int
    gained: int  # stones gained from covered quarries so far


class Table(NamedTuple):
    """What stays the same all evening. `alone`: one city is kept, without the others' turns and without the site."""

    names: tuple[str, ...]
    settings: Settings
    edition: Edition
    alone: bool


class State(NamedTuple):
    """`site` holds the faces in its row, the first first; `unseen` how many of each face have not been turned up."""

    table: Table
    cities: tuple[City, ...]
    site: tuple[str, ...]
    stacks: int
    chief: int
    unseen: Fixed[str, int]
    over: bool

    @property
    def seat(self) -> int:
        """Who is to act. A round is one turn more than there are players; the Chief begins it and ends it."""
        site = self.site
        return (self.chief + 2 - len(site)) % len(self.cities) if site else self.chief

    @property
    def waits(self) -> bool:
        """Is the site to be filled up before anybody takes a tile?"""
        return not self.over and not self.table.alone and len(self.site) < 2


class Turn(NamedTuple):
    """A tile taken and laid: `at` are its places hex by hex as `face` names them.

    `take` is its place in the site (1 is the first, 0 if it is not told), `level` 0 if it is not told; `refill` the
    faces that fill up the site when this turn ends a round, None if it is filled up later.
    """

    take: int
    face: str
    at: tuple[int, int, int]
    level: int
    refill: tuple[str, ...] | None = None
    player: int | None = None


class Fill(NamedTuple):
    """The site is filled up: the new faces in their order."""

    refill: tuple[str, ...]


class End(NamedTuple):
    """The game has ended: told by hand where one city is kept alone."""


Action = Turn | Fill | End


def city_of(columns: Fixed[int, Column], stones: int, gained: int = 0) -> City:
    laid = max((column.laid for column in columns.values()), default=0)
    return City(columns, storeys_of(columns), max(laid, 0), stones, gained)


def starting_city(edition: Edition, stones: int) -> City:
    return city_of(Fixed({cell: Column(kind, 1, 0) for cell, kind in edition.starting_tile}), stones)


def storeys_of(columns: Fixed[int, Column]) -> tuple[Fixed[int, int], ...]:
    storeys = [Fixed[int, int]() for _ in range(max((column.level for column in columns.values()), default=1))]
    for cell, column in columns.items():
        for storey in storeys[: column.level]:
            storey[cell >> SHIFT] = storey.get(cell >> SHIFT, 0) | 1 << (cell & BITS)
    return tuple(storeys)


def with_cells(storey: Fixed[int, int], a: int, b: int, c: int) -> Fixed[int, int]:
    after = Fixed(storey)
    row = a >> SHIFT
    after[row] = after.get(row, 0) | 1 << (a & BITS)
    row = b >> SHIFT
    after[row] = after.get(row, 0) | 1 << (b & BITS)
    row = c >> SHIFT
    after[row] = after.get(row, 0) | 1 << (c & BITS)
    return after


def taken_out(unseen: Fixed[str, int], faces: Iterable[str]) -> Fixed[str, int]:
    """What is still unseen after these faces were turned up; a face that none is left of stays at none."""
    after = Fixed(unseen)
    for face in faces:
        left = after.pop(face, 0)
        if left > 1:
            after[face] = left - 1
    return after


def lacking(unseen: Fixed[str, int], faces: tuple[str, ...]) -> str | None:
    """The first of these faces that there are not so many of."""
    for face in faces:
        if faces.count(face) > unseen.get(face, 0):
            return face
    return None
