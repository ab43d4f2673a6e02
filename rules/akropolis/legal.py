"""The legal actions, one after another as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.akropolis.grid import FIELD, FIRST_ROW, LAST_ROW, NE, SE, SHIFT, Fixed, N
from rules.akropolis.state import UNKNOWN, Action, City, Column, End, Fill, State, Turn, lacking, taken_out
from rules.game import Order

At = tuple[int, int, int]
_ONE, _THREE = (0,), (0, 1, 2)  # the turnings of a tile round its point


def legal_actions(state: State, refill: tuple[str, ...] | None, order: Order[Any]) -> Iterator[Action]:
    """Every legal action once: faces by their names, their hexes in one order, every place and level named.

    `refill` are the faces known to come into the site next. Where they are not known, a turn that ends a round leaves
    the site to be filled up, and a site to be filled up can get whatever has not been seen.
    """
    if state.over:
        return iter(())
    if state.table.alone:
        return _alone(state, order)
    if state.waits:
        return _fills(state, refill, order)
    return _turns(state, refill, order)


def _turns(state: State, refill: tuple[str, ...] | None, order: Order[Any]) -> Iterator[Turn]:
    city, site = state.cities[state.seat], state.site
    ends_round = len(site) == 2 and state.stacks > 0
    if not ends_round:
        refill = None
    elif refill is not None and not _fits(state, len(state.cities) + 1, refill):
        return
    for take in order(range(1, min(len(site), city.stones + 1) + 1)):
        face = site[take - 1]
        for at, level in _spots(city, face, order):
            yield Turn(take, face, at, level, refill)


def _alone(state: State, order: Order[Any]) -> Iterator[Action]:
    """Any tile that the game still holds, the place it was taken from left open, or the end."""
    for face in order([*sorted(state.unseen), None]):
        if face is None:
            yield End()
            continue
        for at, level in _spots(state.cities[0], face, order):
            yield Turn(0, face, at, level)


# ---- places for a tile
def _spots(city: City, face: str, order: Order[Any]) -> Iterator[tuple[At, int]]:
    """Where a tile may lie, with its level there."""
    floors = city.floors
    turns = _ONE if face[0] == face[1] == face[2] else _THREE
    # On the table a tile reaches one row above the row it begins in, and the city may border it there or below.
    ground = range(max(min(floors[0]) - 1, FIRST_ROW), min(max(floors[0]) + 3, LAST_ROW))
    for level in order([n for n in range(1, len(floors) + 1) if n == 1 or floors[n - 1]]):
        floor = floors[level - 1]
        for row in order(ground if level == 1 else tuple(floor)):
            points = _open(floor, row) if level == 1 else _carried(floor, row, city.columns)
            if not points:
                continue
            for a, b, c in order(points):
                for turn in order(turns):
                    yield ((a, b, c), (b, c, a), (c, a, b))[turn], level


def _open(built: Fixed[int, int], row: int) -> list[At]:
    """The points of a row round which a tile on the table may lie: three empty hexes, one of them at the city's edge.

    A point is above the hex of the row or beside it; its hexes are named clockwise from there.
    """
    get = built.get
    a, b, c, d = get(row - 2, 0), get(row - 1, 0), get(row, 0), get(row + 1, 0)
    edge_above = a | a >> 1 | b >> 1 | b << 1 | c | c << 1  # what borders the city in the row above
    edge = b | b >> 1 | c >> 1 | c << 1 | d | d << 1
    taken = c | b >> 1
    above = (edge | edge_above | edge_above >> 1) & ~(taken | b) & FIELD
    beside = (edge | edge >> 1 | edge_above >> 1) & ~(taken | c >> 1) & FIELD
    return _points(row << SHIFT, above, beside)


def _carried(floor: Fixed[int, int], row: int, columns: Fixed[int, Column]) -> list[At]:
    """The points of a row round which a tile may lie on this floor: three hexes under it, not all of one tile."""
    over = floor.get(row - 1, 0)
    if not over:
        return []
    here = floor[row]
    both = here & over >> 1
    points = []
    for at in _points(row << SHIFT, both & over, both & here >> 1):
        tile = columns[at[0]].laid
        if tile != columns[at[1]].laid or tile != columns[at[2]].laid or tile == UNKNOWN:
            points.append(at)
    return points


def _points(base: int, above: int, beside: int) -> list[At]:
    points = []
    while above:
        low = above & -above
        cell = base + low.bit_length() - 1
        points.append((cell, cell + N, cell + NE))
        above ^= low
    while beside:
        low = beside & -beside
        cell = base + low.bit_length() - 1
        points.append((cell, cell + NE, cell + SE))
        beside ^= low
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
