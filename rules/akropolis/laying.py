"""Laying a tile into a city: where it may lie, and the city afterwards."""

from __future__ import annotations

from typing import NamedTuple

from rules.akropolis.edition import COLOURS, PLAZAS, QUARRY
from rules.akropolis.grid import AROUND, CLOCKWISE, Fixed, place
from rules.akropolis.state import UNKNOWN, City, Column, column_of, storeys_of, with_cells
from rules.game import Refused
from rules.words import Phrase, say

At = tuple[int, int, int]
_LOOK = say("which tiles are below is not known here: look whether it lies on two of them at least")

# The nine steps from a tile's first hex to the places beside the tile, by the step to its second hex.
_BESIDE = {
    second: sorted({hex + step for hex in (0, second, third) for step in AROUND} - {0, second, third})
    for second, third in CLOCKWISE
}


class Laid(NamedTuple):
    """The city's columns and storeys with the tile, what it covers, and where that was a quarry."""

    columns: Fixed[int, Column]
    storeys: tuple[Fixed[int, int], ...]
    covered: tuple[Column, ...]
    quarries: tuple[int, ...]
    warnings: tuple[Phrase, ...] = ()


def lay(city: City, face: str, at: At, told: int, waived: frozenset[str]) -> Laid | Refused:
    """`told` is the level that the player names, 0 if none."""
    columns = city.columns
    a, b, c = at
    first, second, third = columns.get(a), columns.get(b), columns.get(c)
    if first is None and second is None and third is None:
        return _on_the_table(city, face, at, told, waived)
    if first is None or second is None or third is None:
        if "gap" not in waived:
            empty = tuple([place(cell) for cell in at if cell not in columns])
            return Refused("gap", say("there is nothing under {} of its hexes", len(empty)), empty)
        return _on_top(city, face, at, told, waived)
    _, below, one = first
    _, second_below, two = second
    _, third_below, three = third
    if below != second_below or below != third_below or one == two == three or min(one, two, three) == UNKNOWN:
        return _on_top(city, face, at, told, waived)
    level = below + 1
    if told and told != level:
        return Refused("wrong-level", say("what lies there lies on level {}, not {}", level, told), named(at))
    storeys = city.storeys
    if below == len(storeys):
        storeys = (*storeys, with_cells(Fixed(), a, b, c))
    else:
        storeys = (*storeys[:below], with_cells(storeys[below], a, b, c), *storeys[level:])
    return Laid(_with_tile(city, face, at, level), storeys, (first, second, third), _quarries(columns, at))


def _on_top(city: City, face: str, at: At, told: int, waived: frozenset[str]) -> Laid | Refused:
    """What does not lie as it should, or not surely so: refused, or laid above the highest hex that it covers."""
    columns = city.columns
    covered = tuple([columns[cell] for cell in at if cell in columns])
    levels = {column.level for column in covered}
    if len(levels) > 1 and "uneven" not in waived:
        different = " and ".join(str(n) for n in sorted(levels))
        return Refused("uneven", say("the hexes under it are on different levels: {}", different), named(at))
    tiles = {column.laid for column in covered}
    unknown = UNKNOWN in tiles
    if len(tiles) == 1 and not unknown and "one_tile" not in waived:
        return Refused("one_tile", say("it lies on a single tile; it has to cover two at least"), named(at))
    level = max(levels) + 1
    if told and told != level:
        return Refused("wrong-level", say("what lies there lies on level {}, not {}", level, told), named(at))
    after = _with_tile(city, face, at, level)
    warnings = (_LOOK,) if unknown and len(tiles) < 3 else ()
    return Laid(after, storeys_of(after), covered, _quarries(columns, at), warnings)


def _quarries(columns: Fixed[int, Column], at: At) -> tuple[int, ...]:
    return tuple([cell for cell in at if cell in columns and columns[cell].kind == QUARRY])


def _on_the_table(city: City, face: str, at: At, told: int, waived: frozenset[str]) -> Laid | Refused:
    if told > 1:
        return Refused("wrong-level", say("there is nothing under it: it lies on level 1, not {}", told), named(at))
    a, b, c = at
    columns, storeys = city.columns, city.storeys
    for step in _BESIDE[b - a]:
        if a + step in columns:
            break
    else:
        if "not_touching" not in waived:
            return Refused("not_touching", say("it does not border the city along an edge"), named(at))
    storeys = (with_cells(storeys[0], a, b, c), *storeys[1:])
    return Laid(_with_tile(city, face, at, 1), storeys, (), ())


def _with_tile(city: City, face: str, at: At, level: int) -> Fixed[int, Column]:
    columns = Fixed(city.columns)
    number = city.laid + 1
    a, b, c = at
    columns[a] = column_of(face[0], level, number)
    columns[b] = column_of(face[1], level, number)
    columns[c] = column_of(face[2], level, number)
    return columns


def named(at: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([place(cell) for cell in at])


def cautions(laid: Laid, face: str, at: At) -> list[Phrase]:
    """What the rules allow and the player may not have meant."""
    found = list(laid.warnings)
    columns = laid.columns
    lost = [kind for kind, _, _ in laid.covered if kind in PLAZAS]
    for kind in sorted(set(lost)) if lost else ():
        if not any(column.kind == kind for column in columns.values()):
            colour = COLOURS[PLAZAS.index(kind)]
            found.append(say("no plaza of {} is left: without one they count nothing", colour))
    if "m" in face:
        for cell, kind in zip(at, face, strict=True):
            if kind != "m":
                continue
            for step in AROUND:
                if (other := columns.get(cell + step)) is not None and other[0] == "m":
                    found.append(say("the market on {} borders another one: neither counts", place(cell)))
                    break
    return found
