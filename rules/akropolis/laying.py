"""Laying a tile into a city: where it may lie, and the city afterwards."""

from __future__ import annotations

from typing import NamedTuple

from rules.akropolis.edition import COLOURS, PLAZAS, QUARRY
from rules.akropolis.grid import AROUND, Fixed, place
from rules.akropolis.state import UNKNOWN, City, Column, floors_of, with_cells, without_cells
from rules.game import Refused
from rules.words import Phrase, say

At = tuple[int, int, int]
_LOOK = say("which tiles are below is not known here: look whether it lies on two of them at least")


class Laid(NamedTuple):
    """The city's columns and floors with the tile, its level, and what it covers."""

    columns: Fixed[int, Column]
    floors: tuple[Fixed[int, int], ...]
    level: int
    covered: tuple[Column, ...]
    warnings: tuple[Phrase, ...] = ()


def lay(city: City, face: str, at: At, told: int, waived: frozenset[str]) -> Laid | Refused:
    """`told` is the level that the player names, 0 if none."""
    columns = city.columns
    a, b, c = at
    if a not in columns and b not in columns and c not in columns:
        return _on_the_table(city, face, at, told, waived)
    under = tuple([columns[cell] for cell in at if cell in columns])
    level = max([column.level for column in under]) + 1
    regular = len(under) == 3
    if not regular and "gap" not in waived:
        empty = tuple([place(cell) for cell in at if cell not in columns])
        return Refused("gap", say("there is nothing under {} of its hexes", len(empty)), empty)
    levels_below = {column.level for column in under}
    if len(levels_below) > 1:
        if "uneven" not in waived:
            levels = " and ".join(str(n) for n in sorted(levels_below))
            return Refused("uneven", say("the hexes under it are on different levels: {}", levels), named(at))
        regular = False
    below = {column.laid for column in under}
    unknown = UNKNOWN in below
    if len(below) == 1 and not unknown and "one_tile" not in waived:
        return Refused("one_tile", say("it lies on a single tile; it has to cover two at least"), named(at))
    if told and told != level:
        return Refused("wrong-level", say("what lies there lies on level {}, not {}", level, told), named(at))
    after = _with_tile(city, face, at, level)
    warnings = (_LOOK,) if unknown and len(below) < 3 else ()
    if not regular:
        return Laid(after, floors_of(after), level, under, warnings)
    floors = list(city.floors)
    if level == len(floors):
        floors.append(Fixed())
    floors[level - 1] = without_cells(floors[level - 1], at)
    floors[level] = with_cells(floors[level], at)
    return Laid(after, tuple(floors), level, under, warnings)


def _on_the_table(city: City, face: str, at: At, told: int, waived: frozenset[str]) -> Laid | Refused:
    if told > 1:
        return Refused("wrong-level", say("there is nothing under it: it lies on level 1, not {}", told), named(at))
    columns, floors = city.columns, city.floors
    if not _borders(columns, at) and "not_touching" not in waived:
        return Refused("not_touching", say("it does not border the city along an edge"), named(at))
    floors = (with_cells(floors[0], at), with_cells(floors[1], at), *floors[2:])
    return Laid(_with_tile(city, face, at, 1), floors, 1, ())


def _borders(columns: Fixed[int, Column], at: At) -> bool:
    for cell in at:
        for step in AROUND:
            if cell + step in columns:
                return True
    return False


def _with_tile(city: City, face: str, at: At, level: int) -> Fixed[int, Column]:
    columns = Fixed(city.columns)
    number = city.laid + 1
    a, b, c = at
    columns[a] = Column(face[0], level, number)
    columns[b] = Column(face[1], level, number)
    columns[c] = Column(face[2], level, number)
    return columns


def named(at: At) -> tuple[str, ...]:
    return tuple([place(cell) for cell in at])


def cautions(laid: Laid, face: str, at: At) -> list[Phrase]:
    """What the rules allow and the player may not have meant."""
    found = list(laid.warnings)
    columns = laid.columns
    for kind in sorted({column.kind for column in laid.covered if column.kind in PLAZAS}):
        if not any(column.kind == kind for column in columns.values()):
            colour = COLOURS[PLAZAS.index(kind)]
            found.append(say("no plaza of {} is left: without one they count nothing", colour))
    if "m" in face:
        for cell, kind in zip(at, face, strict=True):
            if kind == "m" and any((c := columns.get(cell + step)) and c.kind == "m" for step in AROUND):
                found.append(say("the market on {} borders another one: neither counts", place(cell)))
    return found


def quarries(under: tuple[Column, ...]) -> int:
    return sum([column.kind == QUARRY for column in under])
