"""The legal actions, one after another as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.akropolis.grid import FIELD, FIRST_ROW, LAST_ROW, NE, SE, SHIFT, Fixed, N
from rules.akropolis.state import UNKNOWN, Action, City, End, Fill, State, Turn, lacking, taken_out
from rules.game import Order

At = tuple[int, int, int]
_END = (0, "")  # the choice to end, where it is told by hand
_ONE, _THREE = (0,), (0, 1, 2)  # the turnings of a tile round its point


def legal_actions(state: State, refill: tuple[str, ...] | None, order: Order[Any]) -> Iterator[Action]:
    """Every legal action once: faces by their names, their hexes in one order, every place and level named.

    `refill` are the faces known to come into the site next. Where they are not known, a turn that ends a round leaves
    the site to be filled up, and a site to be filled up can get whatever has not been seen.
    """
    if state.over:
        return iter(())
    if state.table.alone:
        # Any tile that the game still holds, the place it was taken from left open, or the end.
        return _laid(state.cities[0], (*[(0, face) for face in sorted(state.unseen)], _END), None, order)
    site, cities = state.site, state.cities
    if len(site) < 2:
        return _fills(state, refill, order)
    if len(site) > 2 or not state.stacks:
        refill = None
    elif refill is not None and not _fits(state, len(cities) + 1, refill):
        return iter(())
    city = cities[state.seat]
    return _laid(city, tuple(enumerate(site[: city.stones + 1], 1)), refill, order)


def _laid(
    city: City, choices: tuple[tuple[int, str], ...], refill: tuple[str, ...] | None, order: Order[Any]
) -> Iterator[Action]:
    """One of the tiles, a level, a row of hexes, a point in it, and how the tile is turned round the point."""
    storeys = city.storeys
    built = storeys[0]
    levels = range(len(storeys) + 2)  # 0 and 1 are both the table: points above the hexes of a row, or beside them
    for choice in order(choices) if len(choices) > 1 else choices:
        take, face = choice
        if choice is _END:
            yield End()
            continue
        turns = _ONE if face[0] == face[1] == face[2] else _THREE
        for level in order(levels):
            rows: Any  # one row at a time, or on a small high storey all rows at once
            if level < 2:
                # A tile reaches one row above the row it begins in, and the city may border it there or below.
                rows = order(range(max(min(built) - 1, FIRST_ROW), min(max(built) + 3, LAST_ROW)))
            else:
                storey = storeys[level - 2]
                rows = [row for row in storey if row - 1 in storey]
                rows = order(rows) if level == 2 else (rows,)
            for row in rows:
                points = (
                    _open(built, row, level) if level < 2 else _carried(city, level - 2, (row,) if level == 2 else row)
                )
                for point in order(points) if points else ():
                    a = point >> 1
                    b, c = (a + NE, a + SE) if point & 1 else (a + N, a + NE)
                    for turn in order(turns):
                        at = (a, b, c) if turn == 0 else (b, c, a) if turn == 1 else (c, a, b)
                        yield Turn(take, face, at, level or 1, refill)


# ---- places for a tile: a point is twice the cell that it is above, or that and one more if it is beside the cell
def _open(built: Fixed[int, int], row: int, beside: int) -> list[int]:
    """On the table: three empty hexes, one of them at the edge of the city. `beside` is 1 for points beside a hex."""
    get = built.get
    a, b, c, d = get(row - 2, 0), get(row - 1, 0), get(row, 0), get(row + 1, 0)
    b_left, c_left, c_right = b >> 1, c >> 1, c << 1
    edge_above = a | a >> 1 | b_left | b << 1 | c | c_right  # what borders the city in the row above
    edge = b | b_left | c_left | c_right | d | d << 1
    if beside:
        mask = (edge | edge >> 1 | edge_above >> 1) & ~(c | b_left | c_left) & FIELD
    else:
        mask = (edge | edge_above | edge_above >> 1) & ~(c | b_left | b) & FIELD
    base = (row << SHIFT + 1) + beside
    points = []
    while mask:
        bit = mask.bit_length() - 1
        points.append(base + bit + bit)
        mask ^= 1 << bit
    return points


def _carried(city: City, number: int, rows: Sequence[int]) -> list[int]:
    """On a storey: three hexes that high and no higher, not all of one tile."""
    columns, storeys = city.columns, city.storeys
    storey, higher = storeys[number], storeys[number + 1] if number + 1 < len(storeys) else None
    points: list[int] = []
    for row in rows:
        here, over = storey[row], storey[row - 1]
        if higher is not None:
            here &= ~higher.get(row, 0)
            over &= ~higher.get(row - 1, 0)
        both = here & over >> 1
        if not both:
            continue
        base = row << SHIFT
        above, beside = both & over, both & here >> 1
        while above:
            bit = above.bit_length() - 1
            above ^= 1 << bit
            cell = base + bit
            tile = columns[cell].laid
            if tile != columns[cell + NE].laid or tile != columns[cell + N].laid or tile == UNKNOWN:
                points.append(cell + cell)
        while beside:
            bit = beside.bit_length() - 1
            beside ^= 1 << bit
            cell = base + bit
            tile = columns[cell].laid
            if tile != columns[cell + NE].laid or tile != columns[cell + SE].laid or tile == UNKNOWN:
                points.append(cell + cell + 1)
    return points


# ---- the site
def _fits(state: State, wanted: int, refill: tuple[str, ...]) -> bool:
    return len(refill) == wanted and lacking(state.unseen, refill) is None


def _fills(state: State, refill: tuple[str, ...] | None, order: Order[Any]) -> Iterator[Fill]:
    wanted = len(state.cities) + (1 if state.site else 2)
    if refill is None:
        for faces in _rows(state.unseen, wanted, order):
            yield Fill(faces)
    elif _fits(state, wanted, refill):
        yield Fill(refill)


def _rows(unseen: Fixed[str, int], wanted: int, order: Order[Any]) -> Iterator[tuple[str, ...]]:
    if not wanted:
        yield ()
        return
    for face in order(sorted(unseen)):
        for more in _rows(taken_out(unseen, (face,)), wanted - 1, order):
            yield (face, *more)
