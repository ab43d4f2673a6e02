"""Where buildings and workers can go: the town looked at as a whole, a shape at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.arkadia.squares import around
from rules.arkadia.state import Building, State, Table


def anchors(free: int, beside: int, offsets: tuple[int, ...]) -> int:
    """Where the first square of a shape can lie: all its squares vacant, and one at least beside something.

    `offsets` say how far the shape's other squares are from its first.
    """
    fit, touch = free, beside
    for offset in offsets:
        fit &= free >> offset
        touch |= beside >> offset
    return fit & touch


def left_of(table: Table, buildings: tuple[Building, ...] | list[Building], form: int) -> int:
    """How many buildings of a form are still in stock."""
    return table.forms[form].number - sum([building.form == form for building in buildings])


@lru_cache(maxsize=1024)
def has_room(board: int, taken: int, shapes: tuple[tuple[int, tuple[int, ...]], ...]) -> bool:
    """Can a building lie anywhere, in one of these shapes? Asked again and again once a town is full."""
    free = board & ~taken
    beside = around(taken) & free
    return any(anchors(free, beside, offsets) for _, offsets in shapes)


def can_lie(state: State, form: int) -> bool:
    """Is there a building of the form left, and a place for it?"""
    table = state.table
    if table.short[form] and left_of(table, state.buildings, form) <= 0:
        return False
    return has_room(table.board, state.taken, table.shapes[form])


def any_can_lie(state: State, cards: Sequence[int]) -> bool:
    """Can one of these cards be laid? Not remembered: mostly the first can, and the next turn has another town."""
    table = state.table
    free = table.board & ~state.taken
    beside = around(state.taken) & free
    for card in cards:
        form = card // 4
        if table.short[form] and left_of(table, state.buildings, form) <= 0:
            continue
        for _, offsets in table.shapes[form]:
            if anchors(free, beside, offsets):
                return True
    return False


def can_introduce(state: State) -> bool:
    """Has the player a worker, and is there a square for him?"""
    me = state.players[state.turn]
    if not me.workers and not me.neutral:
        return False
    table = state.table
    free = table.board & ~state.taken
    if table.near_lot and table.lot_border & free:
        return True
    if any(map(free.__and__, state.sides)):
        return True
    return any(state.buildings[number].border & free for number in state.by_hand)


def may_pass(state: State) -> bool:
    """Is there a hand that fits what has been seen, with which nothing can be placed?"""
    if can_introduce(state):
        return False
    me = state.players[state.turn]
    if not me.hand:
        return True
    unknown = me.hand - len(me.holds)
    unusable = 0
    for form in range(len(state.table.forms)):
        unseen = sum(state.unseen[form * 4 : form * 4 + 4])
        held = any(card // 4 == form for card in me.holds)
        if (held or unseen) and not can_lie(state, form):
            unusable += unseen
        elif held:
            return False
    return unusable >= unknown
