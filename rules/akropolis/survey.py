"""What a city shows from above, whatever the table decided about how to read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.akropolis.edition import DISTRICTS, KINDS, PLAZAS
from rules.akropolis.grid import AROUND, NE, NW, SE, SHIFT, SW, N, S
from rules.akropolis.state import City


class Survey(NamedTuple):
    """Districts by their levels. Only what might count is here; `counts` holds how many there are of each colour."""

    stars: tuple[int, ...]
    counts: tuple[int, ...]
    groups: list[list[int]]  # of neighbouring houses
    markets: list[tuple[int, bool]]  # level, and whether a market plaza is beside it; those without a rival
    barracks: list[tuple[int, int, int]]  # level, sides to the open table, sides to lakes
    temples: list[int]  # built in on all sides
    gardens: list[tuple[int, bool, bool]]  # level, beside any lake, beside a lake of a single hex


def survey(city: City, stars: tuple[int, ...]) -> Survey:
    columns = city.columns
    found: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for cell, column in columns.items():
        found[column[0]].append(cell)
    houses, markets, barracks, temples, gardens = [found[kind] for kind in DISTRICTS]
    holes = lakes(city.storeys[0]) if barracks or gardens else {}
    rivals, plazas = set(markets), set(found["M"])
    lonely = [c for c in markets if rivals.isdisjoint(around(c))]
    sides = []
    for c in barracks:
        empty = [cell for cell in around(c) if cell not in columns]
        wet = len([cell for cell in empty if cell in holes]) if holes else 0
        sides.append((columns[c].level, len(empty) - wet, wet))
    green = []
    for c in gardens:
        sizes = [holes[cell] for cell in around(c) if cell in holes] if holes else ()
        green.append((columns[c].level, len(sizes) > 0, 1 in sizes))
    return Survey(
        tuple([len(found[kind]) * each for kind, each in zip(PLAZAS, stars, strict=True)]),
        (len(houses), len(markets), len(barracks), len(temples), len(gardens)),
        [[columns[c].level for c in group] for group in _groups(set(houses))],
        [(columns[c].level, not plazas.isdisjoint(around(c))) for c in lonely],
        sides,
        [columns[c].level for c in temples if columns.keys() >= {*around(c)}],
        green,
    )


def around(cell: int) -> tuple[int, int, int, int, int, int]:
    return cell + N, cell + NE, cell + SE, cell + S, cell + SW, cell + NW


def _groups(cells: set[int]) -> list[list[int]]:
    """The cells in groups that hang together."""
    groups = []
    while cells:
        group = [cells.pop()]
        for cell in group:  # it grows while it is gone through
            for step in AROUND:
                if cell + step in cells:
                    cells.remove(cell + step)
                    group.append(cell + step)
        groups.append(group)
    return groups


def lakes(built: Mapping[int, int]) -> dict[int, int]:
    """The empty cells that the city encloses, each with the size of its lake. `built` holds the rows of the city.

    At first every empty hex with built ones somewhere on both sides of it, to the left and right and to the north and
    south, is taken for wet; then whatever borders an empty cell that is none runs dry, until nothing changes.
    """
    rows = sorted(built)
    wet: dict[int, int] = {}
    seen = 0
    for row in rows:
        mask = built[row]
        gaps = seen & ((1 << mask.bit_length()) - (mask & -mask)) & ~mask
        if gaps:
            wet[row] = gaps
        seen |= mask
    seen = 0
    for row in reversed(rows) if wet else ():
        if gaps := wet.pop(row, 0) & seen:
            wet[row] = gaps
        seen |= built[row]
    shrinking = bool(wet)
    while shrinking:
        shrinking = False
        for row, gaps in list(wet.items()):
            here = ~(built[row] | gaps)  # the dry and empty cells of this row and of the rows beside it
            north = ~(built.get(row - 1, 0) | wet.get(row - 1, 0))
            south = ~(built.get(row + 1, 0) | wet.get(row + 1, 0))
            left = gaps & ~(here << 1 | here >> 1 | north | north >> 1 | south | south << 1)
            if left != gaps:
                shrinking = True
                if left:
                    wet[row] = left
                else:
                    del wet[row]
    if not wet:
        return {}
    cells = {row << SHIFT | bit for row, gaps in wet.items() for bit in range(gaps.bit_length()) if gaps >> bit & 1}
    return {cell: len(lake) for lake in _groups(cells) for cell in lake}
