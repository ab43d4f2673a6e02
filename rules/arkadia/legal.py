"""The legal turns, one after another. Each step's choices go through `order`, so that any of them can come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from operator import itemgetter
from typing import Any

from rules.arkadia.cards import can_hold, possible, without
from rules.arkadia.castle import floor_of, grown, pieces_left, pool_of
from rules.arkadia.edition import NEUTRAL
from rules.arkadia.fits import anchors, can_introduce, can_lie, left_of, may_pass
from rules.arkadia.squares import STRIDE, around, places_of, rows_of, singles
from rules.arkadia.state import BUILD, DECK, LOT, PASS, VACANT, WORKERS, Action, Castle, Draw, Four, Piece, State
from rules.forms import shown
from rules.game import Given, Order
from rules.trouble import Trouble

Ending = tuple[tuple[Piece, ...], Four | None]
FROM_STACK = Draw(DECK)
NO_DRAW = (None,)
NOT_EMPTY = itemgetter(1)
NONE = (0,)
JUST_THAT: tuple[Ending, ...] = (((), None),)


def legal(state: State, given: Given | None, order: Order[Any]) -> Iterator[Action]:
    """`given` may hold the player's real `hand` and the `top` card of the stack; else all that fit are tried."""
    if state.over:
        return
    hand, top = (given.get("hand"), given.get("top")) if given else (None, None)
    if can_introduce(state):
        kinds: tuple[str, ...] = (BUILD, WORKERS)
    elif hand is None:
        kinds = (BUILD, PASS) if may_pass(state) else (BUILD,)
    else:
        kinds = (BUILD,) if any(can_lie(state, _card(state, card) // 4) for card in hand) else (PASS,)
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
    me, unseen = state.players[state.turn], state.unseen
    cards = []
    for told in hand:
        card = _card(state, told)
        if not can_hold(me.hand, me.holds, unseen, card):
            raise Trouble(f"the hand given cannot hold {shown(told)}: that card was seen elsewhere")
        if card not in cards:
            cards.append(card)
    return cards


# ---- laying a building
def _buildings(state: State, hand: Sequence[Any] | None, top: Any, order: Order[Any]) -> Iterator[Action]:
    table = state.table
    free = table.board & ~state.taken
    beside = around(state.taken) & free
    me = state.players[state.turn]
    for card in order(possible(me, state.unseen) if hand is None else _hand(state, hand)):
        form = card // 4
        if table.short[form] and left_of(table, state.buildings, form) <= 0:
            continue
        name, family = table.faces[card]
        shapes = table.shapes[form]
        for shape, offsets in order(shapes) if len(shapes) > 1 else shapes:
            lying = anchors(free, beside, offsets)
            if not lying:
                continue
            for row, columns in order(list(filter(NOT_EMPTY, enumerate(rows_of(lying, table.edition.rows))))):
                for column in order(places_of(columns)):
                    cells = shape << row * STRIDE + column
                    done = _completed(state, cells, around(cells) & table.board, family)
                    for gained in _neutral(state, cells, order) if cells & table.tents else NONE:
                        for drawn in order(_draws(state, card, top)):
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
    if not state.deck:
        return [Draw(place) for place in range(len(state.face_up))] or NO_DRAW
    faces = state.table.faces
    refills = [faces[_card(state, top)]] if top is not None else [faces[face] for face in _turned(state, card)]
    return [FROM_STACK, *[face_up(place, refill) for place in range(len(state.face_up)) for refill in refills]]


@lru_cache(maxsize=1024)
def face_up(place: int, refill: tuple[str, int]) -> Draw:
    return Draw(place, None, refill)


def _turned(state: State, card: int) -> list[int]:
    """The cards that may be turned over from the stack after a card was played."""
    _, unseen = without(state.players[state.turn].holds, state.unseen, card)
    return [face for face, number in enumerate(unseen) if number]


# ---- introducing workers
def _introductions(state: State, order: Order[Any]) -> Iterator[Action]:
    """Sets of workers beside one building. What touches two buildings is listed with the first of them only."""
    table, me = state.table, state.players[state.turn]
    colour = table.colours[state.turn]
    free = table.board & ~state.taken
    numbers, borders = [*state.under_way, *state.by_hand], list(map(free.__and__, state.sides))
    borders += [state.buildings[number].border & free for number in state.by_hand]
    if table.near_lot:
        numbers.append(LOT)
        borders.append(table.lot_border & free)
    for index in order(range(len(borders))):
        number, border = numbers[index], borders[index]
        earlier = borders[:index]
        squares = order(singles(border))
        room = len(squares)
        for owns in order(range(min(me.workers, room) + 1)):
            low = 0 if owns else 1
            for neutrals in order(range(low, min(me.neutral, room - owns) + 1)):
                for own, neutral in _spread(squares, owns, neutrals):
                    placed = own | neutral
                    if placed in map(placed.__and__, earlier):
                        continue
                    done = _completed(state, placed, 0, 0, own)
                    workers = ((NEUTRAL, neutral),) if neutral else ()
                    if own:
                        workers = (*workers, (colour, own))
                    for castle, cash in _endings(state, done, order):
                        yield Action(WORKERS, "", 0, 0, None, None, workers, number, castle, cash)


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
def _completed(state: State, placed: int, border: int, family: int, own: int = 0) -> list[tuple[int, int]]:
    """What the squares just covered enclose: of each building the family, and the player's own workers beside it.

    A new building has a border and a family; workers just placed are the player's `own`.
    """
    table, buildings = state.table, state.buildings
    free = table.board & ~state.taken & ~placed
    mine = state.workers[state.turn] | own
    done = []
    if 0 in map(free.__and__, state.sides):
        under_way = zip(state.under_way, state.sides, strict=True)
        done = [
            (buildings[number].family, (mine & sides).bit_count())
            for number, sides in under_way
            if not sides & free and sides & placed
        ]
    if border and not border & free:
        done.append((family, (mine & border).bit_count()))
    return done


def _endings(state: State, done: list[tuple[int, int]], order: Order[Any]) -> Iterable[Ending]:
    """Castle pieces for what was completed, and what the banner can do."""
    if done or state.players[state.turn].banners:
        return _choices(state, done, order)
    return JUST_THAT


def _choices(state: State, done: list[tuple[int, int]], order: Order[Any]) -> Iterator[Ending]:
    me = state.players[state.turn]
    for castle in _castles(state, len(done), order) if done else ((),):
        if not me.banners:
            yield castle, None
            continue
        for used in order((False, True)):
            if not used:
                yield castle, None
                continue
            seals = list(me.seals)
            for family, workers in done:
                seals[family] += workers + 1
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
            taller = grown(castle, index, floor, family)
            for rest in _pieces(state, taller, due - 1, index, floor, order):
                yield (Piece(family, rim[index], floor), *rest)
