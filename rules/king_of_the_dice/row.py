"""The row of citizens: how it slides and is filled up, and what went wrong where it lies otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.game import Refused
from rules.king_of_the_dice.cards import BACK, C_SLOTS, EMPTY, NONE, Cards
from rules.king_of_the_dice.edition import ROW
from rules.king_of_the_dice.state import State, Turn
from rules.words import say

Slots = tuple[int, ...]


class Filled(NamedTuple):
    """The row as it lies after a turn, how many cards were drawn for it, and what is hidden still."""

    row: tuple[int, ...]
    drawn: int
    hidden: int


def new_slots(gaps: int, draw: int, right_first: bool) -> Slots:
    """Where new cards come to lie, from right to left: as many as there are gaps, while the draw pile lasts."""
    count = min(gaps, draw)
    return tuple(range(gaps - 1, gaps - 1 - count, -1)) if right_first else tuple(range(count - 1, -1, -1))


def refill(
    state: State, hidden: int, gaps: Slots, turn: Turn, at_once: bool, waived: frozenset[str]
) -> Filled | Refused:
    """Fill the gaps (from left to right) as the turn tells; `at_once`: the game has ended, and they stay open."""
    cards, row = state.cards, state.row
    new = turn.new
    if new is not None and len(new) == 1 == len(gaps) and turn.row is None and not at_once:  # as nearly always
        ((place, label),) = new
        card = cards.number.get(label, NONE)
        if place == 0 and 0 <= card < cards.citizens and (still := cards.without(hidden, card)) >= 0:
            gap = gaps[0]
            return Filled((card, *row[:gap], *row[gap + 1 :]), 1, still)
    if not new:
        new = _came(cards, row, gaps, turn.row) if turn.row else ()
    for i, label in new:
        if label == BACK:
            return Refused("card_face_down", say("the card on {} lies face down", C_SLOTS[i]), (C_SLOTS[i],))
    if at_once:
        if new:
            return Refused(
                "end-at-once", say("the game is over, so the row is not filled up"), named(i for i, _ in new)
            )
        filled = Filled(tuple(NONE if i in gaps else card for i, card in enumerate(row)), 0, hidden)
        return _lies(cards, filled, turn) or filled
    came = []
    for i, label in new:
        card = cards.number.get(label, cards.citizens)
        hidden = cards.without(hidden, card) if card < cards.citizens else -1
        if hidden < 0:
            why = say("{} cannot come to {}: it has come out before or is not in the game", label, C_SLOTS[i])
            return Refused("card-already-out", why, (C_SLOTS[i],))
        came.append(card)
    at = tuple([i for i, _ in new])
    count = len(gaps)
    expected = new_slots(count, state.draw, cards.rulings.refill_right_first)
    rest = [card for i, card in enumerate(row) if i not in gaps]
    if at == expected:
        after = (
            (*reversed(came), *rest) if len(at) == count else (*_spread(dict(zip(at, came, strict=True)), count), *rest)
        )
        filled = Filled(after, len(at), hidden)
        return _lies(cards, filled, turn) or filled
    there = tuple(reversed(gaps))
    mirrored = tuple(range(ROW - 1, ROW - 1 - count, -1))
    if at == there:
        places = named({*expected, *gaps})
        if "row_not_shifted" not in waived:
            why = say(
                "the new card lies in the gap; the cards left of it move right, and the new one comes to the left"
            )
            return Refused("row_not_shifted", why, places)
        put = dict(zip(at, came, strict=True))
        return Filled(tuple(put.get(i, card) for i, card in enumerate(row)), len(at), hidden)
    if at == mirrored:
        if "row_shifted_left" not in waived:
            why = say("the row was moved to the left; it moves to the right, and the new card comes to the left")
            return Refused("row_shifted_left", why, named(mirrored))
        return Filled((*rest, *reversed(came)), len(at), hidden)
    missing = [i for i in expected if i not in at]
    if missing and len(at) < len(expected) and all(i in expected for i in at):
        return Refused("row_not_refilled", say("a card is missing on {}", C_SLOTS[missing[0]]), named(missing))
    if len(at) > len(expected):
        why = say("{} new cards came into the row, and {} belong there", len(at), len(expected))
        return Refused("card-too-many", why, named(i for i in at if i not in expected))
    return Refused(
        "row_not_shifted",
        say("the row moves right into its gaps, and new cards come to the left, not to {}", C_SLOTS[at[0]]),
        named({*expected, *at}),
    )


def named(places: Iterable[int]) -> tuple[str, ...]:
    return tuple(C_SLOTS[i] for i in sorted(places))


def _spread(put: dict[int, int], count: int) -> tuple[int, ...]:
    return tuple(put.get(i, NONE) for i in range(count))


def _came(cards: Cards, row: tuple[int, ...], gaps: Slots, lies: tuple[str | None, ...]) -> tuple[tuple[int, str], ...]:
    """The cards of the row as it lies that did not lie there before the turn, from right to left."""
    rest = [cards.label[card] for i, card in enumerate(row) if i not in gaps and card != NONE]
    came = []
    for i in range(ROW - 1, -1, -1):
        label = lies[i]
        if label is None or label == EMPTY:
            continue
        if label in rest:
            rest.remove(label)
        else:
            came.append((i, label))
    return tuple(came)


def _lies(cards: Cards, filled: Filled, turn: Turn) -> Refused | None:
    """Is the row, as the turn tells that it lies, the row as it ought to lie?"""
    if turn.row is None:
        return None
    ought = [EMPTY if card == NONE else cards.label[card] for card in filled.row]
    wrong = [i for i, label in enumerate(turn.row) if label is not None and label != ought[i]]
    if not wrong:
        return None
    first = C_SLOTS[wrong[0]]
    open_ones = [i for i in wrong if turn.row[i] == EMPTY]
    if open_ones:
        return Refused("row_not_refilled", say("{} is empty", C_SLOTS[open_ones[0]]), named(open_ones))
    return Refused("row_not_shifted", say("{} ought to lie on {}", ought[wrong[0]], first), named(wrong))
