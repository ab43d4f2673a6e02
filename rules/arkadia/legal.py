"""The legal turns, one after another. Each step's choices go through `order`, so that any of them can come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from rules.arkadia.cards import possible, without
from rules.arkadia.castle import floor_of, grown, pieces_left, pool_of
from rules.arkadia.edition import NEUTRAL
from rules.arkadia.fits import anchors, any_can_lie, can_introduce, left_of, may_pass
from rules.arkadia.squares import STRIDE, around, columns_of, rows_of, singles
from rules.arkadia.state import (
    BUILD,
    DECK,
    LOT,
    NOTHING,
    PASS,
    VACANT,
    WORKERS,
    Action,
    Castle,
    Draw,
    Four,
    Piece,
    State,
    plus,
)
from rules.forms import shown
from rules.game import Given, Order
from rules.trouble import Trouble

Ending = tuple[tuple[Piece, ...], Four | None]
FROM_STACK = Draw(DECK)
NO_DRAW = (None,)
NONE = (0,)
NO_PIECES: tuple[tuple[Piece, ...], ...] = ((),)
JUST_THAT: tuple[Ending, ...] = (((), None),)
KINDS = (BUILD, WORKERS)
BANNER, NO_BANNER = (False, True), (False,)


def legal(state: State, given: Given | None, order: Order[Any]) -> Iterator[Action]:
    """`given` may hold the player's real `hand` and the `top` card of the stack; else all that fit are tried."""
    if state.over:
        return
    hand, top = (given.get("hand"), given.get("top")) if given else (None, None)
    if can_introduce(state):
        kinds: tuple[str, ...] = KINDS
    elif hand is None:
        kinds = (BUILD, PASS) if may_pass(state) else (BUILD,)
    else:
        kinds = (BUILD,) if any_can_lie(state, [_card(state, told) for told in hand]) else (PASS,)
    for kind in order(kinds) if len(kinds) > 1 else kinds:
        if kind is BUILD:
            yield from _buildings(state, hand, top, order)
        elif kind is WORKERS:
            yield from _introductions(state, order)
        else:
            for castle, cash in _endings(state, [], order):
                yield Action(PASS, castle=castle, cash=cash)


def _card(state: State, told: Any) -> int:
    """A card's number, from its form and family as they are given."""
    try:
        return state.table.card_of[told[0], told[1]]
    except (KeyError, TypeError, IndexError):
        raise Trouble(f"{shown(told)} is given, but that is no card, [form, family], of this edition") from None


def _hand(state: State, hand: Sequence[Any]) -> list[int]:
    """The cards of a hand that is known, each face once."""
    me, unseen, card_of = state.players[state.turn], state.unseen, state.table.card_of
    holds = me.holds
    unknown = me.hand > len(holds)
    cards: list[int] = []
    for told in hand:
        try:
            card = card_of[told[0], told[1]]
        except (KeyError, TypeError, IndexError):
            card = _card(state, told)
        if not (unknown and unseen[card]) and card not in holds:
            raise Trouble(f"the hand given cannot hold {shown(told)}: that card was seen elsewhere")
        if card not in cards:
            cards.append(card)
    return cards


# ---- laying a building
def _buildings(state: State, hand: Sequence[Any] | None, top: Any, order: Order[Any]) -> Iterator[Action]:
    table = state.table
    tents = table.tents
    free = table.board & ~state.taken
    beside = around(state.taken) & free
    for card in order(possible(state.players[state.turn], state.unseen) if hand is None else _hand(state, hand)):
        form = card // 4
        if table.short[form] and left_of(table, state.buildings, form) <= 0:
            continue
        name, family = table.faces[card]
        draws = _draws(state, card, top)
        shapes = table.shapes[form]
        for shape, offsets in order(shapes) if len(shapes) > 1 else shapes:
            lying = anchors(free, beside, offsets)
            for row in order(rows_of(lying)) if lying else ():
                first = row * STRIDE
                for column in order(columns_of(lying >> first)):
                    cells = shape << first + column
                    done = _completed(state, free ^ cells, cells, state.workers[state.turn])
                    border = around(cells) & table.board
                    if not border & free:
                        done.append((family, (state.workers[state.turn] & border).bit_count()))
                    for gained in _neutral(state, cells, order) if cells & tents else NONE:
                        for drawn in order(draws):
                            for castle, cash in _endings(state, done, order):
                                yield Action(BUILD, name, family, cells, gained, drawn, (), None, castle, cash)


def _neutral(state: State, cells: int, order: Order[Any]) -> Sequence[int]:
    """How many neutral workers may be taken for the tents covered."""
    behind = sum([player.neutral for player in state.players])
    pool = state.table.edition.numbers.neutral - state.workers[-1].bit_count() - behind
    most = min((cells & state.table.tents).bit_count(), max(pool, 0))
    return order(range(most, -1, -1)) if most else (0,)


def _draws(state: State, card: int, top: Any) -> Sequence[Draw | None]:
    """What can be taken once a card is played, and what may be turned over in its stead."""
    places = len(state.face_up)
    if not state.deck:
        return [Draw(place) for place in range(places)] or NO_DRAW
    faces = state.table.faces
    if top is not None:
        return _from_anywhere(places, faces[_card(state, top)])
    refills = [faces[face] for face in _turned(state, card)]
    return [FROM_STACK, *[Draw(place, None, refill) for place in range(places) for refill in refills]]


@lru_cache(maxsize=1024)
def _from_anywhere(places: int, refill: tuple[str, int]) -> tuple[Draw, ...]:
    """From the stack, or from a face-up place, where the refill is turned over."""
    return (FROM_STACK, *[Draw(place, None, refill) for place in range(places)])


def _turned(state: State, card: int) -> list[int]:
    """The cards that may be turned over from the stack after a card was played."""
    _, unseen = without(state.players[state.turn].holds, state.unseen, card)
    return [face for face, number in enumerate(unseen) if number]


# ---- introducing workers
def _introductions(state: State, order: Order[Any]) -> Iterator[Action]:
    """Sets of workers beside one building. What touches two buildings is listed with the first of them only."""
    table, me = state.table, state.players[state.turn]
    free = table.board & ~state.taken
    numbers, borders = state.under_way, state.sides
    if state.by_hand:
        numbers = (*numbers, *state.by_hand)
        borders = (*borders, *[state.buildings[number].border for number in state.by_hand])
    if table.near_lot:
        numbers, borders = (*numbers, LOT), (*borders, table.lot_border)
    for index in order([index for index, border in enumerate(borders) if border & free]):
        earlier = borders[:index]
        squares = order(singles(borders[index] & free))
        room = len(squares)
        for owns in order(range(min(me.workers, room) + 1)):
            low, most = 0 if owns else 1, min(me.neutral, room - owns)
            for neutrals in order(range(low, most + 1)) if most > low else range(low, most + 1):
                for own, neutral in _spread(squares, owns, neutrals):
                    placed = own | neutral
                    if earlier and placed in map(placed.__and__, earlier):
                        continue
                    done = _completed(state, free ^ placed, placed, state.workers[state.turn] | own)
                    workers = ((NEUTRAL, neutral),) if neutral else ()
                    if own:
                        workers = (*workers, (table.colours[state.turn], own))
                    for castle, cash in _endings(state, done, order):
                        yield Action(WORKERS, "", 0, 0, None, None, workers, numbers[index], castle, cash)


def _spread(squares: Sequence[int], owns: int, neutrals: int) -> Iterator[tuple[int, int]]:
    """Every way to put so many workers of one's own and so many neutral ones on squares."""
    for chosen in combinations(squares, owns):
        own = sum(chosen)
        if not neutrals:
            yield own, 0
        else:
            rest = [square for square in squares if not square & own]
            for others in combinations(rest, neutrals):
                yield own, sum(others)


# ---- what comes of it
def _completed(state: State, free: int, placed: int, mine: int) -> list[tuple[int, int]]:
    """What the squares just placed enclose: of each building the family, and the player's own workers beside it.

    `free` are the squares still free, and `mine` those of the player's own workers, both after the placing.
    """
    done: list[tuple[int, int]] = []
    if 0 not in map(free.__and__, state.sides):
        return done
    for index, border in enumerate(state.sides):
        if not border & free and border & placed:
            done.append((state.buildings[state.under_way[index]].family, (mine & border).bit_count()))
    return done


def _endings(state: State, done: list[tuple[int, int]], order: Order[Any]) -> Iterable[Ending]:
    """Castle pieces for what was completed, and what the banner can do."""
    if done or state.players[state.turn].banners:
        return _choices(state, done, order)
    return JUST_THAT


def _choices(state: State, done: list[tuple[int, int]], order: Order[Any]) -> Iterator[Ending]:
    me = state.players[state.turn]
    uses = BANNER if me.banners else NO_BANNER
    for castle in _castles(state, len(done), order) if done else NO_PIECES:
        for used in order(uses) if me.banners else uses:
            if not used:
                yield castle, None
                continue
            seals = me.seals
            for family, workers in done:
                seals = plus(seals, family, workers + 1)
            if seals == NOTHING:
                yield castle, NOTHING
                continue
            red, olive, silver, black = [order(range(number + 1)) if number else NONE for number in seals]
            for cash in product(red, olive, silver, black):
                yield castle, cash


def _castles(state: State, completed: int, order: Order[Any]) -> Iterator[tuple[Piece, ...]]:
    """Every way to place the pieces due; those of one floor in the order of the rim, since it makes no difference."""
    due = min(completed, pieces_left(state.castle))
    yield from _pieces(state, state.castle, due, -1, 0, order)


def _pieces(
    state: State, castle: Castle, due: int, after: int, floor_before: int, order: Order[Any]
) -> Iterator[tuple[Piece, ...]]:
    if not due:
        yield ()
        return
    floor = floor_of(castle)
    if floor != floor_before:
        after = -1
    vacant = [index for index, piece in enumerate(castle.floors[floor - 1]) if piece == VACANT]
    here = min(due, len(vacant)) if floor < 3 else due
    open_squares = [index for index in vacant if index > after]
    able = open_squares[: len(open_squares) - here + 1]
    pool = pool_of(castle, floor)
    families = [family for family, number in enumerate(pool) if number]
    rim = state.table.rim
    for index in order(able):
        for family in order(families):
            if due == 1:
                yield (Piece(family, rim[index], floor),)
                continue
            taller = grown(castle, index, floor, family)
            for rest in _pieces(state, taller, due - 1, index, floor, order):
                yield (Piece(family, rim[index], floor), *rest)
