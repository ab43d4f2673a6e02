"""The legal turns for a roll, one after another as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from rules.game import Order
from rules.saint_malo.city import (
    CRATES,
    EDGES,
    EMPTY,
    PERSON_LETTER,
    PLACES,
    WALL,
    around,
    free,
    free_outside,
    put,
    standing_walls,
)
from rules.saint_malo.judge import scorable
from rules.saint_malo.state import LEVEL, SWORDS, SYMBOLS, Bonus, City, State, Table, Turn

Near = Callable[[int], Sequence[int]]


def legal_turns(state: State, dice: tuple[str, ...], turned: int | None, order: Order[Any]) -> Iterator[Turn]:
    """Every legal turn once: the dice turned are named by place, spaces and houses in one order each.

    `turned`, if it is told, is how many dice the player turns.
    """
    city = state.cities[state.seat]
    table, coins = state.table, city.coins
    for symbol in order(_CHOICES):
        if symbol is None:
            if not turned and (table.settings["pass"] == "always" or not scorable(city, dice)):
                yield Turn(dice, None)
            continue
        shown = dice.count(symbol)
        if shown and not turned:
            if turned is not None or coins < 2:
                yield from _of_symbol(table, city, dice, symbol, shown, (), order)
                continue
        elif coins < 2:
            continue
        others = [i for i, face in enumerate(dice) if face not in (symbol, SWORDS)]
        counts = range(0 if shown else 1, min(len(others), coins // 2) + 1) if turned is None else (turned,)
        for count in order(counts):
            if not count:
                yield from _of_symbol(table, city, dice, symbol, shown, (), order)
            elif count <= len(others) and 2 * count <= coins:
                after = city._replace(coins=coins - 2 * count)
                for rotated in order(list(combinations(others, count))):
                    yield from _of_symbol(table, after, dice, symbol, shown + count, rotated, order)


def _of_symbol(
    table: Table,
    city: City,
    dice: tuple[str, ...],
    symbol: str,
    shown: int,
    rotated: tuple[int, ...],
    order: Order[Any],
) -> Iterator[Turn]:
    if symbol == "head":
        for person, i, houses, used in persons(table, city.cells, city.logs, shown, order):
            yield Turn(dice, symbol, used, rotated, (PLACES[i],), person, houses)
        return
    for used in order(range(1, shown + 1)) if shown > 1 else (1,):
        if symbol == "log":
            if city.coins >= 2:
                yield Turn(dice, symbol, used, rotated)
        elif symbol == "cross":
            for i in order(free(city.cells)):
                yield Turn(dice, symbol, used, rotated, (PLACES[i],))
        elif symbol == "crate":
            for at in crate_groups(table, city.cells, used, order):
                yield Turn(dice, symbol, used, rotated, named(at))
        else:
            open_spaces = order(free_outside(city.cells))
            for at in combinations(open_spaces, used):
                for bonus in _bonuses(table, city, at, order):
                    yield Turn(dice, symbol, used, rotated, named(at), bonus=bonus)


_CHOICES = (*SYMBOLS, None)


def named(at: Sequence[int]) -> tuple[str, ...]:
    return tuple([PLACES[i] for i in sorted(at)])


# ---- groups that hang together
def groups(
    spaces: frozenset[int], size: int, roots: Sequence[int], near: Near, order: Order[Any]
) -> Iterator[tuple[int, ...]]:
    """Every group of `size` spaces that hang together and hold one of the roots, each once."""
    barred: set[int] = set()
    for root in order(roots):
        barred.add(root)
        frontier = [i for i in near(root) if i in spaces and i not in barred]
        yield from _grown((root,), frontier, barred.union(frontier), spaces, size, near, order)


def _grown(
    group: tuple[int, ...],
    frontier: Sequence[int],
    met: set[int],
    spaces: frozenset[int],
    size: int,
    near: Near,
    order: Order[Any],
) -> Iterator[tuple[int, ...]]:
    if len(group) == size:
        yield group
        return
    frontier = order(frontier)
    for n, i in enumerate(frontier):
        new = [j for j in near(i) if j in spaces and j not in met]
        yield from _grown((*group, i), [*frontier[n + 1 :], *new], met.union(new), spaces, size, near, order)


def crate_groups(table: Table, cells: str, size: int, order: Order[Any]) -> Iterator[tuple[int, ...]]:
    spaces = free(cells)
    near: Near = EDGES.__getitem__
    if size > 1 and table.settings["crates_connect"] == "any":
        near = _past_crates(cells).__getitem__
    return groups(frozenset(spaces), size, spaces, near, order)


def _past_crates(cells: str) -> Mapping[int, Sequence[int]]:
    """For every free space, those it is connected with by an edge or through crates that stand already."""
    reach: dict[int, Sequence[int]] = {}
    for i in free(cells):
        met, todo, found = {i}, list(EDGES[i]), []
        while todo:
            j = todo.pop()
            if j in met:
                continue
            met.add(j)
            if cells[j] == EMPTY:
                found.append(j)
            elif cells[j] in CRATES:
                todo.extend(EDGES[j])
        reach[i] = sorted(found)
    return reach


# ---- persons
def persons(
    table: Table, cells: str, logs: int, most: int, order: Order[Any]
) -> Iterator[tuple[str, int, tuple[str, ...], int]]:
    """Person, space, houses and number of heads, for whoever comes by at most `most` heads."""
    near = around(table.edition.across_towers)
    for person in order([p for p, level in LEVEL.items() if level <= most]):
        level = LEVEL[person]
        for i in order(free(cells)):
            if person != "architect":
                yield person, i, (), level
                continue
            counts = range(0 if table.settings["idle_architect"] is True else 1, min(3, logs) + 1)
            for count in order(counts):
                if not count:
                    yield person, i, (), level
                    continue
                spaces = frozenset(free(cells)) - {i}
                beside = [j for j in near[i] if j in spaces]
                for houses in groups(spaces, count, beside, EDGES.__getitem__, order):
                    yield person, i, named(houses), level


def _bonuses(table: Table, city: City, at: tuple[int, ...], order: Order[Any]) -> Iterator[tuple[Bonus, ...]]:
    """The persons that these walls bring, one choice after another; the empty choice where they bring none."""
    if len(at) == 0:
        return
    cells = put(city.cells, WALL, *at)
    before = standing_walls(city.cells)
    rewards = [table.edition.rewards[s] for s in standing_walls(cells) if s not in before]
    levels = sorted((r.amount for r in rewards if r.kind == "person"), reverse=True)
    yield from _bonus_choices(table, cells, city.logs, tuple(levels), order)


def _bonus_choices(
    table: Table, cells: str, logs: int, levels: tuple[int, ...], order: Order[Any]
) -> Iterator[tuple[Bonus, ...]]:
    if not levels or EMPTY not in cells:
        yield ()
        return
    choices = (True, False) if table.settings["bonus_person"] == "may" else (True,)
    for taken in order(choices):
        if not taken:
            yield ()
            continue
        for person, i, houses, used in persons(table, cells, logs, levels[0], order):
            after = put(cells, PERSON_LETTER[person], i)
            for house in houses:
                after = put(after, "h", PLACES.index(house))
            bonus = Bonus(person, (PLACES[i],), houses, used)
            for more in _bonus_choices(table, after, logs - len(houses), levels[1:], order):
                yield (bonus, *more)
