"""Where buildings and workers can go: the town looked at as a whole, a shape at a time."""

from __future__ import annotations

from functools import lru_cache

from rules.arkadia.squares import around, places_of
from rules.arkadia.state import Building, State, Table


@lru_cache(maxsize=1024)
def offsets(shape: int) -> tuple[int, ...]:
    """The squares of a shape besides its first, counted from there."""
    return tuple(places_of(shape)[1:])


def touching(table: Table, taken: int) -> int:
    """The vacant squares beside something."""
    return around(taken) & table.board


def anchors(free: int, beside: int, shape: int) -> int:
    """Where the first square of a shape can lie: all its squares vacant, and one at least beside something."""
    fit, touch = free, beside
    for offset in offsets(shape):
        fit &= free >> offset
        touch |= beside >> offset
    return fit & touch


def shapes_of(table: Table, form: int) -> tuple[int, ...]:
    """How a form may lie at this table."""
    one = table.forms[form]
    return one.shapes + one.mirrored if table.mirror else one.shapes


def left_of(table: Table, buildings: tuple[Building, ...] | list[Building], form: int) -> int:
    """How many buildings of a form are still in stock."""
    return table.forms[form].number - sum([building.form == form for building in buildings])


def can_lie(state: State, form: int) -> bool:
    """Is there a building of the form left, and a place for it?"""
    table = state.table
    if left_of(table, state.buildings, form) <= 0:
        return False
    free, beside = table.board & ~state.taken, touching(table, state.taken)
    return any(anchors(free, beside, shape) for shape in shapes_of(table, form))


def can_introduce(state: State) -> bool:
    """Has the player a worker, and is there a square for him?"""
    me = state.players[state.turn]
    if not me.workers and not me.neutral:
        return False
    table = state.table
    free = table.board & ~state.taken
    return bool(table.near_lot and table.lot_border & free) or any(b.border & free for b in state.buildings)


def may_pass(state: State) -> bool:
    """Is there a hand that fits what has been seen, with which nothing can be placed?"""
    if can_introduce(state):
        return False
    me = state.players[state.turn]
    stuck = [not can_lie(state, form) for form in range(len(state.table.forms))]
    if not all(stuck[card // 4] for card in me.holds):
        return False
    unusable = sum(number for card, number in enumerate(state.unseen) if stuck[card // 4])
    return unusable >= me.hand - len(me.holds)
