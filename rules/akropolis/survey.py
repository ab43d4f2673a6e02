"""What a city shows from above, whatever the table decided about how to read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.akropolis.edition import DISTRICTS, PLAZAS
from rules.akropolis.grid import AROUND, BITS, SHIFT
from rules.akropolis.state import Column

Columns = Mapping[int, Column]


class Survey(NamedTuple):
    """Districts by their levels. Only what might count is here; `counts` holds how many there are of each colour."""

    stars: tuple[int, ...]
    counts: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]  # of neighbouring houses
    markets: tuple[tuple[int, bool], ...]  # level, and whether a market plaza is beside it; those without a rival
    barracks: tuple[tuple[int, int, int], ...]  # level, sides to the open table, sides to lakes
    temples: tuple[int, ...]  # built in on all sides
    gardens: tuple[tuple[int, bool, bool], ...]  # level, beside any lake, beside a lake of a single hex


def survey(columns: Columns, stars: tuple[int, ...]) -> Survey:
    found: dict[str, list[int]] = {kind: [] for kind in DISTRICTS + PLAZAS + "q"}
    for cell, column in columns.items():
        found[column.kind].append(cell)
    houses, markets, barracks, temples, gardens = (found[kind] for kind in DISTRICTS)
    holes = lakes(columns)
    level = {cell: columns[cell].level for kind in DISTRICTS for cell in found[kind]}
    rivals, plazas = set(markets), set(found["M"])
    lonely = [c for c in markets if not any(c + step in rivals for step in AROUND)]
    sides = []
    for c in barracks:
        empty = [c + step for step in AROUND if c + step not in columns]
        wet = len([cell for cell in empty if cell in holes])
        sides.append((level[c], len(empty) - wet, wet))
    green = []
    for c in gardens:
        sizes = [holes[c + step] for step in AROUND if c + step in holes] if holes else []
        green.append((level[c], bool(sizes), 1 in sizes))
    return Survey(
        tuple([len(found[kind]) * each for kind, each in zip(PLAZAS, stars, strict=True)]),
        tuple([len(found[kind]) for kind in DISTRICTS]),
        tuple([tuple([level[c] for c in group]) for group in _groups(set(houses))]),
        tuple([(level[c], any(c + step in plazas for step in AROUND)) for c in lonely]),
        tuple(sides),
        tuple([level[c] for c in temples if all(c + step in columns for step in AROUND)]),
        tuple(green),
    )


def _groups(cells: set[int]) -> list[list[int]]:
    """The cells in groups that hang together."""
    groups = []
    while cells:
        todo = [cells.pop()]
        group = []
        while todo:
            cell = todo.pop()
            group.append(cell)
            for step in AROUND:
                if cell + step in cells:
                    cells.remove(cell + step)
                    todo.append(cell + step)
        groups.append(group)
    return groups


def lakes(columns: Columns) -> dict[int, int]:
    """The empty cells that the city encloses, each with the size of its lake."""
    rows: dict[int, int] = {}
    for cell in columns:
        rows[cell >> SHIFT] = rows.get(cell >> SHIFT, 0) | 1 << (cell & BITS)
    if not rows:
        return {}
    first, last = min(rows), max(rows)
    built = 0
    for mask in rows.values():
        built |= mask
    low = (built & -built).bit_length() - 1
    inside = (1 << built.bit_length()) - (1 << low)
    closed = [inside & ~rows.get(row, 0) for row in range(first, last + 1)]  # empty, and not yet known to be open
    # What borders the frame is open, and what borders the open is: row by row down and up, until nothing changes.
    edge = 1 << low | 1 << (built.bit_length() - 1)
    shut = _drained(closed, edge)
    wet = {
        (first + number) << SHIFT | bit
        for number, mask in enumerate(shut)
        for bit in range(low, built.bit_length())
        if mask >> bit & 1
    }
    return {cell: len(lake) for lake in _groups(wet) for cell in lake}


def _drained(empty: list[int], edge: int) -> list[int]:
    """The empty cells of each row that no way over empty cells leads out of."""
    count = len(empty)
    opened = [mask & edge for mask in empty]
    opened[0], opened[-1] = empty[0], empty[-1]
    changed = True
    while changed:
        changed = False
        for numbers in (range(count), range(count - 1, -1, -1)):
            for n in numbers:
                reached = opened[n]
                if reached == empty[n]:
                    continue
                if n:
                    reached |= opened[n - 1] | opened[n - 1] >> 1
                if n + 1 < count:
                    reached |= opened[n + 1] | opened[n + 1] << 1
                reached &= empty[n]
                while (more := (reached | reached << 1 | reached >> 1) & empty[n]) != reached:
                    reached = more
                if reached != opened[n]:
                    opened[n], changed = reached, True
    return [mask & ~out for mask, out in zip(empty, opened, strict=True)]
