"""Tables set by hand for the tests, in short words: citizens as “orc/3+2”, dice as “1R 3G”."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.king_of_the_dice.state import State

NAMES = ("Nils", "Heinz", "Ruth", "Ute", "Otto")
ROW = ("gnome/B6", "dwarf/5x1", "hypnotist/max12", "orc/3+2", "goblin/any4")
NOTHING = "1B 3R 2B 6R 5R 6G"  # fulfils no citizen of ROW
PURPLE = "3R 4R 1R 6R 6G 3B"  # fulfils goblin/any4 and nothing else of ROW


def dice(short: str) -> list[list[Any]]:
    return [[int(die[0]), die[1]] for die in short.split()]


def citizen(short: str) -> str:
    return short if short in ("empty", "back/citizen") else f"citizen/{short}"


def table(
    row: Sequence[str] = ROW,
    piles: Sequence[Sequence[str]] = ((), (), ()),
    penalty: str | None = "penalty/-2",
    **more: Any,
) -> State:
    """A position with this row and these piles (whole labels); the rest follows or is told besides."""
    players = [{"name": name, "pile": list(pile)} for name, pile in zip(NAMES, piles, strict=False)]
    slots = {f"C{i}": citizen(short) for i, short in enumerate(row, 1)} | {"penalty": penalty}
    return KING_OF_THE_DICE.position({"players": players, "slots": slots, **more})


def placed(short: str) -> list[dict[str, str]]:
    """“C1 orc/3 C2 elf/run4” as places and cards."""
    words = short.split()
    kinds = {"C": "citizen", "V": "village"}
    return [
        {"slot": slot, "card": card if card.startswith("back") else f"{kinds.get(slot[0], 'penalty')}/{card}"}
        for slot, card in zip(words[::2], words[1::2], strict=True)
    ]


def taking(roll: str, taken: str, new: str = "C1 elf/run4", villages: str = "", **more: Any) -> dict[str, Any]:
    """A turn that takes citizens."""
    return {
        "dice": dice(roll),
        "rolls": 2,
        "taken": placed(taken),
        "villages": placed(villages),
        "new": placed(new),
        **more,
    }


def paying(
    roll: str = NOTHING, penalty: str = "-2", discarded: str = "goblin/any4", new: str = "C1 elf/run4", **more: Any
) -> dict[str, Any]:
    """A turn that takes a penalty card."""
    return {
        "dice": dice(roll),
        "rolls": 3,
        "penalty": f"penalty/{penalty}",
        "discarded": [citizen(card) for card in discarded.split()],
        "new": placed(new),
        **more,
    }


def piles(state: State) -> list[list[str]]:
    """The players' piles, bottom to top, in whole labels."""
    return [player["pile"] for player in KING_OF_THE_DICE.describe(state)["players"]]


def row(state: State) -> list[str]:
    """The row from left to right, in short words."""
    slots = KING_OF_THE_DICE.describe(state)["slots"]
    return [slots[f"C{i}"].removeprefix("citizen/") for i in range(1, 6)]
