"""Positions of King of the Dice: at the start, written by `describe`, or entered by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.forms import Form, shown
from rules.game import Given
from rules.king_of_the_dice.cards import BACK, C_SLOTS, EMPTY, NONE, UNKNOWN, V_SLOTS, Cards, cards_of
from rules.king_of_the_dice.edition import edition_from
from rules.king_of_the_dice.standing import minus_points, pile_lines
from rules.king_of_the_dice.state import NOBODY, State, ended_by
from rules.trouble import Trouble

NamesOf = Callable[[Sequence[str]], tuple[str, ...]]
SLOTS = (*V_SLOTS, *C_SLOTS, "penalty", "draw", "discard")


def begin(cards: Cards, names: tuple[str, ...], given: Given | None) -> State:
    """The start: `given` tells the five citizens that lie in the row, and the penalty card on top if it is seen."""
    form = Form(given or {}, "what is given for King of the Dice")
    slots = form.form("slots", {})
    form.done()
    missing = [slot for slot in C_SLOTS if not slots.has(slot)]
    if missing:
        raise Trouble(f"to set up King of the Dice, “slots” must tell which citizen lies on {missing[0]}")
    return _checked(cards, names, ((),) * len(names), (0,) * len(names), slots, Form({}, "“counts”"), [], (0, False))


def position_from(data: Mapping[str, Any], names_of: NamesOf) -> State:
    """The state of a position; what is left out is as at the start, or follows from the piles."""
    form = Form(data, "the King of the Dice position")
    form.text("game", "king-of-the-dice", among=("king-of-the-dice",))
    edition = edition_from(form.form("edition").data if form.has("edition") else None)
    settings: dict[str, Any] = {}
    for key in ("options", "settings"):  # the photo sets call them options
        if form.has(key):
            settings |= form.form(key).data
    cards = cards_of(edition, settings)
    players = [_player(cards, item, number) for number, item in enumerate(form.items("players"), 1)]
    over = "next_player" in data and data["next_player"] is None
    seat = NOBODY if over else form.number("next_player", 0, low=0, high=max(len(players) - 1, 0))
    turn = (seat, form.flag("extra_turn", False))
    slots, counts = form.form("slots", {}), form.form("counts", {})
    discards = form.items("discards", [])
    for key in ("edition", "settings", "options", "next_player"):
        form.any(key, None)
    form.done()
    names = names_of([name for name, _, _ in players])
    piles = tuple(pile for _, pile, _ in players)
    return _checked(cards, names, piles, tuple(by_hand for _, _, by_hand in players), slots, counts, discards, turn)


def _player(cards: Cards, item: Any, number: int) -> tuple[str, tuple[int, ...], int]:
    """Name, pile and points given by hand, of a player told by name, by pile or by both."""
    if isinstance(item, str):
        return item, (), 0
    form = Form({"pile": item} if isinstance(item, (list, tuple)) else item, f"player {number} of the position")
    pile = tuple(_number(cards, label, f"“pile” of {form.name}") for label in form.items("pile", []))
    worth = sum(line.points for line in pile_lines(cards, pile))
    by_hand = form.number("by_hand", 0)
    if form.has("points"):
        by_hand = form.number("points") - worth
    if form.has("minus") and form.number("minus") != minus_points(cards, pile):
        raise Trouble(f"“minus” of {form.name} is {form.any('minus')}, but its pile has {minus_points(cards, pile)}")
    name = form.text("name", f"Player {number}")
    for key in ("points", "minus"):
        form.any(key, None)
    form.done()
    return name, pile, by_hand


def _number(cards: Cards, label: Any, name: str) -> int:
    number = cards.number.get(label) if isinstance(label, str) else None
    if number is None:
        raise Trouble(f"{name} cannot hold {shown(label)}: that is no card of this edition")
    return number


def _citizen(cards: Cards, label: Any, name: str) -> int:
    number = _number(cards, label, name)
    if number >= cards.citizens:
        raise Trouble(f"{name} cannot hold {shown(label)}: that is no citizen")
    return number


def _checked(
    cards: Cards,
    names: tuple[str, ...],
    piles: tuple[tuple[int, ...], ...],
    by_hand: tuple[int, ...],
    slots: Form,
    counts: Form,
    discards: Sequence[Any],
    turn: tuple[int, bool],
) -> State:
    """The state, if its cards can all be on the table together."""
    for slot in slots.data:
        if slot not in SLOTS:
            raise Trouble(f"{shown(slot)} is no place of King of the Dice; the places are {', '.join(SLOTS)}")
    hidden = _out(cards, cards.all_bits, [card for pile in piles for card in pile])
    row = _row(cards, slots)
    hidden = _out(cards, hidden, [card for card in row if card != NONE])
    villages = _villages(cards, slots, counts, piles)
    penalty, penalties, hidden = _penalty(cards, slots, counts, hidden)

    known = [UNKNOWN if label is None else _citizen(cards, label, "“discards”") for label in discards]
    hidden = _out(cards, hidden, [card for card in known if card != UNKNOWN])
    discarded = counts.number("discard", len(known), low=len(known))
    known += [UNKNOWN] * (discarded - len(known))
    unknown = known.count(UNKNOWN)
    left = (hidden & cards.citizen_bits).bit_count()
    draw = counts.number("draw", left - unknown, low=0)
    if draw + unknown > left:
        raise Trouble(
            f"{draw} citizens in the draw pile and {unknown} unknown ones discarded are too many: "
            f"only {left} have not been seen"
        )
    counts.done()
    for slot, count in (("draw", draw), ("discard", discarded)):
        seen = slots.any(slot, None)
        if seen is not None and seen != (BACK if count else EMPTY):
            raise Trouble(f"{shown(seen)} does not lie on “{slot}” when {count} cards are there")
    seat, extra = turn
    ended = ended_by(villages, penalties, draw)
    if not ended and seat == NOBODY:
        raise Trouble("“next_player” is null, but no stack is used up, so the game is not over")
    if not ended and NONE in row:
        raise Trouble(
            f"{C_SLOTS[row.index(NONE)]} is empty, but the game is not over: name the citizen that lies there"
        )
    if ended:
        seat, extra = NOBODY, False
    return State(
        *(cards, names, row, piles, villages, penalty, penalties, draw, tuple(known), hidden, seat, extra, by_hand)
    )


def _out(cards: Cards, hidden: int, come: Sequence[int]) -> int:
    """What is hidden when these cards have come out."""
    for card in come:
        if not cards.bits[card]:
            continue
        hidden = cards.without(hidden, card)
        if hidden < 0:
            raise Trouble(f"{cards.label[card]} lies on the table more often than this edition has it")
    return hidden


def _row(cards: Cards, slots: Form) -> tuple[int, ...]:
    row = []
    for slot in C_SLOTS:
        label = slots.any(slot, None)
        row.append(NONE if label is None or label == EMPTY else _citizen(cards, label, f"“{slot}”"))
    return tuple(row)


def _villages(cards: Cards, slots: Form, counts: Form, piles: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """How many villages each stack has: as told, as its top card shows, or those that are in no pile."""
    in_piles = [card for pile in piles for card in pile if cards.type[card] == "village"]
    if len(set(in_piles)) < len(in_piles):
        raise Trouble("the same village lies twice in the players' piles")
    left = []
    for stack, slot in zip(cards.stacks, V_SLOTS, strict=True):
        count = counts.number(slot, low=0, high=len(stack) - 1) if counts.has(slot) else None
        counts.any(slot, None)
        seen = slots.any(slot, None)
        if seen is not None:
            top = NONE if seen == EMPTY else _number(cards, seen, f"“{slot}”")
            if top not in stack or (count is not None and stack[count] != top):
                raise Trouble(f"{shown(seen)} cannot lie on top of {slot} there")
            count = stack.index(top)
        if count is None:
            count = next((n for n in range(len(stack) - 1, 0, -1) if stack[n] not in in_piles), 0)
        double = next((card for card in stack[1 : count + 1] if card in in_piles), None)
        if double is not None:
            raise Trouble(f"{cards.label[double]} lies in a pile and in the stack {slot} of {count} cards at once")
        left.append(count)
    return tuple(left)


def _penalty(cards: Cards, slots: Form, counts: Form, hidden: int) -> tuple[int, int, int]:
    """The penalty card on top, how many there are, and what is hidden besides."""
    left = (hidden & cards.penalty_bits).bit_count()
    seen = slots.any("penalty", None)
    count = counts.number("penalty", 0 if seen == EMPTY else left, low=0, high=len(cards.edition.penalties))
    if count > left:
        raise Trouble(f"{count} penalty cards cannot be left: only {left} are not in the players' piles")
    if seen is None or not count:
        if seen is not None and seen != EMPTY:
            raise Trouble(f"{shown(seen)} cannot lie on the penalty pile when it has no cards")
        return (UNKNOWN if count else NONE), count, hidden
    if seen == EMPTY:
        raise Trouble(f"the penalty pile is not empty: it has {count} cards")
    top = _number(cards, seen, "“penalty”")
    if top < cards.first_penalty:
        raise Trouble(f"“penalty” cannot hold {shown(seen)}: that is no penalty card")
    return top, count, _out(cards, hidden, [top])
