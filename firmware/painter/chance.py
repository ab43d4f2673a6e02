"""The dice and cards of a simulated evening: what the table does not know before it is thrown or turned over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol

from rules.akropolis.edition import DEFAULT as AKROPOLIS
from rules.arkadia.edition import COLOURS as PAINTS
from rules.arkadia.edition import FAMILIES, read_edition
from rules.king_of_the_dice.cards import NONE, USUAL
from rules.king_of_the_dice.dice import roll_from
from rules.king_of_the_dice.edition import DEFAULT as KING
from rules.king_of_the_dice.state import rolls_allowed
from rules.masons.edition import COLOURS, TOWERS
from rules.masons.game import MASONS
from rules.saint_malo.state import FACES

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Eva")
TRIES = 12  # throws among which a player of King of the Dice finds one that somebody in the row likes


class Chance(Protocol):
    def begun(self) -> dict[str, Any]:
        """What the game is set up with."""

    def given(self, state: Any) -> Mapping[str, Any]:
        """What chance says before the next action: asked once for each."""

    def saw(self, action: Any, state: Any) -> None:
        """This action was done and led to this state."""


class MaloChance:
    def __init__(self, rng: Random, players: int) -> None:
        self.rng, self.players = rng, players

    def begun(self) -> dict[str, Any]:
        return {"players": list(NAMES[: self.players])}

    def given(self, state: Any) -> Mapping[str, Any]:
        return {"dice": self.rng.choices(FACES, k=5)}

    def saw(self, action: Any, state: Any) -> None:
        """Dice have no memory."""


class KingChance(MaloChance):
    """Two decks, and six dice that are kept and thrown again until somebody likes them, or the rolls are used up."""

    def __init__(self, rng: Random, players: int) -> None:
        super().__init__(rng, players)
        self.deck = rng.sample([card.label for card in KING.citizens], len(KING.citizens))
        self.penalties = rng.sample([f"penalty/{points}" for points in KING.penalties], len(KING.penalties))

    def begun(self) -> dict[str, Any]:
        row, self.deck = self.deck[:5], self.deck[5:]
        slots = {f"C{n}": card for n, card in enumerate(row, 1)} | {"penalty": self.penalties[0]}
        return {**super().begun(), "given": {"slots": slots}}

    def given(self, state: Any) -> Mapping[str, Any]:
        dice = self._liked(state)
        told: dict[str, Any] = {"dice": dice, "draw": self.deck[:2], "rolls": rolls_allowed(state)}
        return told | ({"penalty": self.penalties[1]} if len(self.penalties) > 1 else {})

    def saw(self, action: Any, state: Any) -> None:
        del self.deck[: len(self.deck) - state.draw]
        del self.penalties[: len(self.penalties) - state.penalties]

    def _liked(self, state: Any) -> Any:
        thrown: Any = ()
        for _ in range(TRIES):
            values = [self.rng.randint(1, 6) for _ in KING.dice]
            thrown = tuple((value, die[value - 1]) for value, die in zip(values, KING.dice, strict=True))
            fulfilled, _ = USUAL.read(roll_from(thrown, "a throw"))
            if any(card != NONE and fulfilled & USUAL.bits[card] for card in state.row):
                break
        return thrown


class AkropolisChance(MaloChance):
    def __init__(self, rng: Random, players: int) -> None:
        super().__init__(rng, players)
        faces = AKROPOLIS.faces(players, False)
        self.stack = [face for face in sorted(faces) for _ in range(faces[face])]
        rng.shuffle(self.stack)

    def given(self, state: Any) -> Mapping[str, Any]:
        """Which tiles come into the site next, when it is filled up; the first time as a turn of its own."""
        if len(state.site) < 2:
            return {"refill": self.stack[: self.players + (1 if state.site else 2)]}
        return {"refill": self.stack[: self.players + 1]} if len(state.site) == 2 and state.stacks else {}

    def saw(self, action: Any, state: Any) -> None:
        if action.refill is not None:
            del self.stack[: len(action.refill)]


class ArkadiaChance(MaloChance):
    def __init__(self, rng: Random, players: int) -> None:
        super().__init__(rng, players)
        forms = read_edition(None).forms
        cards = [(f.name, FAMILIES[i]) for f in forms for i, count in enumerate(f.cards) for _ in range(count)]
        rng.shuffle(cards)
        self.hands = [[cards.pop() for _ in range(4)] for _ in range(players)]
        self.face_up = [cards.pop() for _ in range(3)]
        self.stack = cards

    def begun(self) -> dict[str, Any]:
        colours = list(PAINTS[: self.players])
        return {**super().begun(), "given": {"colours": colours, "face_up": [list(card) for card in self.face_up]}}

    def given(self, state: Any) -> Mapping[str, Any]:
        return {"hand": self.hands[state.turn], "top": self.stack[-1] if self.stack else None}

    def saw(self, action: Any, state: Any) -> None:
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


class MasonsChance(MaloChance):
    def given(self, state: Any) -> Mapping[str, Any]:
        if state.stage != "end":
            return {}
        tower = self.rng.choice(TOWERS) if MASONS.needs_tower_die(state) else None
        return {"dice": {"tower": tower, "houses": self.rng.choices((*COLOURS, "?"), k=2)}}


CHANCES: dict[str, Callable[[Random, int], Chance]] = {
    "saint-malo": MaloChance,
    "king-of-the-dice": KingChance,
    "akropolis": AkropolisChance,
    "arkadia": ArkadiaChance,
    "masons": MasonsChance,
}


def chance_of(name: str, state: Any, action: Any, told: Mapping[str, Any]) -> dict[str, Any]:
    """What the people tell of a turn before the board is read: what no picture of the board shows."""
    if name == "saint-malo":
        most = min(state.cities[state.seat].coins // 2, 5 - action.dice.count("swords"))
        chance: dict[str, Any] = {"dice": told["dice"], "logs": None}
        if most:
            chance["rotated"] = len(action.rotated)
        if action.symbol == "log":
            chance["logs"] = told.get("dice_used")
        return chance
    if name == "king-of-the-dice":
        gifts = [gift["to"] for gift in told["given"]]
        return {"dice": [list(die) for die in told["dice"]], "rolls": told["rolls"], "dragon_to": gifts or None}
    return {"dice": told["dice"]} if name == "masons" and told.get("dice") else {}
