"""The judge of King of the Dice: a turn allowed with its ledger, or refused."""

from __future__ import annotations

from rules.game import NOTHING_WAIVED, Allowed, Refused
from rules.king_of_the_dice.cards import C_PLACE, C_SLOTS, NONE, UNKNOWN, V_SLOTS, Cards
from rules.king_of_the_dice.needs import in_words
from rules.king_of_the_dice.row import named, refill
from rules.king_of_the_dice.state import NOBODY, ROLLS, State, Turn, ended_by, fulfilled_in, rolls_allowed
from rules.ledger import TABLE, Entry
from rules.words import Phrase, say

Verdict = Allowed[State] | Refused
RIGHTMOST = 4


def judge(state: State, turn: Turn, waived: frozenset[str] = NOTHING_WAIVED) -> Verdict:
    if state.seat == NOBODY:
        return Refused("game-over", say("the game is over; undo to go on before its end"))
    if turn.player is not None and turn.player != state.seat:
        return Refused("not-your-turn", say("it is {}'s turn", state.names[state.seat]))
    if turn.rolls is not None and turn.rolls > ROLLS:
        allowed = rolls_allowed(state)
        if turn.rolls > allowed and "too-many-rolls" not in waived:
            return Refused("too-many-rolls", say("{} rolls: {} are the most now", turn.rolls, allowed))
    if turn.taken:
        if turn.penalty is not None:
            return Refused("citizen-or-penalty", say("a citizen and a penalty card cannot both be taken"))
        if turn.discarded:
            return Refused("discard-without-penalty", say("nothing is discarded when a citizen is taken"))
        return _citizens(state, turn, waived)
    if turn.penalty is None:
        if turn.discarded:
            return Refused("discard-without-penalty", say("a citizen is discarded only with a penalty card"), ("C5",))
        return Refused("citizen-or-penalty", say("a citizen or, if none is fulfilled, a penalty card has to be taken"))
    return _penalty(state, turn, waived)


# ---- a citizen, its village and the hypnotist's second card
def _citizens(state: State, turn: Turn, waived: frozenset[str]) -> Verdict:
    cards, row, seat = state.cards, state.row, state.seat
    at, taken = [], []
    for i, label in turn.taken:
        card = row[i]
        if card == NONE or cards.label[card] != label or i in at:
            return Refused("citizen-not-there", say("{} does not lie on {}", label, C_SLOTS[i]), C_PLACE[i])
        at.append(i)
        taken.append(card)
    bonus = [False] * len(taken)
    if len(taken) > 1 and (wrong := _bonus(state, at, taken, bonus, waived)):
        return wrong
    bits, can_show = cards.read(turn.dice)
    effects = cards.rulings.bonus_effects
    apprentice, dragons = False, []
    for n, card in enumerate(taken):
        kind = cards.type[card]
        if not bonus[n] and not bits >> card & 1 and kind not in waived:
            why = say("the dice do not fulfil {}: it wants {}", cards.words[card], in_words(cards.needs[card]))
            return Refused(kind, why, C_PLACE[at[n]])
        if effects or not bonus[n]:
            if kind == "apprentice":
                apprentice = True
            elif kind == "dragon":
                dragons.append(n)
    villages = _villages(state, turn, at, taken, bonus, waived) if turn.villages else {}
    if isinstance(villages, Refused):
        return villages
    given = _given(state, turn, taken, dragons, waived) if dragons or turn.given else {}
    if isinstance(given, Refused):
        return given
    if turn.another and not apprentice:
        return Refused("another-turn", say("no apprentice was taken, so there is no other turn"))

    ledger: list[Entry] = []
    warnings = _warnings(turn, can_show, cards)
    piles, left = list(state.piles), state.villages
    if villages:
        for s, card in villages.items():
            if s not in at:
                _gain(state, piles, seat, card, (V_SLOTS[s],), ledger)
        left = tuple([count - (s in villages) for s, count in enumerate(left)])
    for n, card in enumerate(taken):
        if at[n] in villages:
            _gain(state, piles, seat, villages[at[n]], (V_SLOTS[at[n]],), ledger)
        elif may_bring(state, at[n], card, bonus[n]):
            warnings.append(say("the village on {} would have come along", V_SLOTS[at[n]]))
        to = given.get(n, seat) if given else seat
        if to is not None:
            _gain(state, piles, to, card, C_PLACE[at[n]], ledger)
    for s in villages:
        ledger.append(cards.stack_entry[s])
    filled = refill(state, state.hidden, tuple(at), turn, cards.rulings.end_at_once and not all(left), waived)
    if isinstance(filled, Refused):
        return filled
    if filled.drawn:
        ledger.append(cards.draw_entry[filled.drawn])
    top, hidden = state.penalty, filled.hidden
    if turn.next_penalty is not None:
        card = cards.number.get(turn.next_penalty, NONE)
        if top == UNKNOWN and card >= cards.first_penalty:
            top, hidden = card, cards.without(hidden, card)
        if card != top or hidden < 0:
            why = say("{} does not lie on the penalty pile", turn.next_penalty)
            return Refused("penalty-not-on-top", why, ("penalty",))
    draw = state.draw - filled.drawn
    ended = ended_by(left, state.penalties, draw)
    if ended:
        warnings.append(_LAST[ended])
    elif apprentice and turn.another is False:
        warnings.append(say("the apprentice's other turn is given up"))
    if cards.type[taken[-1]] == "hypnotist" and at[-1] < RIGHTMOST and (effects or not bonus[-1]):
        warnings.append(say("the hypnotist would have brought the card to his right"))
    again = apprentice and turn.another is not False and not ended
    after = State(
        cards,
        state.names,
        filled.row,
        tuple(piles),
        left,
        top,
        state.penalties,
        draw,
        state.discards,
        hidden,
        NOBODY if ended else seat if again else (seat + 1) % len(piles),
        again,
        state.by_hand,
    )
    return Allowed(after, tuple(ledger), tuple(warnings))


def _bonus(state: State, at: list[int], taken: list[int], bonus: list[bool], waived: frozenset[str]) -> Refused | None:
    """Mark the cards that come as a hypnotist's second card; refuse what comes besides."""
    cards = state.cards
    for n in range(1, len(taken)):
        before = cards.type[taken[n - 1]] == "hypnotist" and (not bonus[n - 1] or cards.rulings.bonus_effects)
        bonus[n] = before and at[n] == at[n - 1] + 1
        if bonus[n]:
            continue
        if any(cards.type[card] == "hypnotist" for card in taken):
            if "hypnotist-bonus" not in waived:
                why = say("with the hypnotist comes the card just to his right, and no other")
                return Refused("hypnotist-bonus", why, named(at))
            bonus[:] = [cards.type[card] != "hypnotist" for card in taken]
            return None
        if "one-citizen" not in waived:
            return Refused("one-citizen", say("{} citizens were taken, and one may be", len(taken)), named(at))
    return None


def may_bring(state: State, place: int, card: int, bonus: bool) -> bool:
    """Does this citizen bring the village above it?"""
    cards = state.cards
    if not state.villages[place]:
        return False
    return cards.colour[card] == cards.village_colour[place] or (bonus and not cards.rulings.village_needs_own_colour)


def _villages(
    state: State, turn: Turn, at: list[int], taken: list[int], bonus: list[bool], waived: frozenset[str]
) -> dict[int, int] | Refused:
    """The villages that come along, by their stacks."""
    cards, found = state.cards, {}
    for s, label in turn.villages:
        top = cards.stacks[s][state.villages[s]]
        if top == NONE or cards.label[top] != label or s in found:
            return Refused("village-not-there", say("{} does not lie on top of {}", label, V_SLOTS[s]), (V_SLOTS[s],))
        if s not in at:
            if "village-without-citizen" not in waived:
                why = say("the citizen under {} was not taken", V_SLOTS[s])
                return Refused("village-without-citizen", why, (V_SLOTS[s], C_SLOTS[s]))
        else:
            n = at.index(s)
            if not may_bring(state, s, taken[n], bonus[n]) and "village_wrong_colour" not in waived:
                words, colour = cards.words[taken[n]], cards.colour[taken[n]]
                if colour is None:
                    why = say("{} is {}, and {} has no colour", V_SLOTS[s], cards.village_colour[s], words)
                else:
                    why = say("{} is {}, and {} is {}", V_SLOTS[s], cards.village_colour[s], words, colour)
                return Refused("village_wrong_colour", why, (V_SLOTS[s], C_SLOTS[s]))
        found[s] = top
    return found


def _given(
    state: State, turn: Turn, taken: list[int], dragons: list[int], waived: frozenset[str]
) -> dict[int, int | None] | Refused:
    """Whom each dragon goes to, by its number among the cards taken; None is somebody who is not in this game."""
    cards, found = state.cards, {}
    for label, to in turn.given:
        n = next((n for n in dragons if n not in found and cards.label[taken[n]] == label), None)
        if n is None:
            return Refused("only-dragons-given", say("{} is no dragon that was taken now", label))
        known = to is None if len(state.names) == 1 else to is not None and 0 <= to < len(state.names)
        if not known or (to == state.seat and "dragon-given" not in waived):
            return Refused("dragon-given", say("the dragon goes to another player of this game"))
        found[n] = to
    if len(found) < len(dragons) and "dragon-given" not in waived:
        return Refused("dragon-given", say("the dragon has to be given to another player"))
    return found


# ---- a penalty
def _penalty(state: State, turn: Turn, waived: frozenset[str]) -> Verdict:
    cards, row, seat = state.cards, state.row, state.seat
    if turn.villages:
        return Refused("village-without-citizen", say("no village comes with a penalty card"), _stacks(turn))
    if turn.given:
        return Refused("only-dragons-given", say("nothing is given away with a penalty card"))
    if turn.another:
        return Refused("another-turn", say("no apprentice was taken, so there is no other turn"))
    if not cards.rulings.may_refuse and "citizen-fulfilled" not in waived:
        fulfilled = fulfilled_in(state, turn.dice)
        if fulfilled:
            why = say("the dice fulfil {} on {}", cards.words[row[fulfilled[0]]], C_SLOTS[fulfilled[0]])
            return Refused("citizen-fulfilled", why, named(fulfilled))
    card = cards.number.get(turn.penalty or "", NONE)
    hidden, left = state.hidden, state.penalties - 1
    if state.penalty == UNKNOWN and card >= cards.first_penalty:
        hidden = cards.without(hidden, card)
        if hidden < 0:
            return Refused("card-already-out", say("{} has come out before", str(turn.penalty)), ("penalty",))
    elif card != state.penalty:
        why = say("{} does not lie on top of the penalty cards", str(turn.penalty))
        return Refused("penalty-not-on-top", why, ("penalty",))
    gaps = _discarded(state, turn, waived)
    if isinstance(gaps, Refused):
        return gaps
    at_once = cards.rulings.end_at_once and not left
    filled = refill(state, hidden, gaps, turn, at_once, waived)
    if isinstance(filled, Refused):
        return filled
    top, hidden = UNKNOWN if left else NONE, filled.hidden
    if turn.next_penalty is not None:
        top = cards.number.get(turn.next_penalty, NONE)
        hidden = cards.without(hidden, top) if left and top >= cards.first_penalty else -1
        if hidden < 0:
            why = say("{} cannot lie on the penalty pile now", turn.next_penalty)
            return Refused("card-already-out", why, ("penalty",))
    ledger: list[Entry] = []
    piles = list(state.piles)
    _gain(state, piles, seat, card, ("penalty",), ledger)
    ledger.append(cards.penalty_entry)
    out = tuple(row[i] for i in gaps)
    for i in gaps:
        places = (C_SLOTS[i], "discard")
        ledger.append(Entry(TABLE, "discard", 1, cards.discard_why[row[i]], "rightmost_not_discarded", places))
    if filled.drawn:
        ledger.append(cards.draw_entry[filled.drawn])
    draw = state.draw - filled.drawn
    ended = ended_by(state.villages, left, draw)
    warnings = _warnings(turn, cards.read(turn.dice)[1], cards)
    if ended:
        warnings.append(_LAST[ended])
    if turn.rolls is not None and turn.rolls < rolls_allowed(state):
        warnings.append(say("a penalty card was taken with rolls left"))
    after = State(
        cards,
        state.names,
        filled.row,
        tuple(piles),
        state.villages,
        top,
        left,
        draw,
        state.discards + out,
        hidden,
        NOBODY if ended else (seat + 1) % len(piles),
        False,
        state.by_hand,
    )
    return Allowed(after, tuple(ledger), tuple(warnings))


def _stacks(turn: Turn) -> tuple[str, ...]:
    return tuple(V_SLOTS[s] for s, _ in turn.villages)


def _discarded(state: State, turn: Turn, waived: frozenset[str]) -> tuple[int, ...] | Refused:
    """The gap that the discarded citizen leaves: the right-most, or what a house rule lets go instead."""
    cards, row = state.cards, state.row
    right = cards.label[row[RIGHTMOST]]
    if turn.discarded == (right,):
        return (RIGHTMOST,)
    lying = [cards.label[card] for card in row]
    if "rightmost_not_discarded" in waived and len(turn.discarded) < 2 and all(c in lying for c in turn.discarded):
        return tuple(lying.index(label) for label in turn.discarded)
    why = say("with the penalty card goes the right-most citizen, {}", cards.words[row[RIGHTMOST]])
    return Refused("rightmost_not_discarded", why, ("C5",))


# ---- what both share
def _gain(
    state: State, piles: list[tuple[int, ...]], seat: int, card: int, places: tuple[str, ...], ledger: list[Entry]
) -> None:
    """Lay a card on a pile and enter what it is worth there."""
    cards = state.cards
    vp, kind = cards.vp[card], cards.type[card]
    if kind == "fairy":
        fairies = len([other for other in piles[seat] if other in cards.fairies]) + 1
        why = say("{}: {} x {} instead of {} x {}", cards.words[card], fairies, fairies, fairies - 1, fairies - 1)
        ledger.append(Entry(seat, "vp", 2 * fairies - 1, why, "fairy", places))
    else:
        ledger.append(Entry(seat, "vp", vp, cards.why[card], kind, places))
        if vp < 0:
            ledger.append(Entry(seat, "minus", -vp, cards.minus_why[card], kind, places))
    piles[seat] = (*piles[seat], card)


_LAST = {
    "penalties": say("the last penalty card is gone: the game ends with this turn"),
    "villages": say("the last village of a stack is gone: the game ends with this turn"),
    "draw": say("the last card of the draw pile is gone: the game ends with this turn"),
}


def _warnings(turn: Turn, can_show: bool, cards: Cards) -> list[Phrase]:
    """A first warning, if the dice were told wrongly, as it seems."""
    if can_show and turn.throws:
        can_show = all(map(cards.dice.can_show, turn.throws))
    if can_show:
        return []
    return [say("the six dice of this box cannot show that roll: look at values and colours again")]
