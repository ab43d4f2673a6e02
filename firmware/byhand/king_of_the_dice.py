"""King of the Dice by hand: dice, rolls, the card taken, what comes along, what came into the row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware.byhand.asking import Answer, Hearing, Kind, Steps, joined
from firmware.byhand.dice import dice
from firmware.byhand.king_cards import (
    BACK_ANSWER,
    citizen_kinds,
    named_here,
    penalty_answers,
    short,
    worth_of,
)
from rules.king_of_the_dice.cards import C_SLOTS, NONE, UNKNOWN
from rules.king_of_the_dice.dice import COLOUR, COLOUR_WORDS, DICE, VALUE, Roll, roll_from, roll_told
from rules.king_of_the_dice.edition import ROW
from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.king_of_the_dice.judge import RIGHTMOST, may_bring
from rules.king_of_the_dice.row import new_slots
from rules.king_of_the_dice.state import State, Turn, ended_by, fulfilled_in, rolls_allowed
from rules.words import Phrase, say

PENALTY = -1  # instead of a place of the row
ENOUGH = -2
Named = tuple[tuple[int, str], ...]


def asks(state: State) -> bool:
    return not state.over


def given(state: State, seen: Mapping[str, Any], read: bool, hearing: Hearing) -> Steps[dict[str, Any]]:
    """Dice, how many rolls, and whom a dragon goes to if they fulfil one."""
    looked = roll_from(seen["dice"], "“dice”") if len(seen.get("dice") or ()) == DICE else ()
    roll = yield from _dice(hearing, looked, read)
    rolls = yield from _rolls(state, _some(seen.get("rolls")), hearing)
    told = {"dice": roll_told(roll), "rolls": rolls}
    kinds = {state.cards.type[state.row[place]] for place in fulfilled_in(state, roll)}
    brought = {state.cards.type[card] for place in fulfilled_in(state, roll) for card in _brought(state, place)}
    if "dragon" in kinds | brought and len(state.names) > 1:
        nobody = Answer(NONE, say("no dragon was taken"))
        others = [Answer(seat, say("{}", state.names[seat])) for seat in _others(state)]
        like = tuple(seen["dragon_to"] or (NONE,)) if "dragon_to" in seen else ()
        to = yield from hearing.choose(say("the dragon goes to?"), [*others, nobody], like)
        told["dragon_to"] = None if to == NONE else [to]
    return told


def turn(state: State, told: Mapping[str, Any], seen: Turn | None, hearing: Hearing) -> Steps[Mapping[str, Any]]:
    begun = yield from _rolled(state, told, seen, hearing)
    cards, row = state.cards, state.row
    places = fulfilled_in(state, begun.dice)
    usual = [_place(state, i) for i in sorted(places, key=lambda i: -worth_of(state, row[i]))]
    if not places or cards.rulings.may_refuse:
        usual.append(_penalty_place(state))
    every = [_place(state, i) for i in range(ROW) if row[i] != NONE] + [_penalty_place(state)]
    like: Sequence[int] = ()
    if seen is not None:
        like = (seen.taken[0][0],) if seen.taken else (PENALTY,)
    place = yield from hearing.choose(say("what is taken?"), usual, like, every)
    if place == PENALTY:
        action = yield from _penalty(state, begun, told, seen, hearing)
    else:
        action = yield from _citizens(state, begun, place, told, seen, hearing)
    return KING_OF_THE_DICE.told(action)


def _some(value: Any) -> Sequence[Any]:
    return () if value is None else (value,)


# ---- dice
def face_words(face: int) -> Phrase:
    return say("{} {}", VALUE[face], COLOUR_WORDS[COLOUR[face]])


FACES = [
    Kind(say("{}", value), [Answer(face, face_words(face)) for face in range(18) if VALUE[face] == value])
    for value in range(1, 7)
]


def _dice(hearing: Hearing, seen: Sequence[int], read: bool = False) -> Steps[Roll]:
    def ask(title: Phrase, near: Sequence[int]) -> Steps[int]:
        return (yield from hearing.choose_by_kind(title, FACES, near, second=say("which colour?")))

    return (yield from dice(hearing, DICE, ask, face_words, seen, read))


def _rolls(state: State, seen: Sequence[int], hearing: Hearing) -> Steps[int]:
    most = rolls_allowed(state)
    usual = [Answer(n, say("{}", n)) for n in range(1, most + 1)]
    beyond = [Answer(most + 1, say("{}", most + 1))]
    return (yield from hearing.choose(say("how many rolls?"), usual, seen, beyond, start=most - 1))


def _rolled(state: State, told: Mapping[str, Any], seen: Turn | None, hearing: Hearing) -> Steps[Turn]:
    """A turn that has its dice, and nothing else yet."""
    if told.get("throws"):
        throws = tuple(roll_from(roll, "a throw") for roll in told["throws"])
        hearing.note(joined([face_words(face) for face in throws[-1]]))
        return Turn(throws[-1], len(throws), another=False, player=state.seat, throws=throws)
    if told.get("dice"):
        roll = roll_from(told["dice"], "“dice”")
        hearing.note(joined([face_words(face) for face in roll]))
    else:
        roll = yield from _dice(hearing, seen.dice if seen is not None else ())
    rolls = told.get("rolls")
    if rolls is None:
        rolls = yield from _rolls(state, _some(seen.rolls) if seen is not None else (), hearing)
    return Turn(roll, rolls, another=False, player=state.seat)


# ---- citizens
def _place(state: State, place: int) -> Answer[int]:
    card = state.row[place]
    return Answer(place, say("{} {}", C_SLOTS[place], state.cards.words[card]), say("+{}", worth_of(state, card)))


def _penalty_place(state: State) -> Answer[int]:
    worth = say("{}", state.cards.vp[state.penalty]) if state.penalty >= 0 else say("penalty")
    return Answer(PENALTY, say("scoundrel"), worth)


def _others(state: State) -> list[int]:
    count = len(state.names)
    return [(state.seat + step) % count for step in range(1, count)]


def _brought(state: State, place: int) -> list[int]:
    """The cards that a hypnotist on this place may bring, one to the right of the other."""
    cards, brought = state.cards, list[int]()
    while place + len(brought) < RIGHTMOST and cards.type[state.row[place + len(brought)]] == "hypnotist":
        if brought and not cards.rulings.bonus_effects:
            break
        brought.append(state.row[place + len(brought) + 1])
    return brought


def _citizens(
    state: State, begun: Turn, place: int, told: Mapping[str, Any], seen: Turn | None, hearing: Hearing
) -> Steps[Turn]:
    cards, row = state.cards, state.row
    hearing.note(cards.words[row[place]])
    at = [place]
    if hearing.free:
        at = yield from _others_too(state, place, seen, hearing)
    else:
        for card in _brought(state, place):
            like = (len(seen.taken) > len(at),) if seen is not None else ()
            if not (yield from hearing.yes(say("and {} beside him?", cards.words[card]), like)):
                break
            at.append(at[-1] + 1)
            hearing.note(cards.words[card])
    stacks = yield from _villages(state, at, seen, hearing)
    villages = tuple((s, cards.label[cards.stacks[s][state.villages[s]]]) for s in stacks)
    left = tuple(count - (s in stacks) for s, count in enumerate(state.villages))
    effects = at if cards.rulings.bonus_effects else at[:1]
    gifts = []
    for i in effects:
        if cards.type[row[i]] == "dragon":
            to = yield from _dragon(state, told, seen, hearing)
            gifts.append((cards.label[row[i]], to))
    slots: tuple[int, ...] = ()
    if not cards.rulings.end_at_once or all(left):
        slots = new_slots(len(at), state.draw, cards.rulings.refill_right_first)
    another = False
    goes_on = not ended_by(left, state.penalties, state.draw - len(slots))
    if "apprentice" in [cards.type[row[i]] for i in effects] and goes_on:
        another = yield from hearing.yes(say("another turn?"), (seen.another is not False,) if seen is not None else ())
    new, _ = yield from _came(state, slots, told, seen, state.hidden, hearing)
    taken = tuple((i, cards.label[row[i]]) for i in at)
    return begun._replace(taken=taken, villages=villages, given=tuple(gifts), new=new, another=another)


def _others_too(state: State, place: int, seen: Turn | None, hearing: Hearing) -> Steps[list[int]]:
    """Told freely: one citizen after another, as they lie in the row."""
    at = [place]
    wanted = [i for i, _ in seen.taken] if seen is not None else []
    while True:
        others = [_place(state, i) for i in range(ROW) if i not in at and state.row[i] != NONE]
        left = [i for i in wanted if i not in at] or [ENOUGH]
        more = yield from hearing.choose(
            say("another citizen too?"), [Answer(ENOUGH, say("that is all")), *others], left if seen is not None else ()
        )
        if more == ENOUGH:
            return sorted(at)
        at.append(more)
        hearing.note(state.cards.words[state.row[more]])


def _villages(state: State, at: Sequence[int], seen: Turn | None, hearing: Hearing) -> Steps[list[int]]:
    """The stacks whose top card comes along."""
    cards, stacks = state.cards, []
    for i in range(ROW) if hearing.free else at:
        brings = i in at and may_bring(state, i, state.row[i], i != at[0])
        if brings or (hearing.free and state.villages[i]):
            village = cards.stacks[i][state.villages[i]]
            like = (any(s == i for s, _ in seen.villages),) if seen is not None else ()
            title = say("{} too, worth {}?", cards.words[village], cards.vp[village])
            if (yield from hearing.yes(title, like, usual=brings)):
                stacks.append(i)
                hearing.note(cards.words[village])
    return stacks


def _dragon(state: State, told: Mapping[str, Any], seen: Turn | None, hearing: Hearing) -> Steps[int | None]:
    if len(state.names) == 1:
        return None
    allowed = told.get("dragon_to")
    seats = [seat for seat in _others(state) if allowed is None or seat in allowed]
    if len(seats) == 1 and allowed is not None:
        return seats[0]
    answers = [Answer[int | None](seat, say("{}", state.names[seat])) for seat in seats]
    himself = Answer[int | None](state.seat, say("{}", state.names[state.seat]))
    like = ([to for _, to in seen.given] or [state.seat]) if seen is not None else []
    return (yield from hearing.choose(say("the dragon goes to?"), answers, like, [himself]))


# ---- a penalty card
def _penalty(state: State, begun: Turn, told: Mapping[str, Any], seen: Turn | None, hearing: Hearing) -> Steps[Turn]:
    cards, hidden, top = state.cards, state.hidden, state.penalty
    hearing.note(say("scoundrel"))
    if top == UNKNOWN:
        like: Sequence[str] = (seen.penalty,) if seen is not None and seen.penalty is not None else ()
        answers = penalty_answers(cards, hidden)
        label = yield from hearing.choose(say("which scoundrel?"), answers, like, penalty_answers(cards, None))
        hidden = max(cards.without(hidden, cards.number[label]), 0)
    else:
        label = cards.label[top]
    discarded: tuple[str, ...] = (cards.label[state.row[RIGHTMOST]],)
    if hearing.free:
        lying = [_place(state, i) for i in range(ROW - 1, -1, -1) if state.row[i] != NONE]
        gone = [i for i in range(ROW) if seen is not None and cards.label[state.row[i]] in seen.discarded]
        goes = yield from hearing.choose(
            say("which citizen goes?"),
            [*lying, Answer(ENOUGH, say("none goes"))],
            gone or ([ENOUGH] if seen is not None else []),
        )
        discarded = () if goes == ENOUGH else (cards.label[state.row[goes]],)
    left = state.penalties - 1
    slots: tuple[int, ...] = ()
    if discarded and (left or not cards.rulings.end_at_once):
        slots = new_slots(1, state.draw, cards.rulings.refill_right_first)
    new, hidden = yield from _came(state, slots, told, seen, hidden, hearing)
    following = told.get("penalty")
    if left and following is None:
        unseen = Answer[str | None](None, say("nobody looked"))
        offered = [Answer[str | None](*answer) for answer in penalty_answers(cards, hidden)]
        likely: Sequence[str | None] = (seen.next_penalty,) if seen is not None else ()
        following = yield from hearing.choose(say("the next scoundrel?"), [*offered, unseen], likely)
    return begun._replace(penalty=label, discarded=discarded, new=new, next_penalty=following if left else None)


# ---- the row
def _came(
    state: State, slots: tuple[int, ...], told: Mapping[str, Any], seen: Turn | None, hidden: int, hearing: Hearing
) -> Steps[tuple[Named, int]]:
    """The cards that came into the row, in the order in which they were laid; and what is hidden still."""
    cards, drawn = state.cards, list(told.get("draw") or ())
    places = slots if cards.rulings.refill_right_first else slots[::-1]
    like = dict(seen.new or ()) if seen is not None else {}
    new: list[tuple[int, str]] = []
    for number, usual in enumerate(places):
        place = usual
        if hearing.free:
            open_ones = [Answer(i, say(slot)) for i, slot in enumerate(C_SLOTS) if i not in dict(new)]
            place = yield from hearing.choose(say("where does it lie?"), open_ones, [*like], start=0)
        if number < len(drawn):
            label = drawn[number]
        else:
            kinds = citizen_kinds(cards, hidden)
            every = [*citizen_kinds(cards, None), BACK_ANSWER]
            title = say("new on {}", C_SLOTS[place])
            label = yield from hearing.choose_by_kind(title, kinds, named_here(like, place), every)
        hearing.note(short(label))
        hidden = max(cards.without(hidden, cards.number[label]), 0) if label in cards.number else hidden
        new.append((place, label))
    return tuple(sorted(new, reverse=True)), hidden
