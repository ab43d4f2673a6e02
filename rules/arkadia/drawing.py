"""Taking a card after a building was laid: from the face-up places, from the stack, or nobody told from where."""

from __future__ import annotations

from rules.arkadia.cards import counted
from rules.arkadia.desk import Desk
from rules.arkadia.edition import FAMILIES
from rules.arkadia.state import DECK, UNKNOWN, UNTOLD, Draw, Table, of_each_seat
from rules.game import Refused
from rules.ledger import Entry
from rules.words import Phrase, say


def card_number(table: Table, card: tuple[str, int]) -> int | None:
    form = table.form_of.get(card[0])
    return None if form is None else form * 4 + card[1]


def draw(desk: Desk, drawn: Draw | None, waived: bool) -> Refused | None:
    """The card is added to the hand of the player whose turn it is."""
    if drawn is None:
        if waived or not (desk.deck or desk.face_up):
            return None
        return Refused("card-drawn", say("a card has to be taken: one that lies face up, or the top one of the stack"))
    if drawn.source == DECK:
        return _from_stack(desk, drawn)
    if drawn.source == UNTOLD:
        return _untold(desk)
    return _face_up(desk, drawn)


def _from_stack(desk: Desk, drawn: Draw) -> Refused | None:
    if not desk.deck:
        return Refused("card-drawn", say("the stack is empty"))
    known: tuple[int, ...] = ()
    if drawn.refill is not None:
        return Refused("card-drawn", say("no card is turned over when one is taken from the stack"))
    if drawn.card is not None:
        card = card_number(desk.table, drawn.card)
        if card is None or not desk.unseen[card]:
            return _none_left(drawn.card)
        desk.unseen = counted(desk.unseen, card, -1)
        known = (card,)
    desk.deck -= 1
    _take(desk, known, FROM_STACK)
    if not desk.deck:
        desk.warnings.append(say("that was the last card of the stack"))
    return None


def _face_up(desk: Desk, drawn: Draw) -> Refused | None:
    place, table = drawn.source, desk.table
    if place >= len(desk.face_up):
        return Refused("card-drawn", say("no card lies face up on place {}", place))
    card = face = desk.face_up[place]
    if drawn.card is not None:
        told = card_number(table, drawn.card)
        if face == UNKNOWN:
            if told is None or not desk.unseen[told]:
                return _none_left(drawn.card)
            desk.unseen = counted(desk.unseen, told, -1)
            card = told
        elif told != face:
            why = say("on place {} lies {}, not {}", place, _called(table.faces[face]), _called(drawn.card))
            return Refused("card-count", why)
    known = () if card == UNKNOWN else (card,)
    turned: tuple[int, ...] = ()  # without a stack the row closes up
    if drawn.refill is not None:
        if not desk.deck:
            return Refused("card-drawn", say("the stack is empty: no card can be turned over"))
        refill = card_number(table, drawn.refill)
        if refill is None or not desk.unseen[refill]:
            return _none_left(drawn.refill)
        desk.unseen = counted(desk.unseen, refill, -1)
        turned = (refill,)
    elif desk.deck:
        turned = (UNKNOWN,)
    if desk.deck:
        desk.deck -= 1
        if not desk.deck:
            desk.warnings.append(say("that was the last card of the stack"))
    desk.face_up = (*desk.face_up[:place], *turned, *desk.face_up[place + 1 :])
    _take(desk, known, table.taken[card] if known else FACE)
    return None


def _untold(desk: Desk) -> Refused | None:
    """Nobody told where the card came from: from now on nobody knows what lies face up either."""
    if not desk.deck:
        return Refused("card-drawn", say("the stack is empty: say which of the face-up cards was taken"))
    for face in desk.face_up:
        if face >= 0:
            desk.unseen = counted(desk.unseen, face, 1)
    desk.face_up = (UNKNOWN,) * len(desk.face_up)
    desk.deck -= 1
    _take(desk, (), UNSEEN)
    desk.warnings.append(say("what lies face up is not known until it is told"))
    return None


def _take(desk: Desk, known: tuple[int, ...], entries: tuple[Entry, ...]) -> None:
    desk.me.hand += 1
    desk.me.holds += known
    desk.ledger.append(entries[desk.seat])


def _called(card: tuple[str, int]) -> Phrase:
    return say("{}, {}", card[0].replace("_", " "), FAMILIES[card[1]])


def _none_left(card: tuple[str, int]) -> Refused:
    return Refused("card-count", say("every card {} has been seen elsewhere", _called(card)))


FROM_STACK = of_each_seat("cards", 1, say("from the stack"), "card-drawn")
FACE = of_each_seat("cards", 1, say("taken face up"), "card-drawn")
UNSEEN = of_each_seat("cards", 1, say("a card was taken, nobody told which"), "card-drawn")
