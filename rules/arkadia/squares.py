"""Squares of the town as bits of one number, so that a whole board is looked at in a few steps.

`c7` is the third column and the seventh row. A set of squares is a mask; between two rows lie columns that no board
has, so that a shape shifted over the edge never comes in again on the other side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

STRIDE = 32  # bits from one square to the one below it, so that a row is four bytes
MOST_COLUMNS = 20
MOST_ROWS = 30
WIDEST = 6  # squares that a building may be wide or high
NAMES = tuple(f"{chr(97 + place % STRIDE)}{place // STRIDE + 1}" for place in range(STRIDE * 100))
_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


def place_of(name: object) -> int | None:
    """The bit of a square, None when that is no square's name. Whether the board has it is not asked here."""
    found = _NAME.fullmatch(name) if isinstance(name, str) else None
    return (int(found[2]) - 1) * STRIDE + ord(found[1]) - 97 if found else None


def name_of(place: int) -> str:
    return NAMES[place]


def places_of(mask: int) -> list[int]:
    """The bits of a mask, row by row."""
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places


def rows_of(mask: int) -> range:
    """The rows from the first to the last that have a square of the mask."""
    return range((mask & -mask).bit_length() - 1 >> 5, (mask.bit_length() - 1 >> 5) + 1)


HALF_ROW = 10
LEFT = [tuple(places_of(columns)) for columns in range(1 << HALF_ROW)]
RIGHT = [tuple([HALF_ROW + column for column in columns]) for columns in LEFT]


def columns_of(mask: int) -> tuple[int, ...]:
    """The columns that the first row of a mask has; found in halves, since this is asked in every turn."""
    return LEFT[mask & 0x3FF] + RIGHT[mask >> HALF_ROW & 0x3FF]


@lru_cache(maxsize=65536)
def names_of(mask: int) -> tuple[str, ...]:
    return tuple([NAMES[place] for place in places_of(mask)])


def singles(mask: int) -> list[int]:
    """The squares of a mask, each as a mask of its own."""
    squares = []
    while mask:
        low = mask & -mask
        squares.append(low)
        mask ^= low
    return squares


def mask_of(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def around(mask: int) -> int:
    """The squares beside a mask, not diagonally; those off the board have to be taken away by who asks."""
    return (mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE) & ~mask


@lru_cache(maxsize=1024)
def rectangle(columns: int, rows: int, at: int = 0) -> int:
    line = ((1 << columns) - 1) << at
    return sum(line << STRIDE * row for row in range(rows))


@lru_cache(maxsize=1024)
def rim_of(columns: int, rows: int, at: int) -> tuple[int, ...]:
    """The outer squares of a rectangle, row by row."""
    inner = rectangle(columns - 2, rows - 2, at + STRIDE + 1) if columns > 2 and rows > 2 else 0
    return tuple(places_of(rectangle(columns, rows, at) & ~inner))


def shape_of(cells: Iterable[tuple[int, int]]) -> int:
    """The mask of some cells, moved so that its first square is bit 0: the same wherever the cells lie."""
    places = [y * STRIDE + x for x, y in cells]
    first = min(places)
    return mask_of(place - first for place in places)


def turns_of(cells: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The shapes that quarter turns make of some cells, each once."""
    shapes: list[int] = []
    turned = list(cells)
    for _ in range(4):
        turned = [(-y, x) for x, y in turned]
        left, top = min(x for x, _ in turned), min(y for _, y in turned)
        shape = shape_of((x - left, y - top) for x, y in turned)
        if shape not in shapes:
            shapes.append(shape)
    return tuple(sorted(shapes))
