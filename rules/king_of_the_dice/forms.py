"""The JSON forms of King of the Dice: turns and positions, strict about what they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rules.forms import Form, shown
from rules.king_of_the_dice.cards import BACK, C_SLOTS, EMPTY, NONE, UNKNOWN, V_SLOTS, Cards
from rules.king_of_the_dice.dice import roll_from, roll_told
from rules.king_of_the_dice.edition import ROW
from rules.king_of_the_dice.standing import minus_points, pile_lines
from rules.king_of_the_dice.state import State, Turn
from rules.trouble import Trouble

C_INDEX = {slot: i for i, slot in enumerate(C_SLOTS)}
V_INDEX = {slot: i for i, slot in enumerate(V_SLOTS)}


def action_from(data: Mapping[str, Any]) -> Turn:
    form = Form(data, "the turn")
    throws = None
    if form.has("throws"):
        throws = tuple(roll_from(roll, "a throw of the turn") for roll in form.items("throws"))
        if not throws:
            raise Trouble("“throws” of the turn is empty; the dice are rolled at least once")
    dice = roll_from(form.any("dice"), "“dice” of the turn") if form.has("dice") or not throws else throws[-1]
    rolls = form.number("rolls", low=1) if form.has("rolls") else len(throws) if throws else None
    if throws and (dice != throws[-1] or rolls != len(throws)):
        raise Trouble("“throws” of the turn do not end with its “dice”, or there are not as many as its “rolls”")
    new, next_penalty = _new(form)
    turn = Turn(
        dice=dice,
        rolls=rolls,
        taken=_placed(form, "taken", C_INDEX, "citizen/"),
        villages=_placed(form, "villages", V_INDEX, "village/"),
        penalty=_card(form.any("penalty"), "penalty/", "“penalty” of the turn") if form.has("penalty") else None,
        discarded=tuple(_card(card, "citizen/", "“discarded” of the turn") for card in _items(form, "discarded")),
        given=tuple(sorted(_gifts(form), key=str)),
        new=new,
        next_penalty=next_penalty,
        another=form.flag("another_turn") if form.has("another_turn") else None,
        player=form.number("player", low=0) if form.has("player") else None,
        throws=throws,
        row=_row(form),
    )
    # What follows from the state is not needed, but may be told.
    if form.has("extra_turn"):
        form.flag("extra_turn")
    if form.has("rolls_allowed"):
        form.number("rolls_allowed", low=1)
    for key in TURN_FIELDS:
        form.any(key, None)
    form.done()
    return turn


TURN_FIELDS = (
    *("player", "dice", "rolls", "throws", "taken", "villages", "penalty", "discarded", "given", "new", "row"),
    *("another_turn", "extra_turn", "rolls_allowed"),
)


def _items(form: Form, key: str) -> list[Any]:
    return form.items(key) if form.has(key) else []


def _card(value: Any, kind: str, name: str) -> str:
    if not isinstance(value, str) or not value.startswith(kind):
        raise Trouble(f"{name} must be a card “{kind}...”, not {shown(value)}")
    return value


def _placed(form: Form, key: str, places: Mapping[str, int], kind: str) -> tuple[tuple[int, str], ...]:
    """Cards with the places they came from, from left to right."""
    found = []
    for item in _each(form, key):
        slot = item.text("slot", among=tuple(places))
        found.append((places[slot], _card(item.any("card"), kind, f"“card” of {item.name}")))
        item.done()
    return tuple(sorted(found))


def _each(form: Form, key: str) -> Iterator[Form]:
    return form.forms(key) if form.has(key) else iter(())


def _gifts(form: Form) -> Iterator[tuple[str, int | None]]:
    for item in _each(form, "given"):
        card = _card(item.any("card"), "citizen/", f"“card” of {item.name}")
        to = item.number("to", low=0) if item.has("to") else None
        item.any("to", None)
        item.done()
        yield card, to


def _new(form: Form) -> tuple[tuple[tuple[int, str], ...] | None, str | None]:
    """The new citizens from right to left, and the penalty card that lies on top now."""
    if not form.has("new"):
        return None, None
    found: list[tuple[int, str]] = []
    penalty = None
    for item in form.forms("new"):
        slot, card = item.text("slot", among=(*C_SLOTS, "penalty")), item.any("card")
        item.done()
        if slot == "penalty":
            if penalty is not None:
                raise Trouble("“new” of the turn names the penalty pile twice")
            penalty = _card(card, "penalty/", f"“card” of {item.name}")
        elif any(C_INDEX[slot] == i for i, _ in found):
            raise Trouble(f"“new” of the turn names {slot} twice")
        else:
            found.append((C_INDEX[slot], card if card == BACK else _card(card, "citizen/", f"“card” of {item.name}")))
    return tuple(sorted(found, reverse=True)), penalty


def _row(form: Form) -> tuple[str | None, ...] | None:
    if not form.has("row"):
        return None
    cards = form.items("row")
    if len(cards) != ROW:
        raise Trouble(f"“row” of the turn must be {ROW} cards, null where one was not seen, not {len(cards)}")
    for card in cards:
        if card is not None and card not in (BACK, EMPTY):
            _card(card, "citizen/", "“row” of the turn")
    return tuple(cards)


def told(turn: Turn) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if turn.player is not None:
        data["player"] = turn.player
    data["dice"] = roll_told(turn.dice)
    if turn.rolls is not None:
        data["rolls"] = turn.rolls
    if turn.throws is not None:
        data["throws"] = [roll_told(roll) for roll in turn.throws]
    data["taken"] = [{"slot": C_SLOTS[i], "card": card} for i, card in turn.taken]
    data["villages"] = [{"slot": V_SLOTS[i], "card": card} for i, card in turn.villages]
    data["penalty"] = turn.penalty
    data["discarded"] = list(turn.discarded)
    data["given"] = [{"card": card, "to": to} for card, to in turn.given]
    if turn.new is not None:
        data["new"] = [{"slot": C_SLOTS[i], "card": card} for i, card in turn.new]
        if turn.next_penalty is not None:
            data["new"].append({"slot": "penalty", "card": turn.next_penalty})
    if turn.row is not None:
        data["row"] = list(turn.row)
    if turn.another is not None:
        data["another_turn"] = turn.another
    return data


# ---- states
def describe(state: State) -> dict[str, Any]:
    """The state in the words of a position; see position.py for what reads it back."""
    cards = state.cards
    label = cards.label
    slots: dict[str, Any] = {
        slot: _top(cards, stack[left]) for slot, stack, left in zip(V_SLOTS, cards.stacks, state.villages, strict=True)
    }
    slots |= {slot: _top(cards, card) for slot, card in zip(C_SLOTS, state.row, strict=True)}
    slots["penalty"] = _top(cards, state.penalty)
    slots["draw"] = BACK if state.draw else EMPTY
    slots["discard"] = BACK if state.discards else EMPTY
    counts = dict(zip(V_SLOTS, state.villages, strict=True))
    counts |= {"penalty": state.penalties, "draw": state.draw, "discard": len(state.discards)}
    data: dict[str, Any] = {
        "game": "king-of-the-dice",
        "players": [_player(state, seat) for seat in range(len(state.names))],
        "next_player": None if state.over else state.seat,
        "extra_turn": state.extra,
        "slots": slots,
        "counts": counts,
    }
    if any(card != UNKNOWN for card in state.discards):
        data["discards"] = [None if card == UNKNOWN else label[card] for card in state.discards]
    return data


def _top(cards: Cards, card: int) -> str | None:
    return EMPTY if card == NONE else None if card == UNKNOWN else cards.label[card]


def _player(state: State, seat: int) -> dict[str, Any]:
    cards, pile, by_hand = state.cards, state.piles[seat], state.by_hand[seat]
    data: dict[str, Any] = {
        "name": state.names[seat],
        "pile": [cards.label[card] for card in pile],
        "points": sum(line.points for line in pile_lines(cards, pile, by_hand)),
        "minus": minus_points(cards, pile),
    }
    if by_hand:
        data["by_hand"] = by_hand
    return data


def loosen(data: dict[str, Any], at: str) -> None:
    """Something was set by hand: take out of a described state what is told a second time and follows from it."""
    first, _, rest = at.partition(".")
    slots, counts = data.get("slots"), data.get("counts")
    if first == "players" and (match := re.fullmatch(r"(\d+)\.(pile|by_hand)(\..*)?", rest)):
        player = data["players"][int(match[1])]
        player.pop("points", None)
        player.pop("minus", None)
    elif first == "discards" and isinstance(counts, dict):
        counts.pop("discard", None)
    elif isinstance(slots, dict) and isinstance(counts, dict):
        if first == "counts" and (rest != "penalty" or not counts.get(rest) or slots.get(rest) == EMPTY):
            slots.pop(rest, None)
        elif first == "slots" and (
            rest in V_SLOTS or (rest == "penalty" and (slots.get(rest) == EMPTY or not counts.get(rest)))
        ):
            counts.pop(rest, None)
