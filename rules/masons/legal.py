"""The legal actions, one after another as they are asked for; every step's choices pass through `order`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.game import Order
from rules.masons.board import Board, bits
from rules.masons.build import empty_ends
from rules.masons.cards import cards_beyond
from rules.masons.city import COLOUR, ONE_HOUSE, ONE_PALACE, TOWER_COLOUR, held_in, houses_of, neighbours, palaces_of
from rules.masons.close import board_lines, closing, palace_names, shared_walls
from rules.masons.edition import COLOURS, TOWERS
from rules.masons.guild import FACES, OF_CITY
from rules.masons.state import (
    FREE,
    HOUSE,
    PALACE,
    TOWER,
    Action,
    Build,
    Cards,
    EarlyRoll,
    Joined,
    Laid,
    Pieces,
    State,
    Swap,
    Wall,
)

Dice = tuple[str, str]
Placed = tuple[tuple[str, str], ...]
HOUSE_FACES = (*COLOURS, FREE)
EARLY = -1


def in_face_order(dice: Sequence[str]) -> Dice:
    a, b = dice
    return (a, b) if HOUSE_FACES.index(a) <= HOUSE_FACES.index(b) else (b, a)


def legal(state: State, rolled: tuple[str | None, Dice] | None, order: Order[Any]) -> Iterator[Action]:
    """`rolled` are the tower die (if there is one) and the house dice, in stage "end"; without it, every roll."""
    if state.stage == "wall":
        return _walls(state, order)
    if state.stage == "end":
        return _builds(state, rolled, order)
    if state.stage == "cards":
        return _plays(state, order)
    if state.stage == "swap":
        return _swaps(state, order)
    return iter(())


# ---- walls
def _walls(state: State, order: Order[Any]) -> Iterator[Action]:
    board, walls = state.table.edition.board, state.pieces.walls
    built = 0
    for city in state.pieces.cities:
        built |= city
    left = state.pieces.supply[0]
    for group in order((EARLY, *range(len(board.groups)))):
        if group == EARLY:
            yield EarlyRoll()
        elif left:
            lines = [line for line in board.groups[group] if not walls >> line & 1 and not board.beside[line] & built]
            for line in order(lines):
                yield Wall(board.lines[line])


# ---- the rest of a turn
def _builds(state: State, rolled: tuple[str | None, Dice] | None, order: Order[Any]) -> Iterator[Action]:
    board, pieces = state.table.edition.board, state.pieces
    ends = empty_ends(board, pieces.towers, state.wall)
    for die, dice in order(_rolls(bool(ends))) if rolled is None else (rolled,):
        if not ends:
            die = None
        for towers in order(tower_choices(board, pieces.supply, ends, die)):
            for houses in order(house_choices(board, pieces.supply, state.wall, dice)):
                if not state.enclosed:
                    yield Build(die, dice, towers, houses, ())
                    continue
                yield from _closings(state, Build(die, dice, towers, houses), order)


def _rolls(with_tower_die: bool) -> list[tuple[str | None, Dice]]:
    dice = [(a, b) for i, a in enumerate(HOUSE_FACES) for b in HOUSE_FACES[i:]]
    return [(die, two) for die in (TOWERS if with_tower_die else (None,)) for two in dice]


def tower_choices(board: Board, supply: Sequence[int], ends: Sequence[int], die: str | None) -> list[Placed]:
    left = supply[TOWER:HOUSE]
    total = sum(left)
    if not ends or not total or die is None:
        return [()]
    names = [board.points[p] for p in ends]
    bound = left[TOWER_COLOUR[die]] > 0
    colours = [colour for t, colour in enumerate(TOWERS) if left[t]]
    if len(ends) == 1 or total == 1:
        return [((name, colour),) for name in names for colour in ((die,) if bound else colours)]
    a, b = names
    return [
        ((a, one), (b, two))
        for one in colours
        for two in colours
        if (not bound or die in (one, two)) and (one != two or left[TOWER_COLOUR[one]] > 1)
    ]


def house_choices(board: Board, supply: Sequence[int], wall: int, dice: Dice) -> list[Placed]:
    left = supply[HOUSE:PALACE]
    total = sum(left)
    beside = [board.spaces[s] for s in board.sides[wall]]
    if not total:
        return [()]
    bound = [face for face in dice if face != FREE and left[COLOUR[face]]]
    colours = [colour for c, colour in enumerate(COLOURS) if left[c]]
    if len(beside) == 1 or total == 1:
        one_of = dict.fromkeys(bound) if len(bound) == 2 else colours
        return [((name, colour),) for name in beside for colour in one_of]
    a, b = beside
    return [((a, one), (b, two)) for one, two in _pairs(bound, colours, left)]


def _pairs(bound: list[str], colours: list[str], left: Sequence[int]) -> list[tuple[str, str]]:
    """The colours of two houses, for the dice that bind (their colour is not out) and the colours that are left."""
    if not bound:
        return [(a, b) for a in colours for b in colours if a != b or left[COLOUR[a]] > 1]
    first = bound[0]
    if len(bound) == 2:
        if bound[1] != first:
            return [(first, bound[1]), (bound[1], first)]
        if left[COLOUR[first]] > 1:
            return [(first, first)]
    pairs = [(first, first)] if left[COLOUR[first]] > 1 else []
    for colour in colours:
        if colour != first:
            pairs += ((first, colour), (colour, first))
    return pairs


# ---- a city completed
def _closings(state: State, turn: Build, order: Order[Any]) -> Iterator[Action]:
    table, board = state.table, state.table.edition.board
    pieces = _with_placed(board, state.pieces, turn)
    for new in order(state.enclosed):
        for older in order((0, *neighbours(board, new, pieces.cities))):
            closed = closing(table, pieces, new, older)
            joined = None
            if older:
                shared = board_lines(board, shared_walls(board, pieces.walls, new, older))
                joined = Joined(board.names(older), shared)
            plain = turn._replace(completed=board.names(new), joined=joined, palaces=palace_names(closed.palaces))
            for moved in order((False, True)):
                if not moved:
                    yield plain
                    continue
                for arrangement in arrangements(board, closed.spaces, closed.city, order):
                    yield plain._replace(arrangement=arrangement)


def _with_placed(board: Board, pieces: Pieces, turn: Build) -> Pieces:
    """The pieces after the turn's towers and houses; the supply of palaces is all that the closing looks at."""
    towers, spaces = list(pieces.towers), list(pieces.spaces)
    for point, colour in turn.towers:
        towers[TOWER_COLOUR[colour]] |= 1 << board.point[point]
    for space, colour in turn.houses:
        spaces[board.space[space]] += ONE_HOUSE[COLOUR[colour]]
    return pieces._replace(towers=(towers[0], towers[1], towers[2]), spaces=tuple(spaces))


def arrangements(board: Board, spaces: Sequence[int], city: int, order: Order[Any]) -> Iterator[tuple[Laid, ...]]:
    """Every other way in which the city's pieces can lie in it, each once."""
    held = held_in(spaces, city)
    kinds = [
        one
        for counts, ones in ((houses_of(held), ONE_HOUSE), (palaces_of(held), ONE_PALACE))
        for one, count in zip(ones, counts, strict=True)
        for _ in range(count)
    ]
    at = list(bits(city))
    as_it_is = [spaces[s] for s in at]
    for laid in _spread(kinds, [0] * len(at), 0, order):
        if laid != as_it_is:
            yield tuple([_laid(board, s, here) for s, here in zip(at, laid, strict=True) if here])


def _spread(kinds: list[int], laid: list[int], first: int, order: Order[Any]) -> Iterator[list[int]]:
    """Each piece on some space; pieces alike go to spaces in ascending order, so that no way comes twice."""
    if not kinds:
        yield laid
        return
    one, *more = kinds
    for i in order(range(first, len(laid))):
        after = list(laid)
        after[i] += one
        yield from _spread(more, after, i if more and more[0] == one else 0, order)


def _laid(board: Board, space: int, held: int) -> Laid:
    houses, palaces = (
        tuple([colour for colour, count in zip(COLOURS, counts, strict=True) for _ in range(count)])
        for counts in (houses_of(held), palaces_of(held))
    )
    return Laid(board.spaces[space], houses, palaces)


# ---- cards
def _plays(state: State, order: Order[Any]) -> Iterator[Action]:
    seat = state.to_act[0]
    held, last = state.hands[seat], state.scored == 0
    beyond = cards_beyond(state)
    counts = [n for n in (1, 2) if n <= held]
    if last or not held:
        counts.append(0)
    else:
        counts.append(-1)
    for count in order(counts):
        if count == -1:
            yield Cards((), 1, min(2, beyond + 1))
        elif count == 0:
            yield Cards((), 0, None if last else min(1, beyond))
        else:
            drawn = None if last else 1
            for faces in _faces(count, order):
                if not last or len(state.pieces.cities) == 1 or not any(face in OF_CITY for face in faces):
                    yield Cards(faces, 0, drawn)
                    continue
                for city in order(state.pieces.cities):
                    yield Cards(faces, 0, drawn, state.table.edition.board.names(city))


def _faces(count: int, order: Order[Any]) -> Iterator[tuple[str, ...]]:
    for i in order(range(len(FACES))):
        if count == 1:
            yield (FACES[i],)
            continue
        for j in order(range(i, len(FACES))):
            yield FACES[i], FACES[j]


def _swaps(state: State, order: Order[Any]) -> Iterator[Action]:
    for count in order(range(state.hands[state.to_act[0]] + 1)):
        yield Swap(count, count)
