"""Shuffles the cards, throws the dice and turns over what comes from the piles."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from rules.game import Given
from rules.king_of_the_dice.cards import NONE, USUAL
from rules.king_of_the_dice.dice import roll_from
from rules.king_of_the_dice.edition import DEFAULT
from rules.king_of_the_dice.state import State, rolls_allowed

Told = tuple[tuple[int, str], ...]
DECK = tuple(citizen.label for citizen in DEFAULT.citizens)
PENALTIES = tuple(f"penalty/{points}" for points in DEFAULT.penalties)


def throw(rng: Random) -> Told:
    """The six dice of the box, thrown."""
    values = [rng.randint(1, 6) for _ in DEFAULT.dice]
    return tuple((value, die[value - 1]) for value, die in zip(values, DEFAULT.dice, strict=True))


@cache
def lucky() -> tuple[list[Told], list[list[Told]]]:
    """Throws of all sorts, and for each citizen those among them that it likes."""
    rng = Random(0)
    throws = [throw(rng) for _ in range(1500)]
    liked: list[list[Told]] = [[] for _ in DECK]
    for thrown in throws:
        fulfilled, _ = USUAL.read(roll_from(thrown, "a throw"))
        while fulfilled:
            liked[fulfilled.bit_length() - 1].append(thrown)
            fulfilled ^= 1 << fulfilled.bit_length() - 1
    return throws, liked


class TheDealer:
    def __init__(self, rng: Random, players: int) -> None:
        self.rng = rng
        self.players = players
        self.deck = rng.sample(DECK, len(DECK))
        self.penalties = rng.sample(PENALTIES, len(PENALTIES))
        self.every_roll = rng.random() < 0.2  # does this table tell every roll, or the last one only?

    def set_up(self) -> dict[str, Any]:
        row, self.deck = self.deck[:5], self.deck[5:]
        slots = {f"C{i}": card for i, card in enumerate(row, 1)} | {"penalty": self.penalties[0]}
        return {"players": ["Nils", "Heinz", "Ruth", "Ute", "Otto"][: self.players], "given": {"slots": slots}}

    def given(self, state: State) -> Given:
        throws, liked = lucky()
        last, rng = None, self.rng
        if rng.random() < 0.75:  # three rolls and some skill find what a citizen likes more often than not
            card = state.row[int(rng.random() * 5)]
            if card != NONE and liked[card]:
                last = rng.choice(liked[card])
        told: dict[str, Any] = {"dice": last or rng.choice(throws), "draw": self.deck[:2]}
        most = rolls_allowed(state)
        rolls = 1 + int(rng.random() * most) if last else most
        if self.every_roll:
            told["throws"] = [*(rng.choice(throws) for _ in range(rolls - 1)), told.pop("dice")]
        else:
            told["rolls"] = rolls
        if len(self.penalties) > 1:
            told["penalty"] = self.penalties[1]
        return told

    def saw(self, action: Any, state: State) -> None:
        del action
        del self.deck[: len(self.deck) - state.draw]
        del self.penalties[: len(self.penalties) - state.penalties]
