"""How the players of King of the Dice stand: a pile counted as it lies."""

from __future__ import annotations

from collections.abc import Sequence

from rules.king_of_the_dice.cards import Cards
from rules.king_of_the_dice.edition import DEFAULT
from rules.king_of_the_dice.needs import TYPES
from rules.king_of_the_dice.state import State, ended_by
from rules.standing import MOST, Line, Seat, Standing, Tie, rank
from rules.words import Phrase, say

KINDS = ("village", *TYPES, "penalty")


def pile_lines(cards: Cards, pile: Sequence[int], by_hand: int = 0) -> tuple[Line, ...]:
    """What a pile is worth, kind by kind: the fairies by their number."""
    lines = []
    for kind in KINDS:
        points = [cards.vp[card] for card in pile if cards.type[card] == kind]
        if not points:
            continue
        if kind == "fairy":
            count = len(points)
            lines.append(Line(kind, count * count, say("{} x {}", count, count), kind))
        else:
            lines.append(Line(kind, sum(points), say(" + ".join(["{}"] * len(points)), *points), kind))
    if by_hand:
        lines.append(Line("by hand", by_hand, say("given by the table"), "by-hand"))
    return tuple(lines)


def minus_points(cards: Cards, pile: Sequence[int]) -> int:
    """The minus points on a pile's cards, as a number of at least 0."""
    return sum([-cards.vp[card] for card in pile if cards.vp[card] < 0])


_ENDS = {
    "penalties": say("the game ended with the last penalty card"),
    "villages": say("the game ended with the last village of a stack"),
    "draw": say("the game ended with the last card of the draw pile"),
}


def standing(state: State, notes: tuple[Phrase, ...]) -> Standing:
    cards = state.cards
    seats, minus = [], []
    for seat, (name, pile) in enumerate(zip(state.names, state.piles, strict=True)):
        lines = pile_lines(cards, pile, state.by_hand[seat])
        points = sum(line.points for line in lines)
        minus.append(minus_points(cards, pile))
        fairies = sum(1 for card in pile if card in cards.fairies)
        stock = (("minus", minus[seat]), ("cards", len(pile)), ("fairies", fairies))
        seats.append(Seat(seat, name, points, lines, points, lines, stock))
    fewer = Tie("tie-minus-points", minus.__getitem__, say("tied in points; fewer minus points"), fewer=True)
    outcome = rank(
        [seat.so_far or 0 for seat in seats],
        [fewer],
        ("most-points", MOST),
        ("shared-victory", say("tied in points and in minus points")),
    )
    if cards.edition != DEFAULT:
        notes = (*notes, say("played with an edition of the table's own"))
    ended = ended_by(state.villages, state.penalties, state.draw) if state.over else None
    if ended:
        notes = (*notes, _ENDS[ended])
    return Standing(tuple(seats), state.over, outcome, notes)
