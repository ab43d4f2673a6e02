"""What is on the table in King of the Dice, and what a player does in a turn."""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple

from rules.king_of_the_dice.cards import Cards
from rules.king_of_the_dice.dice import Roll
from rules.king_of_the_dice.edition import ROW

NOBODY = -1  # whose turn it is when the game is over
ROLLS = 3
PLACES = range(ROW)


class State(NamedTuple):
    """Cards by number. `hidden` are the copies that have not come out; `extra`: this is an apprentice's turn.

    `penalty` is the top of the penalty pile, `villages` and `penalties` and `draw` how many cards are left.
    """

    cards: Cards
    names: tuple[str, ...]
    row: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]  # bottom to top
    villages: tuple[int, ...]
    penalty: int
    penalties: int
    draw: int
    discards: tuple[int, ...]
    hidden: int
    seat: int
    extra: bool
    by_hand: tuple[int, ...]  # points that the table gave by hand

    @property
    def over(self) -> bool:
        return self.seat == NOBODY


class Turn(NamedTuple):
    """A turn, cards by their labels, places by their number in the row (0 is the left-most).

    `dice` are the last roll; `throws` all of them, if the table tells them. `new` are the cards that came into the
    row, from right to left, `row` the whole row as it lies afterwards; None is not told. `next_penalty` is the penalty
    card that lies on top now. `another` is None when nobody says whether an apprentice's turn is wanted: it is.
    """

    dice: Roll
    rolls: int | None = None
    taken: tuple[tuple[int, str], ...] = ()
    villages: tuple[tuple[int, str], ...] = ()
    penalty: str | None = None
    discarded: tuple[str, ...] = ()
    given: tuple[tuple[str, int | None], ...] = ()
    new: tuple[tuple[int, str], ...] | None = None
    next_penalty: str | None = None
    another: bool | None = None
    player: int | None = None
    throws: tuple[Roll, ...] | None = None
    row: tuple[str | None, ...] | None = None


def rolls_allowed(state: State) -> int:
    """Three rolls, and a fourth by an elf."""
    cards, pile = state.cards, state.piles[state.seat]
    if cards.rulings.elf_on_top:
        return ROLLS + 1 if pile and cards.type[pile[-1]] == "elf" else ROLLS
    return ROLLS + 1 if any(cards.type[card] == "elf" for card in pile) else ROLLS


def ended_by(villages: tuple[int, ...], penalties: int, draw: int) -> str | None:
    """Which stack ran out: "penalties", "villages" or "draw"; None while the game goes on."""
    if not penalties:
        return "penalties"
    if not all(villages):
        return "villages"
    return None if draw else "draw"


def fulfilled_in(state: State, roll: Roll) -> list[int]:
    """The places of the row whose citizens a roll fulfils."""
    cards = state.cards
    liked = map(cards.read(roll)[0].__and__, map(cards.bit.__getitem__, state.row))
    return list(compress(PLACES, liked))
