"""The castle: which floor is being built, what the pools still hold, and a piece put on its square."""

from __future__ import annotations

from rules.arkadia.edition import FAMILIES, FLOORS
from rules.arkadia.squares import name_of
from rules.arkadia.state import VACANT, Castle, Piece, Table
from rules.game import Refused
from rules.words import say

ALL_PIECES = sum(FLOORS) * len(FAMILIES)


def floor_of(castle: Castle) -> int:
    """The floor that is being built."""
    first, second, _ = castle.floors
    return 1 if VACANT in first else 2 if VACANT in second else 3


def pool_of(castle: Castle, floor: int) -> list[int]:
    """What lies ready of each family for the floor that is being built."""
    if floor < 3:
        built, ready = castle.floors[floor - 1], FLOORS[floor - 1]
    else:  # with what was left over from the floors below
        built, ready = b"".join(castle.floors), sum(FLOORS)
    return [ready - built.count(0), ready - built.count(1), ready - built.count(2), ready - built.count(3)]


def pools_of(castle: Castle) -> list[list[int]]:
    """What each of the three pools holds; the rest of a finished floor has gone to the third."""
    floor = floor_of(castle)
    pools = [pool_of(castle, number) if number >= floor else [0] * 4 for number in (1, 2)]
    third = pool_of(castle, 3)
    waiting = [sum(numbers) for numbers in zip(*pools, strict=True)]
    return [*pools, [all_left - apart for all_left, apart in zip(third, waiting, strict=True)]]


def pieces_left(castle: Castle) -> int:
    first, second, third = castle.floors
    vacant = first.count(VACANT) + second.count(VACANT) + third.count(VACANT)
    return ALL_PIECES - 3 * len(first) + vacant


def stack_of(castle: Castle, index: int) -> list[int]:
    """The families of the pieces on a rim square, from below."""
    return [floor[index] for floor in castle.floors if floor[index] != VACANT]


def grown(castle: Castle, index: int, floor: int, family: int) -> Castle:
    """The castle with one piece more."""
    floors, piece = castle.floors, bytes((family,))
    below, tops = floors[floor - 1], castle.tops
    changed = below[:index] + piece + below[index + 1 :]
    return Castle((*floors[: floor - 1], changed, *floors[floor:]), tops[:index] + piece + tops[index + 1 :])


def put(castle: Castle, table: Table, piece: Piece, floor: int) -> Castle | Refused:
    """The castle with a piece that a player places while this floor is being built."""
    index = table.rim_index.get(piece.place)
    if index is None:
        name = name_of(piece.place)
        return Refused("castle-square", say("{} is not on the rim of the castle's lot", name), (name,))
    if castle.floors[floor - 1][index] != VACANT or piece.floor not in (None, floor):
        return _wrong_floor(piece, floor, len(stack_of(castle, index)) + 1)
    if not pool_of(castle, floor)[piece.family]:
        why = say("the pool of floor {} has no {} castle piece left", floor, FAMILIES[piece.family])
        return Refused("castle-pool", why, (name_of(piece.place),))
    return grown(castle, index, floor, piece.family)


def _wrong_floor(piece: Piece, floor: int, height: int) -> Refused:
    name = name_of(piece.place)
    if height > 3:
        return Refused("castle-square", say("the castle on {} has its three floors already", name), (name,))
    if height > floor:
        why = say("floor {} is not complete: floor {} may not be begun on {}", floor, height, name)
        return Refused("floor_too_early", why, (name,))
    why = say("a piece on {} now lies on floor {}, not on floor {}", name, height, piece.floor or floor)
    return Refused("castle-square", why, (name,))
