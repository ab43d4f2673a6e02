"""Scoring by guild cards, one player after another, and then the swapping of cards by whoever is last.

A card is known by its face when it is played; of what is in a hand only the number is known.
"""

from __future__ import annotations

from rules.game import Allowed, Refused
from rules.ledger import Entry
from rules.masons.guild import KIND, OF_CITY, score
from rules.masons.scoring import tally_with
from rules.masons.state import Cards, State, Swap
from rules.words import Phrase, say

Waived = frozenset[str]


def play(state: State, action: Cards, waived: Waived) -> Allowed[State] | Refused:
    last = state.scored == 0
    seat = state.to_act[0]
    if wrong := _wrong_number(state, action, seat, last, waived):
        return wrong
    city = _city(state, action, last)
    if isinstance(city, Refused):
        return city
    board, pieces = state.table.edition.board, state.pieces
    ledger: list[Entry] = []
    tallies = state.tallies
    for face in action.faces:
        points, how = score(board, pieces, city, face)
        kind, clause = KIND[face]
        ledger.append(Entry(seat, "vp", points, how, clause))
        tallies = tally_with(tallies, seat, kind, points)
    given = len(action.faces) + action.discarded
    drawn = 0
    if not last:
        # One card is drawn, two by whoever scored nothing for a discarded one.
        drawn = min(1 + action.discarded, cards_beyond(state) + given)
        if action.drawn is not None and action.drawn != drawn:
            if "draw" not in waived:
                return Refused("draw", say("to be drawn here: {}, not {}", drawn, action.drawn))
            drawn = min(action.drawn, cards_beyond(state) + given)
    elif action.drawn:
        return Refused("draw", say("nothing is drawn in the last scoring"))
    hands, deck, warnings = _exchange(state, seat, given, drawn, ledger, "one-or-two-cards")
    to_act, stage = state.to_act[1:], "cards"
    if not to_act and not last:
        stage, to_act = "swap", last_places(tallies, state.seat)
    table, _, _, _, _, turn, turns, _, _, _, _, scored, ending = state
    if not to_act:
        stage = "over"
    after = State(table, pieces, tallies, hands, deck, turn, turns, stage, -1, (), to_act, scored, ending)
    return Allowed(after, tuple(ledger), tuple(warnings))


def _wrong_number(state: State, action: Cards, seat: int, last: bool, waived: Waived) -> Refused | None:
    faces, discarded, held = len(action.faces), action.discarded, state.hands[seat]
    if faces > 2 and "one-or-two-cards" not in waived:
        return Refused("one-or-two-cards", say("{} cards played: two are the most", faces))
    if discarded > 1 or (discarded and (faces or last)):
        why = (
            say("nobody discards in the last scoring")
            if last
            else say("either one card is discarded, or cards are played")
        )
        return Refused("play-or-discard", why)
    if faces + discarded > held:
        return Refused("not-in-hand", say("{} holds no more cards than {}", state.table.names[seat], held))
    if not faces and not discarded and held and not last:
        return Refused("play-or-discard", say("one or two cards have to be played, or one discarded"))
    return None


def _city(state: State, action: Cards, last: bool) -> int | Refused:
    """The city that cards about a city look at."""
    board, cities = state.table.edition.board, state.pieces.cities
    if not last:
        if action.city is not None and set(action.city) != set(board.names(state.scored)):
            why = say("the city that is scored is {}", ", ".join(board.names(state.scored)))
            return Refused("city-scored", why, action.city)
        return state.scored
    if action.city is not None:
        for city in cities:
            if set(action.city) == set(board.names(city)):
                return city
        return Refused("name-a-city", say("no completed city has these spaces"), action.city)
    if len(cities) == 1:
        return cities[0]
    if any(face in OF_CITY for face in action.faces):
        return Refused("name-a-city", say("which city do the cards about a city look at?"))
    return 0


def swap(state: State, action: Swap, waived: Waived) -> Allowed[State] | Refused:
    seat = state.to_act[0]
    held, count = state.hands[seat], action.discarded
    if count > held:
        return Refused("not-in-hand", say("{} holds no more cards than {}", state.table.names[seat], held))
    if action.drawn is not None and action.drawn != count and "draw" not in waived:
        return Refused("swap", say("discarded: {}, so as many are drawn", count))
    drawn = count if action.drawn is None else min(action.drawn, cards_beyond(state) + count)
    ledger: list[Entry] = []
    hands, deck, warnings = _exchange(state, seat, count, drawn, ledger, "swap")
    table, pieces, tallies, _, _, turn, turns, stage, _, _, to_act, scored, ending = state
    to_act = to_act[1:]
    if not to_act:
        if ending:
            stage = "over"
        else:
            stage, scored, turn, turns = "wall", 0, (turn + 1) % len(hands), turns + 1
    after = State(table, pieces, tallies, hands, deck, turn, turns, stage, -1, (), to_act, scored, ending)
    return Allowed(after, tuple(ledger), tuple(warnings))


def cards_beyond(state: State) -> int:
    """Cards that nobody holds: face down or discarded."""
    return state.table.edition.cards - sum(state.hands)


def last_places(tallies: tuple[tuple[int, ...], ...], first: int) -> tuple[int, ...]:
    """Who is last on the scoring track, beginning with the player whose turn it is."""
    points = [sum(tally) for tally in tallies]
    fewest = min(points)
    seats = [(first + i) % len(points) for i in range(len(points))]
    return tuple([seat for seat in seats if points[seat] == fewest])


def _exchange(
    state: State, seat: int, given: int, drawn: int, ledger: list[Entry], clause: str
) -> tuple[tuple[int, ...], int, list[Phrase]]:
    """Cards leave a hand, then others are drawn; when none is left to draw, the discards are shuffled."""
    hands, deck, warnings = state.hands, state.deck, []
    if given:
        held = hands[seat] - given
        ledger.append(
            Entry(seat, "cards", -given, say("cards played or discarded: {}, in hand: {}", given, held), clause)
        )
        hands = (*hands[:seat], held, *hands[seat + 1 :])
    if drawn:
        if drawn > deck:
            deck = state.table.edition.cards - sum(hands)
            warnings.append(say("the supply of cards is used up: shuffle the discards"))
        deck -= drawn
        held = hands[seat] + drawn
        ledger.append(Entry(seat, "cards", drawn, say("cards drawn: {}, in hand: {}", drawn, held), "draw"))
        hands = (*hands[:seat], held, *hands[seat + 1 :])
    return hands, deck, warnings
