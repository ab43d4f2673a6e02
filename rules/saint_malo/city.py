"""The city board: 7 x 7 cells without the four corner towers, each empty or holding one mark.

Inside, a city's cells are one string of 49 letters, row by row; a place is called "row,col" wherever it is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from rules.saint_malo.edition import PERSONS, SECTIONS

SIDE = 7
TOWERS = frozenset({0, 6, 42, 48})
SPACES = tuple(i for i in range(SIDE * SIDE) if i not in TOWERS)
OUTER = frozenset(i for i in SPACES if i // SIDE in (0, 6) or i % SIDE in (0, 6))
_OUTER_SPACES = tuple(sorted(OUTER))
PLACES = tuple(f"{i // SIDE},{i % SIDE}" for i in range(SIDE * SIDE))
INDEX = {PLACES[i]: i for i in SPACES}
SECTION: tuple[tuple[int, ...], ...] = (
    tuple(range(1, 6)),
    tuple(range(13, 42, 7)),
    tuple(range(43, 48)),
    tuple(range(7, 36, 7)),
)
SECTION_SLICES = (slice(1, 6), slice(13, 42, 7), slice(43, 48), slice(7, 36, 7))  # the same as slices of the cells
assert len(SECTION) == len(SECTIONS)

EMPTY, TOWER, WALL, HOUSE, CRATE, PRINTED = ".", " ", "w", "h", "c", "x"
_WHOLE_WALL = WALL * 5
PERSON_LETTER = dict(zip(PERSONS, "CSPAMJN", strict=True))
MARK_OF = {
    CRATE: "crate",
    PRINTED: "printed_crate",
    WALL: "wall",
    HOUSE: "house",
    **{str(n): f"church{n}" for n in range(1, 6)},
    **{letter: person for person, letter in PERSON_LETTER.items()},
}
LETTER_OF = {mark: letter for letter, mark in MARK_OF.items()}
CRATES = frozenset((CRATE, PRINTED))
CHURCHES = frozenset("12345")
PERSON_LETTERS = frozenset(PERSON_LETTER.values())


def _beside(i: int, steps: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    row, col = divmod(i, SIDE)
    near = ((row + dr, col + dc) for dr, dc in steps)
    return tuple(r * SIDE + c for r, c in near if 0 <= r < SIDE and 0 <= c < SIDE and r * SIDE + c not in TOWERS)


EDGES: Mapping[int, tuple[int, ...]] = {i: _beside(i, ((-1, 0), (0, -1), (0, 1), (1, 0))) for i in SPACES}
_AROUND = {i: _beside(i, ((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c)) for i in SPACES}
_ACROSS = ({1, 7}, {5, 13}, {35, 43}, {41, 47})  # the pairs of spaces that meet only behind a tower
_AROUND_APART = {
    i: tuple(j for j in near if not any({i, j} == pair for pair in _ACROSS)) for i, near in _AROUND.items()
}


def around(across_towers: bool) -> Mapping[int, tuple[int, ...]]:
    """The neighbours of every space, diagonal ones too."""
    return _AROUND if across_towers else _AROUND_APART


@cache
def blank(printed_crates: tuple[str, ...]) -> str:
    """The cells of a city before its first turn."""
    cells = [TOWER if i in TOWERS else EMPTY for i in range(SIDE * SIDE)]
    for place in printed_crates:
        cells[INDEX[place]] = PRINTED
    return "".join(cells)


def put(cells: str, letter: str, *at: int) -> str:
    """The cells with a mark in some of them."""
    for i in at:
        cells = cells[:i] + letter + cells[i + 1 :]
    return cells


@lru_cache(maxsize=64)
def free(cells: str) -> tuple[int, ...]:
    return tuple([i for i in SPACES if cells[i] == EMPTY])


def free_outside(cells: str) -> list[int]:
    return [i for i in _OUTER_SPACES if cells[i] == EMPTY]


def standing_walls(cells: str) -> list[int]:
    """The sections between two towers that are nothing but wall."""
    return [s for s, section in enumerate(SECTION_SLICES) if cells[section] == _WHOLE_WALL]


def defence(cells: str) -> int:
    return cells.count("S") + 2 * len(standing_walls(cells))


def connected(cells: Iterable[int], through: frozenset[int] = frozenset()) -> bool:
    """Do these spaces hang together by their edges, by way of `through` if it is given?"""
    left = set(cells)
    wanted = set(left)
    left |= through
    if not wanted:
        return True
    reached, todo = set(), [min(wanted)]
    while todo:
        i = todo.pop()
        if i not in reached:
            reached.add(i)
            todo.extend(j for j in EDGES[i] if j in left)
    return wanted <= reached
