"""Arkadia's dealer: shuffles the building cards and knows what lies in the hands and on the stack."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from rules.arkadia.edition import FAMILIES, read_edition
from rules.arkadia.state import Action, State
from rules.game import Given

NAMES = ("Ada", "Bo", "Cleo", "Dov")
CORNERS = ("g5", "f5", "g4")  # places for the lot that cover no tent of the default board
Card = tuple[str, str]


@lru_cache(maxsize=1)
def usual_cards() -> tuple[Card, ...]:
    return cards_of(None)


def cards_of(edition: dict[str, Any] | None) -> tuple[Card, ...]:
    forms = read_edition(edition).forms
    return tuple((f.name, FAMILIES[i]) for f in forms for i, count in enumerate(f.cards) for _ in range(count))


class TheDealer:
    """`edition` is the data of a board of one's own."""

    def __init__(self, rng: Random, players: int, edition: dict[str, Any] | None = None) -> None:
        self.rng, self.players, self.edition = rng, players, edition
        cards = list(usual_cards() if edition is None else cards_of(edition))
        rng.shuffle(cards)
        self.hands = [[cards.pop() for _ in range(4)] for _ in range(players)]
        self.face_up = [cards.pop() for _ in range(3)]
        self.stack = cards

    def set_up(self) -> dict[str, Any]:
        given: dict[str, Any] = {"face_up": [list(card) for card in self.face_up]}
        if self.edition is None:
            given["lot"] = self.rng.choice(CORNERS)
        begun: dict[str, Any] = {"players": list(NAMES[: self.players]), "given": given}
        return begun if self.edition is None else {**begun, "edition": self.edition}

    def given(self, state: State) -> Given:
        return {"hand": self.hands[state.turn], "top": self.stack[-1] if self.stack else None}

    def saw(self, action: Action, state: State) -> None:
        if action.kind != "build":
            return
        hand, drawn = self.hands[(state.turn - 1) % self.players], action.draw
        hand.remove((action.form, FAMILIES[action.family]))
        if drawn is None:
            return
        if drawn.source < 0:
            hand.append(self.stack.pop())
            return
        hand.append(self.face_up[drawn.source])
        if self.stack:
            self.face_up[drawn.source] = self.stack.pop()
        else:
            del self.face_up[drawn.source]
