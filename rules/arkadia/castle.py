"""The castle: which floor is being built, what the pools still hold, and a piece put on its square."""

from __future__ import annotations

from rules.arkadia.edition import FAMILIES, FLOORS
from rules.arkadia.squares import name_of
from rules.arkadia.state import Piece, Table
from rules.game import Refused
from rules.words import say

Castle = tuple[tuple[int, ...], ...]


def floor_of(castle: Castle) -> int:
    """The floor that is being built."""
    lowest = min(map(len, castle))
    return lowest + 1 if lowest < 2 else 3


def pool_of(castle: Castle, floor: int) -> list[int]:
    """What lies ready of each family for the floor that is being built."""
    pool = [FLOORS[floor - 1]] * 4
    if floor == 3:  # with what was left over from the floors below
        pool = [sum(FLOORS)] * 4
        for stack in castle:
            for family in stack:
                pool[family] -= 1
        return pool
    for stack in castle:
        if len(stack) >= floor:
            pool[stack[floor - 1]] -= 1
    return pool


def pools_of(castle: Castle) -> list[list[int]]:
    """What each of the three pools holds; the rest of a finished floor has gone to the third."""
    floor = floor_of(castle)
    pools = [pool_of(castle, number) if number >= floor else [0] * 4 for number in (1, 2)]
    third = pool_of(castle, 3)
    waiting = [sum(numbers) for numbers in zip(*pools, strict=True)]
    return [*pools, [all_left - apart for all_left, apart in zip(third, waiting, strict=True)]]


def pieces_left(castle: Castle) -> int:
    return sum(FLOORS) * len(FAMILIES) - sum(map(len, castle))


def put(castle: Castle, table: Table, piece: Piece, floor: int) -> Castle | Refused:
    """The castle with one piece more, while this floor is being built."""
    index = table.rim_index.get(piece.place)
    if index is None:
        name = name_of(piece.place)
        return Refused("castle-square", say("{} is not on the rim of the castle's lot", name), (name,))
    height = len(castle[index]) + 1
    if height != floor or piece.floor not in (None, height):
        return _wrong_floor(piece, floor, height)
    if not pool_of(castle, floor)[piece.family]:
        why = say("the pool of floor {} has no {} castle piece left", floor, FAMILIES[piece.family])
        return Refused("castle-pool", why, (name_of(piece.place),))
    return (*castle[:index], (*castle[index], piece.family), *castle[index + 1 :])


def _wrong_floor(piece: Piece, floor: int, height: int) -> Refused:
    name = name_of(piece.place)
    if height > 3:
        return Refused("castle-square", say("the castle on {} has its three floors already", name), (name,))
    if height > floor:
        why = say("floor {} is not complete: floor {} may not be begun on {}", floor, height, name)
        return Refused("floor_too_early", why, (name,))
    why = say("a piece on {} now lies on floor {}, not on floor {}", name, height, piece.floor or floor)
    return Refused("castle-square", why, (name,))
