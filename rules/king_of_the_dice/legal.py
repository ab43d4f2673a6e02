"""The legal turns, one after another as they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any, NamedTuple

from rules.forms import shown, whole
from rules.game import Given, Order
from rules.king_of_the_dice.cards import NONE, UNKNOWN, Cards
from rules.king_of_the_dice.dice import DICE, Roll, roll_from
from rules.king_of_the_dice.judge import RIGHTMOST, may_bring
from rules.king_of_the_dice.row import Slots, new_slots
from rules.king_of_the_dice.state import NOBODY, State, Turn, ended_by, fulfilled_in, rolls_allowed
from rules.trouble import Trouble

Named = tuple[tuple[int, str], ...]
Gifts = tuple[tuple[str, int | None], ...]
STRINGS = frozenset((str,))
KNOWN = frozenset(("player", "dice", "rolls", "throws", "draw", "penalty", "dragon_to"))


class Told(NamedTuple):
    """What chance and the table have told of the turn so far."""

    dice: Roll
    rolls: int
    throws: tuple[Roll, ...] | None
    draw: Sequence[str]  # the cards to come, in the order in which they are drawn
    penalty: str | None  # the penalty card under the top one
    dragon_to: Sequence[int] | None


def legal_turns(state: State, given: Given | None, order: Order[Any]) -> Iterator[Turn]:
    """Every legal turn once, told as finely as what is given: the dice, the cards to come, who gets a dragon."""
    told = given or {}
    if not KNOWN.issuperset(told):
        unknown = next(key for key in told if key not in KNOWN)
        raise Trouble(f"what is given for King of the Dice has a field that Umpire does not know: “{unknown}”")
    if state.seat == NOBODY or told.get("player") not in (None, state.seat):
        return iter(())
    draw, gifts = told.get("draw") or (), told.get("dragon_to")
    penalty = told.get("penalty")
    if not isinstance(draw, (list, tuple)) or not STRINGS.issuperset(map(type, draw)):
        raise Trouble(f"“draw” must be a list of cards in the order in which they are drawn, not {shown(draw)}")
    if penalty is not None and not isinstance(penalty, str):
        raise Trouble(f"“penalty” must be the card under the top penalty card, not {shown(penalty)}")
    if gifts is not None and not isinstance(gifts, (list, tuple)):
        raise Trouble(f"“dragon_to” must be a list of players by number, not {shown(gifts)}")

    rolled = _rolls(state, told, order)
    if isinstance(rolled, tuple):
        return _of_roll(state, Told(*rolled, draw, penalty, gifts), order)
    return chain.from_iterable(_of_roll(state, Told(*each, draw, penalty, gifts), order) for each in rolled)


Rolled = tuple[Roll, int, tuple[Roll, ...] | None]


def _rolls(state: State, told: Mapping[str, Any], order: Order[Any]) -> Rolled | Iterator[Rolled]:
    """The last roll, the number of rolls and, if they are told, all of them; one after another if there are choices."""
    most = rolls_allowed(state)
    if told.get("throws") is not None:
        if not isinstance(told["throws"], (list, tuple)):
            raise Trouble(f"“throws” must be a list of rolls, not {shown(told['throws'])}")
        throws = tuple([roll_from(roll, "a throw") for roll in told["throws"]])
        return (throws[-1], len(throws), throws) if 1 <= len(throws) <= most else iter(())
    count, dice = told.get("rolls"), told.get("dice")
    if count is not None and not (whole(count) and 1 <= count <= most):
        return iter(())
    if dice is None:
        counts = range(1, most + 1) if count is None else (count,)
        return ((roll, rolls, None) for roll in _any_roll(order) for rolls in order(counts))
    roll = roll_from(dice, "“dice”")
    if count is None:
        return iter([(roll, rolls, None) for rolls in order(range(1, most + 1))])
    return roll, count, None


def _any_roll(order: Order[Any], so_far: Roll = ()) -> Iterator[Roll]:
    """Every roll once, its dice sorted by value and colour."""
    if len(so_far) == DICE:
        yield so_far
        return
    for face in order(range(so_far[-1] if so_far else 0, 18)):
        yield from _any_roll(order, (*so_far, face))


# From here on iterators are put together by `map` and `chain`: who wants the first turn only need not wait until a
# pile of generators is closed again.
def _of_roll(state: State, told: Told, order: Order[Any]) -> Iterator[Turn]:
    cards = state.cards
    options = fulfilled_in(state, told.dice)
    if not options or cards.rulings.may_refuse:
        options.append(NONE)

    def of_place(place: int) -> Iterable[Turn]:
        if place == NONE:
            return _penalties(state, told, order)
        if cards.type[state.row[place]] == "hypnotist":
            counts = order(range(1, _most_with(state, place) + 1))
            return chain.from_iterable(
                _citizens(state, tuple(range(place, place + count)), told, order) for count in counts
            )
        return _citizens(state, (place,), told, order)

    return chain.from_iterable(map(of_place, order(options) if len(options) > 1 else options))


def _most_with(state: State, place: int) -> int:
    """How many citizens a hypnotist on this place may bring, himself included."""
    cards, count = state.cards, 1
    while place + count <= RIGHTMOST and cards.type[state.row[place + count - 1]] == "hypnotist":
        if count > 1 and not cards.rulings.bonus_effects:
            break
        count += 1
    return count


_YES_OR_NO: Sequence[bool] = (True, False)
_NO: Sequence[bool] = (False,)


class Draft(NamedTuple):
    """A way to take citizens, but for the cards that come into the row."""

    slots: Slots
    villages: Named = ()
    given: Gifts = ()
    another: bool = False


_PLAIN = [Draft((0,))]  # a citizen, and nothing else to decide


def _citizens(state: State, at: Slots, told: Told, order: Order[Any]) -> Iterable[Turn]:
    """The ways to take the citizens of these places: with their villages or without, dragons to whomever."""
    cards, row, seat = state.cards, state.row, state.seat
    first = row[at[0]]
    taken: Named = ((at[0], cards.label[first]),)
    above = at[:1] if may_bring(state, at[0], first, False) else ()
    if len(at) > 1:
        taken = tuple([(i, cards.label[row[i]]) for i in at])
        above += tuple([i for i in at[1:] if may_bring(state, i, row[i], True)])
        drafts = _drafts(state, at, above, told, order)
    elif above or cards.type[first] in ("apprentice", "dragon"):
        drafts = _drafts(state, at, above, told, order)
    else:
        drafts = _PLAIN
    turns = (
        Turn(told.dice, told.rolls, taken, villages, None, (), given, new, None, another, seat, told.throws)
        for slots, villages, given, another in drafts
        for new, _ in _new(cards, slots, told, state.hidden, order)
    )
    return list(turns) if told.draw else turns


def _drafts(state: State, at: Slots, above: Slots, told: Told, order: Order[Any]) -> list[Draft]:
    """With or without the villages above, whom a dragon is given to, with an apprentice's other turn or without."""
    cards, drafts = state.cards, []
    kinds = [cards.type[state.row[i]] for i in (at if cards.rulings.bonus_effects else at[:1])]
    gifts = list(_gifts(state, at, told, order)) if "dragon" in kinds else [()]
    for wanted in product(*[order(_YES_OR_NO) for _ in above]):
        stacks = [i for i, want in zip(above, wanted, strict=True) if want]
        villages = tuple([(s, cards.label[cards.stacks[s][state.villages[s]]]) for s in stacks])
        left = tuple([n - (s in stacks) for s, n in enumerate(state.villages)])
        slots: Slots = ()
        if not cards.rulings.end_at_once or all(left):
            slots = new_slots(len(at), state.draw, cards.rulings.refill_right_first)
        goes_on = "apprentice" in kinds and not ended_by(left, state.penalties, state.draw - len(slots))
        for another in order(_YES_OR_NO) if goes_on else _NO:
            drafts.extend([Draft(slots, villages, given, another) for given in gifts])
    return drafts


def _gifts(state: State, at: Slots, told: Told, order: Order[Any]) -> Iterator[Gifts]:
    """The dragon among these citizens, to each of the players who may get it."""
    dragon = next(state.row[i] for i in at if state.cards.type[state.row[i]] == "dragon")
    others: Sequence[int | None] = [to for to in range(len(state.names)) if to != state.seat] or [None]
    for to in order([to for to in others if told.dragon_to is None or to in told.dragon_to]):
        yield ((state.cards.label[dragon], to),)


def _penalties(state: State, told: Told, order: Order[Any]) -> Iterable[Turn]:
    cards, left = state.cards, state.penalties - 1
    tops: Sequence[int] = (state.penalty,)
    if state.penalty == UNKNOWN:
        tops = order(_hidden_penalties(cards, state.hidden))
    discarded, seat = (cards.label[state.row[RIGHTMOST]],), state.seat
    slots: Slots = ()
    if left or not cards.rulings.end_at_once:
        slots = new_slots(1, state.draw, cards.rulings.refill_right_first)
    hidden = [state.hidden if state.penalty != UNKNOWN else cards.without(state.hidden, top) for top in tops]
    turns = (
        Turn(told.dice, told.rolls, (), (), cards.label[top], discarded, (), new, following, False, seat, told.throws)
        for top, rest in zip(tops, hidden, strict=True)
        for new, still in _new(cards, slots, told, rest, order)
        for following in (_next_penalties(cards, told, still, order) if left else (None,))
    )
    return list(turns) if told.draw else turns


def _hidden_penalties(cards: Cards, hidden: int) -> list[int]:
    return [card for card in range(cards.first_penalty, len(cards.label)) if hidden & cards.bits[card]]


def _next_penalties(cards: Cards, told: Told, hidden: int, order: Order[Any]) -> Sequence[str]:
    """The penalty cards that can lie on top when this one is taken."""
    if told.penalty is None:
        return order([cards.label[card] for card in _hidden_penalties(cards, hidden)])
    card = cards.number.get(told.penalty, NONE)
    return (told.penalty,) if card >= cards.first_penalty and hidden & cards.bits[card] else ()


def _new(cards: Cards, slots: Slots, told: Told, hidden: int, order: Order[Any]) -> Iterable[tuple[Named, int]]:
    """The cards that can come to these places, drawn in their order, and what is hidden afterwards."""
    if len(slots) == 1 and told.draw:
        card = cards.number.get(told.draw[0], NONE)
        still = cards.without(hidden, card) if 0 <= card < cards.citizens else NONE
        return ((((slots[0], told.draw[0]),), still),) if still >= 0 else ()
    return _all_new(cards, slots, told.draw, hidden, order)


def _all_new(
    cards: Cards, slots: Slots, draw: Sequence[str], hidden: int, order: Order[Any]
) -> Iterator[tuple[Named, int]]:
    places = slots if cards.rulings.refill_right_first else slots[::-1]  # in the order in which cards are laid
    for came, still in _drawn(cards, len(slots), draw, hidden, order):
        yield tuple(sorted(zip(places, came, strict=True), reverse=True)), still


def _drawn(
    cards: Cards, count: int, draw: Sequence[str], hidden: int, order: Order[Any]
) -> Iterator[tuple[tuple[str, ...], int]]:
    if not count:
        yield (), hidden
        return
    if draw:
        numbers: Sequence[int] = (cards.number.get(draw[0], cards.citizens),)
    else:
        numbers = order([card for card in range(cards.citizens) if hidden & cards.bits[card]])
    for card in numbers:
        still = cards.without(hidden, card) if card < cards.citizens else -1
        if still >= 0:
            for rest, last in _drawn(cards, count - 1, draw[1:], still, order):
                yield (cards.label[card], *rest), last
