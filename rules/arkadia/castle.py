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


def pools_of(castle: Castle) -> list[list[int]]:
    """What each pool holds of each family; the rest of a finished floor has gone to the third pool."""
    pools = [[number] * len(FAMILIES) for number in FLOORS]
    for stack in castle:
        for floor, family in enumerate(stack):
            pools[floor][family] -= 1
    for floor in range(floor_of(castle) - 1):
        pools[2] = [a + b for a, b in zip(pools[2], pools[floor], strict=True)]
        pools[floor] = [0] * len(FAMILIES)
    return pools


def pieces_left(castle: Castle) -> int:
    return sum(FLOORS) * len(FAMILIES) - sum(map(len, castle))


def put(castle: Castle, table: Table, piece: Piece) -> Castle | Refused:
    """The castle with one piece more."""
    index = table.rim_index.get(piece.place)
    name = name_of(piece.place)
    if index is None:
        return Refused("castle-square", say("{} is not on the rim of the castle's lot", name), (name,))
    floor, height = floor_of(castle), len(castle[index]) + 1
    if height > 3 or (height > floor and floor == 3):
        return Refused("castle-square", say("the castle on {} has its three floors already", name), (name,))
    if height > floor:
        return Refused(
            "floor_too_early",
            say("floor {} is not complete: floor {} may not be begun on {}", floor, height, name),
            (name,),
        )
    if piece.floor is not None and piece.floor != height:
        return Refused(
            "castle-square", say("a piece on {} lies on floor {}, not on floor {}", name, height, piece.floor), (name,)
        )
    if not pools_of(castle)[floor - 1][piece.family]:
        why = say("the pool of floor {} has no {} castle piece left", floor, FAMILIES[piece.family])
        return Refused("castle-pool", why, (name,))
    return (*castle[:index], (*castle[index], piece.family), *castle[index + 1 :])
