"""What is scored so far, and how the players stand."""

from __future__ import annotations

from rules.masons.state import KINDS, State
from rules.standing import MOST, Line, Outcome, Seat, Standing, Tie, rank
from rules.words import Phrase, say

CLAUSE = dict(zip(KINDS, ("about-the-city", "about-outside", "about-cities", "rolled-early", "by-hand"), strict=True))
HAND = say("cards still in hand are not counted, for nobody knows them")


def tally_with(tallies: tuple[tuple[int, ...], ...], seat: int, kind: int, points: int) -> tuple[tuple[int, ...], ...]:
    tally = tallies[seat]
    return (
        *tallies[:seat],
        (*tally[:kind], tally[kind] + points, *tally[kind + 1 :]),
        *tallies[seat + 1 :],
    )


def lines_of(tally: tuple[int, ...]) -> tuple[Line, ...]:
    return tuple(
        Line(kind, points, say("{}: {}", kind, points), CLAUSE[kind])
        for kind, points in zip(KINDS, tally, strict=True)
        if points
    )


def outcome(state: State) -> Outcome:
    cards = Tie("tie-cards", lambda seat: state.hands[seat], say("equal points, more cards in hand"))
    shared = say("equal points and equal cards in hand")
    return rank(state.points, (cards,), ("most-points", MOST), ("shared-victory", shared))


def standing(state: State, notes: tuple[Phrase, ...]) -> Standing:
    over = state.stage == "over"
    seats = []
    for seat, (name, tally) in enumerate(zip(state.table.names, state.tallies, strict=True)):
        lines, points = lines_of(tally), sum(tally)
        seats.append(Seat(seat, name, points, lines, points, lines, (("cards", state.hands[seat]),)))
    return Standing(tuple(seats), over, outcome(state), notes if over else (*notes, HAND))
