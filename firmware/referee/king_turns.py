"""What a row of cards means: the turns that explain it, and if none does, which clause was broken where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations
from typing import Any, NamedTuple

from rules.game import Allowed, Refused
from rules.king_of_the_dice.cards import BACK, C_SLOTS, EMPTY, V_SLOTS
from rules.king_of_the_dice.game import KING_OF_THE_DICE as GAME
from rules.king_of_the_dice.state import State, Turn

Labels = Mapping[str, str]  # slot -> the card that surely lies there

COMPARED = (*C_SLOTS, *V_SLOTS, "penalty", "draw", "discard")
TOLD = ("player", "dice", "rolls", "dragon_to")
MOST = 4000  # ways to go on that are looked at before a question is asked instead
FORGIVEN = frozenset(
    (
        "village_wrong_colour",
        "village-without-citizen",
        "rightmost_not_discarded",
        "row_not_shifted",
        "row_shifted_left",
    )
)


class Way(NamedTuple):
    """A turn and the state it leads to."""

    turn: Turn
    after: State


class Fault(NamedTuple):
    clause: str
    places: tuple[str, ...]


def slots_of(state: State) -> dict[str, Any]:
    """What lies in each slot in this state; None where nobody knows."""
    slots: dict[str, Any] = dict(GAME.describe(state)["slots"])
    return slots


def differing(state: State, seen: Labels) -> list[str]:
    """The slots where something else surely lies than this state has."""
    there = slots_of(state)
    return [slot for slot in COMPARED if slot in seen and there.get(slot) is not None and there.get(slot) != seen[slot]]


def _chance(given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: given[key] for key in TOLD if given.get(key) is not None}


def new_cards(state: State, seen: Labels) -> list[str]:
    """Citizens that surely lie in the row and did not before."""
    old = {state.cards.label[card] for card in state.row if card >= 0}
    return [seen[s] for s in C_SLOTS if seen.get(s, EMPTY) not in (EMPTY, BACK, *old)]


def ways(state: State, given: Mapping[str, Any], seen: Labels) -> Iterator[Way]:
    """The legal turns that lead to what is surely seen."""
    told = _chance(given)
    if seen.get("penalty", "").startswith("penalty/"):
        told["penalty"] = seen["penalty"]
    drawn: Iterable[Sequence[str] | None] = [None]
    if all(slot in seen for slot in C_SLOTS):
        new = new_cards(state, seen)
        if not new and state.draw:
            return
        if new:
            drawn = list(permutations(new)) if len(new) <= 3 else []
    for draw in drawn:
        with_draw = told if draw is None else {**told, "draw": list(draw)}
        for count, turn in enumerate(GAME.legal(state, with_draw)):
            if count > MOST:
                return
            verdict = GAME.judge(state, turn)
            if isinstance(verdict, Allowed) and not differing(verdict.state, seen):
                yield Way(turn, verdict.state)


def fault(state: State, given: Mapping[str, Any], seen: Labels) -> Fault | None:
    """Which clause a clearly seen row breaks, if one turn of these dice explains it but for that; None if none does."""
    if any(slot not in seen for slot in (*C_SLOTS, *V_SLOTS, "penalty")):
        return None
    found: dict[Fault, tuple[int, bool]] = {}
    lying = [seen[slot] for slot in C_SLOTS]
    row, put, code = list(lying), [], ""
    spare = _spare(state, seen)
    for i, label in enumerate(lying):
        if label in (EMPTY, BACK):
            if not spare:
                return None
            row[i] = spare.pop()
            put.append(C_SLOTS[i])
            code = "card_face_down" if label == BACK or code == "card_face_down" else "row_not_refilled"
    for turn in _drafts(state, given, seen):
        told = turn._replace(new=None, row=tuple(row))
        kinds = {card.split("/")[1] for _, card in told.taken}
        forgiving = FORGIVEN | kinds
        verdict = GAME.judge(state, told, forgiving)
        wished = {**seen, **dict(zip(C_SLOTS, row, strict=True))}
        # the draw pile's last card may be the one that is missing
        near = {slot: label for slot, label in wished.items() if slot not in ("draw", "discard")}
        if not isinstance(verdict, Allowed) or differing(verdict.state, near):
            continue
        broken = [Fault(code, tuple(put))] if put else []
        for clause in sorted(forgiving):
            strict = GAME.judge(state, told, forgiving - {clause})
            if isinstance(strict, Refused):
                broken.append(Fault(clause, _places(strict, state, told)))
        if broken:
            # that a citizen was taken whom the dice do not fulfil is believed last
            rank = len(broken), any(one.clause in kinds for one in broken)
            found[broken[0]] = min(found.get(broken[0], rank), rank)
    fewest = min(found.values(), default=None)
    likely = [one for one, count in found.items() if count == fewest]
    if len({one.clause for one in likely}) != 1:
        return None
    return likely[0]


def _places(refused: Refused, state: State, turn: Turn) -> tuple[str, ...]:
    """Where it went wrong; with a card discarded that lay elsewhere, that place too."""
    lay = {state.cards.label[card]: C_SLOTS[i] for i, card in enumerate(state.row) if card >= 0}
    more = [lay[card] for card in turn.discarded if card in lay] if turn.discarded else []
    return tuple(dict.fromkeys((*refused.places, *more)))


def _spare(state: State, seen: Labels) -> list[str]:
    """Citizens that may still come from the draw pile."""
    cards = state.cards
    return [
        cards.label[card]
        for card in range(cards.citizens)
        if state.hidden & cards.bits[card] and cards.label[card] not in seen.values()
    ]


def _drafts(state: State, given: Mapping[str, Any], seen: Labels) -> Iterator[Turn]:
    """The turns of these dice, as the villages and penalties that are seen say, right or wrong."""
    cards = state.cards
    gone = tuple(
        (i, cards.label[cards.stacks[i][count]])
        for i, count in enumerate(state.villages)
        if count and seen[V_SLOTS[i]] != cards.label[cards.stacks[i][count]]
    )
    spare = _spare(state, {}) or [""]
    known: set[tuple[Any, ...]] = set()
    chance = _chance(given)
    for turn in GAME.legal(state, {**chance, "draw": spare[:1]}):
        way = (turn.taken, turn.penalty)
        if way in known:
            continue
        known.add(way)
        if turn.penalty is None:
            yield turn._replace(villages=gone)
            continue
        after = seen["penalty"] if seen["penalty"] != EMPTY else None
        for card in reversed(state.row):
            if card >= 0:
                yield turn._replace(villages=gone, discarded=(cards.label[card],), next_penalty=after)
    # a citizen that the dice do not fulfil
    left = [(i, cards.label[card]) for i, card in enumerate(state.row) if card >= 0]
    missing = [(i, label) for i, label in left if label not in seen.values()]
    some = next(iter(GAME.legal(state, {**chance, "draw": spare[:1]})), None)
    if len(missing) == 1 and some is not None and (tuple(missing), None) not in known and seen["penalty"] != EMPTY:
        yield some._replace(
            taken=tuple(missing), villages=gone, penalty=None, discarded=(), given=(), another=False, next_penalty=None
        )


def action_of(turn: Turn) -> dict[str, Any]:
    return GAME.told(turn)


def held(state: State) -> dict[str, Any]:
    """What the companion holds: piles, points, minus points, and whose turn it is."""
    told = GAME.describe(state)
    players = [{key: player[key] for key in ("pile", "points", "minus")} for player in told["players"]]
    return {"players": players, "next_player": told["next_player"]}


def beginnings(about: Mapping[str, Any], start: Mapping[str, Any], seen: Labels) -> State:
    """The state that the start and the first picture tell; Trouble when they do not fit together."""
    slots = {slot: seen[slot] for slot in (*C_SLOTS, *V_SLOTS, "penalty") if slot in seen}
    known = ("options", "players", "next_player", "extra_turn", "counts")
    return GAME.position({**{key: start[key] for key in known if key in start}, "slots": slots})


def visible(ways_found: Iterable[Way]) -> set[tuple[Any, ...]]:
    """What a camera can tell apart of these ways."""
    return {(w.turn.taken, w.turn.villages, w.turn.penalty, w.turn.discarded) for w in ways_found}


def all_ways(states: Iterable[State], given: Mapping[str, Any], seen: Labels) -> list[Way]:
    return list(chain.from_iterable(ways(state, given, seen) for state in states))
