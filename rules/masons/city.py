"""Cities: what walls enclose, and what lies in them.

What a space holds is one whole number: eight bits for each colour's houses, then eight for each colour's palaces.
What several spaces hold together is the sum of their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.masons.board import OUT, Board, bits
from rules.masons.edition import COLOURS, TOWERS

ONE_HOUSE = tuple(1 << 8 * c for c in range(len(COLOURS)))
ONE_PALACE = tuple(1 << 8 * (c + len(COLOURS)) for c in range(len(COLOURS)))
COLOUR = {colour: c for c, colour in enumerate(COLOURS)}
TOWER_COLOUR = {colour: t for t, colour in enumerate(TOWERS)}


def houses_of(held: int) -> tuple[int, ...]:
    return (held & 255, held >> 8 & 255, held >> 16 & 255, held >> 24 & 255, held >> 32 & 255)


def palaces_of(held: int) -> tuple[int, ...]:
    return houses_of(held >> 40)


def held_in(spaces: Sequence[int], city: int) -> int:
    return sum([spaces[s] for s in bits(city)])


def packed(houses: Iterable[str], palaces: Iterable[str]) -> int:
    return sum([ONE_HOUSE[COLOUR[c]] for c in houses]) + sum([ONE_PALACE[COLOUR[c]] for c in palaces])


def enclosed(board: Board, walls: int, start: int, edge_closes: bool) -> int:
    """The spaces that walls enclose together with `start`; 0 if they do not."""
    across = board.across
    seen, todo = 1 << start, [start]
    for space in todo:
        for line, other in across[space]:
            if not walls >> line & 1:
                if other == OUT:
                    if not edge_closes:
                        return 0
                elif not seen >> other & 1:
                    seen |= 1 << other
                    todo.append(other)
    return seen


def closed_by(board: Board, walls: int, line: int, edge_closes: bool) -> tuple[int, ...]:
    """What the wall on `line` (one of `walls`) encloses: nothing or a city; two to choose from if the edge closes."""
    others = walls & ~(1 << line)
    rim_points = ~board.inland if edge_closes else 0
    for point in board.ends[line]:
        if not board.lines_at[point] & others and not rim_points >> point & 1:
            return ()  # a wall with a loose end closes nothing
    beside = board.sides[line]
    if len(beside) == 1:
        area = 0 if edge_closes else enclosed(board, walls, beside[0], False)
        return (area,) if area else ()
    a, b = beside
    left = enclosed(board, walls, a, edge_closes)
    if left >> b & 1:
        return ()
    right = enclosed(board, walls, b, edge_closes)
    return tuple([area for area in (left, right) if area])


def areas(board: Board, walls: int) -> tuple[int, ...]:
    """Everything that walls enclose, the edge of the board closing nothing."""
    found, left = [], (1 << len(board.spaces)) - 1
    while left:
        start = (left & -left).bit_length() - 1
        area = enclosed(board, walls, start, False)
        if area:
            found.append(area)
        left &= ~(area or _open_area(board, walls, start))
    return tuple(found)


def _open_area(board: Board, walls: int, start: int) -> int:
    return enclosed(board, walls, start, True)


def room(board: Board, walls: int, cities: Iterable[int]) -> int:
    """The lines on which a wall may still be placed."""
    built = 0
    for city in cities:
        built |= city
    return ((1 << len(board.lines)) - 1) & ~walls & ~board.lines_of(built)


def in_order(cities: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(cities, key=lambda city: city & -city))


def neighbours(board: Board, city: int, cities: Sequence[int]) -> list[int]:
    """The completed cities that share a wall with `city`."""
    if not cities:
        return []
    around = board.lines_of(city)
    return [other for other in cities if other & city == 0 and board.lines_of(other) & around]


def inner_lines(board: Board, city: int) -> int:
    """The lines that have the city on both sides."""
    around, any_, odd = board.around, 0, 0
    while city:
        low = city & -city
        lines = around[low.bit_length() - 1]
        any_ |= lines
        odd ^= lines
        city ^= low
    return any_ & ~odd


def inner_points(board: Board, inner: int) -> int:
    """The points whose lines are all `inner`: nothing but the city touches them."""
    if inner.bit_count() < 3:
        return 0
    lines_at, points = board.lines_at, 0
    for line in bits(inner):
        for point in board.ends[line]:
            if not lines_at[point] & ~inner:
                points |= 1 << point
    return points


def exchanged(spaces: Sequence[int], city: int, palaces_left: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The spaces after every two houses of a colour in the city became a palace, and palaces by colour.

    Nothing scores by where in a city a piece lies. Unless the table tells, the houses are taken in the order of the
    spaces, and a palace stands where the first of its two houses stood.
    """
    counts = houses_of(held_in(spaces, city))
    if max(counts) < 2:
        return tuple(spaces), (0, 0, 0, 0, 0)
    palaces = tuple([min(houses // 2, left) for houses, left in zip(counts, palaces_left, strict=True)])
    after = list(spaces)
    for c, count in enumerate(palaces):
        if not count:
            continue
        at = [s for s in bits(city) for _ in range(after[s] >> 8 * c & 255)]
        for i in range(0, 2 * count, 2):
            after[at[i]] += ONE_PALACE[c] - ONE_HOUSE[c]
            after[at[i + 1]] -= ONE_HOUSE[c]
    return tuple(after), palaces
