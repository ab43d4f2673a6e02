"""The spaces of a Saint Malo city, asked for by row, or by side where walls are concerned."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware.byhand.asking import Answer, Hearing, Kind, Steps
from rules.saint_malo.city import EDGES, EMPTY, OUTER, PLACES, SECTION, SIDE, SPACES, connected, free
from rules.saint_malo.draw import old_crates
from rules.saint_malo.edition import SECTIONS
from rules.words import SILENCE, Phrase, say

Worth = Callable[[int], Phrase]


def no_worth(_space: int) -> Phrase:
    return SILENCE


def space(
    hearing: Hearing,
    title: Phrase,
    spaces: Sequence[int],
    seen: Sequence[str],
    worth: Worth = no_worth,
    by_side: bool = False,
    near: Sequence[int] = (),
) -> Steps[int]:
    """One of these spaces; any other, a tower even, after “something else”.

    The marker begins at the wall of the last one of `near`, or else in the middle of the city.
    """
    looks = [PLACES.index(name) for name in seen if name in PLACES]
    kinds = _sides(spaces) if by_side else by_row(spaces, worth)
    every = by_row(range(SIDE * SIDE), no_worth)
    start = 0 if by_side else len(kinds) // 2
    for i, kind in enumerate(kinds):
        if near and any(together(answer.value, near[-1]) for answer in kind.answers):
            start = i
    return (yield from hearing.choose_by_kind(title, kinds, looks, every, start))


def together(one: int, other: int) -> bool:
    """Do two outer spaces belong to the same wall?"""
    return any(one in section and other in section for section in SECTION)


def several(
    hearing: Hearing,
    title: Phrase,
    count: int,
    offered: Callable[[Sequence[int]], list[int]],
    seen: Sequence[str],
    by_side: bool = False,
) -> Steps[tuple[str, ...]]:
    """Several spaces, one after another in any order; named from the top on."""
    at: list[int] = []
    for number in range(1, count + 1):
        left = [name for name in seen if name not in named(at)]
        words = Phrase(title.pattern, (number, count))
        at.append(
            (
                yield from space(
                    hearing,
                    words,
                    [] if hearing.free else offered(at),
                    left,
                    by_side=by_side,
                    near=at if by_side else (),
                )
            )
        )
        hearing.note(say("{}", PLACES[at[-1]]))
    return named(at)


def by_row(spaces: Sequence[int], worth: Worth = no_worth) -> list[Kind[int]]:
    """Spaces row by row, from the top down."""
    kinds = []
    for row in range(SIDE):
        there = [i for i in spaces if i // SIDE == row]
        if there:
            kinds.append(Kind(say("row {}", row), [Answer(i, say("{}", PLACES[i]), worth(i)) for i in sorted(there)]))
    return kinds


def _sides(spaces: Sequence[int]) -> list[Kind[int]]:
    kinds = []
    for side, section in zip(SECTIONS, SECTION, strict=True):
        there = [Answer(i, say("{}", PLACES[i])) for i in section if i in spaces]
        if there:
            kinds.append(Kind(say(side), there))
    return kinds


def free_spaces(cells: str) -> list[int]:
    return list(free(cells))


def free_outside(cells: str, taken: Sequence[int]) -> list[int]:
    return [i for i in sorted(OUTER) if cells[i] == EMPTY and i not in taken]


def crates_next(through_old: bool, cells: str, count: int, taken: Sequence[int]) -> list[int]:
    """Where the next of `count` crates can go: beside those just named, or where so many find room at all."""
    through = old_crates(cells) if through_old else frozenset[int]()
    open_ones = [i for i in SPACES if cells[i] == EMPTY and i not in taken]
    if taken:
        return [i for i in open_ones if connected([*taken, i], through)]
    return [i for i in open_ones if count == 1 or len(reached(cells, i, through)) >= count]


def most_crates(through_old: bool, cells: str) -> int:
    """How many crates find room together."""
    through = old_crates(cells) if through_old else frozenset[int]()
    return max((len(reached(cells, i, through)) for i in free(cells)), default=0)


def reached(cells: str, first: int, through: frozenset[int] = frozenset()) -> set[int]:
    """The free spaces that hang together with one of them."""
    met, todo = set[int](), [first]
    while todo:
        i = todo.pop()
        if i not in met and (cells[i] == EMPTY or i in through):
            met.add(i)
            todo.extend(EDGES[i])
    return {i for i in met if cells[i] == EMPTY}


def houses_next(cells: str, near: Sequence[int], count: int, taken: Sequence[int]) -> list[int]:
    """Where the next of an architect's `count` houses can stand: the first one near him, the others beside it."""
    if taken:
        return crates_next(False, cells, count, taken)
    return [i for i in near if cells[i] == EMPTY and len(reached(cells, i)) >= count]


def most_houses(cells: str, near: Sequence[int]) -> int:
    return max((len(reached(cells, i)) for i in near if cells[i] == EMPTY), default=0)


def named(spaces: Sequence[int]) -> tuple[str, ...]:
    return tuple(PLACES[i] for i in sorted(spaces))
