"""The hexes of a city: axial places [q, r] packed into one number, and tiles of three round one point.

Directions clockwise from N are (0,-1) (1,-1) (1,0) (0,1) (-1,1) (-1,0), counted from the starting tile's plaza.
"""

from __future__ import annotations

from typing import TypeVar

from rules.forms import shown, whole
from rules.trouble import Trouble

K = TypeVar("K")
V = TypeVar("V")


class Fixed(dict[K, V]):
    """A table that nobody changes any more once it is made, so that states may hold it and be hashed."""

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


MIDDLE, SHIFT = 168, 9  # a cell is (r + MIDDLE) << SHIFT | (q + MIDDLE); a row's mask has bit q + MIDDLE
BITS = (1 << SHIFT) - 1
LIMIT = 160  # no city reaches farther: see edition.MOST_TILES
N, NE, SE, S, SW, NW = AROUND = (-BITS - 1, -BITS, 1, BITS + 1, BITS, -1)
FIELD = sum(1 << (q + MIDDLE) for q in range(-LIMIT, LIMIT))  # the bits where a tile may begin
FIRST_ROW, LAST_ROW = MIDDLE - LIMIT + 1, MIDDLE + LIMIT  # the rows where it may

# Two steps from a hex to the others of a tile, clockwise.
CLOCKWISE = frozenset((AROUND[k], AROUND[(k + 1) % 6]) for k in range(6))


def cell_at(q: int, r: int) -> int:
    return (r + MIDDLE) << SHIFT | (q + MIDDLE)


def at_of(cell: int) -> list[int]:
    return [(cell & BITS) - MIDDLE, (cell >> SHIFT) - MIDDLE]


def place(cell: int) -> str:
    return f"{(cell & BITS) - MIDDLE},{(cell >> SHIFT) - MIDDLE}"


def cell_from(value: object, name: str) -> int:
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(whole(n) for n in value):
        raise Trouble(f"{name} must be a place [q, r], not {shown(value)}")
    q, r = value
    if max(abs(q), abs(r)) > LIMIT:
        raise Trouble(f"{name} cannot be {shown(value)}: no city reaches farther than {LIMIT} hexes")
    return cell_at(q, r)
