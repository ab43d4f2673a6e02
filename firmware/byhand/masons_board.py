"""The places of a Masons board as they are asked for: points row by row, lines by their ends, spaces by region."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from firmware.byhand.asking import Answer, Kind
from rules.masons.board import REGIONS, bits
from rules.masons.edition import Edition
from rules.masons.state import State
from rules.words import say

Lines = dict[str, dict[str, str]]  # point -> the other end -> the line between them


@lru_cache(maxsize=8)
def rows_of(edition: Edition) -> tuple[tuple[str, ...], ...]:
    """The points row by row, as they lie on the board from the top down."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for point in edition.data["points"]:
        rows.setdefault(point["y"], []).append((point["x"], point["id"]))
    return tuple(tuple(name for _, name in sorted(rows[y])) for y in sorted(rows))


def points_kinds(state: State, points: Sequence[str]) -> list[Kind[str]]:
    wanted, kinds = set(points), []
    for row in rows_of(state.table.edition):
        there = [name for name in row if name in wanted]
        if there:
            kinds.append(Kind(say("{} to {}", there[0], there[-1]), [Answer(name, say("{}", name)) for name in there]))
    return kinds


def lines_from(state: State, every: bool = False) -> Lines:
    """From each point the lines on which a wall can be placed; `every` line, if it is taken too."""
    board, pieces = state.table.edition.board, state.pieces
    built = 0
    for city in pieces.cities:
        built |= city
    found: Lines = {}
    for number, name in enumerate(board.lines):
        taken = pieces.walls >> number & 1 or board.beside[number] & built or not pieces.supply[0]
        if every or not taken:
            a, b = (board.points[p] for p in board.ends[number])
            found.setdefault(a, {})[b] = name
            found.setdefault(b, {})[a] = name
    return found


def spaces_by_region(state: State) -> list[tuple[str, tuple[str, ...]]]:
    board = state.table.edition.board
    return [(name, board.names(mask)) for name, mask in zip(REGIONS, board.regions, strict=True)]


def city_words(state: State, city: int) -> str:
    board = state.table.edition.board
    return ", ".join(board.spaces[s] for s in bits(city))
