"""The six dice: a face is a value and a colour, and which value has which colour differs from die to die."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from rules.forms import shown, whole
from rules.trouble import Trouble

DICE = 6
COLOURS = "RGB"
COLOUR_WORDS = ("red", "green", "blue")
# A face is a number from 0 to 17; these are its value (1 to 6) and its colour (0 to 2).
VALUE = tuple(1 + face // 3 for face in range(18))
COLOUR = tuple(face % 3 for face in range(18))
FACE_OF = {(VALUE[face], COLOURS[COLOUR[face]]): face for face in range(18)}
FACE_TOLD = tuple((VALUE[face], COLOURS[COLOUR[face]]) for face in range(18))

# The weights of a roll's faces add up to one number: how many dice show each value, then how many show each colour,
# three bits apiece.
WEIGHT = tuple((1 << 3 * (VALUE[face] - 1)) | (1 << (18 + 3 * COLOUR[face])) for face in range(18))
OF_VALUES = (1 << 18) - 1
OF_COLOURS = 18

Roll = tuple[int, ...]


def weight(roll: Roll) -> int:
    return sum(map(WEIGHT.__getitem__, roll))


def roll_of_values(weights: int) -> Roll:
    """Some dice that show these values, whatever their colours."""
    return tuple(3 * v for v in range(6) for _ in range(weights >> 3 * v & 7))


def roll_of_colours(weights: int) -> Roll:
    """Some dice that show these colours, whatever their values."""
    return tuple(c for c in range(3) for _ in range(weights >> 3 * c & 7))


def roll_from(data: Any, name: str) -> Roll:
    """The roll of a list of six [value, colour]."""
    try:
        if len(data) == DICE and _NUMBERS.issuperset(map(type, map(_VALUE, data))):
            return tuple(map(_FACE, map(tuple, data)))
    except (KeyError, TypeError, IndexError):
        pass
    raise _no_roll(data, name)


_NUMBERS, _VALUE, _FACE = frozenset((int,)), itemgetter(0), FACE_OF.__getitem__


def _no_roll(data: Any, name: str) -> Trouble:
    """What is wrong with a roll."""
    if not isinstance(data, (list, tuple)) or len(data) != DICE:
        return Trouble(f"{name} must be a list of {DICE} dice, not {shown(data)}")
    for die in data:
        if not isinstance(die, (list, tuple)) or len(die) != 2 or not whole(die[0]) or not isinstance(die[1], str):
            return Trouble(f"a die of {name} is told as [value, colour], like [6, “R”], not as {shown(die)}")
        if (die[0], die[1]) not in FACE_OF:
            return Trouble(f"{shown(die)} of {name} is no die: values go from 1 to 6, colours are R, G and B")
    return Trouble(f"{name} cannot be understood: {shown(data)}")


def roll_told(roll: Roll) -> list[list[Any]]:
    return [list(FACE_TOLD[face]) for face in roll]


class DiceSet:
    """The dice of a box, each as the colours of its values 1 to 6: could these six show that roll?"""

    def __init__(self, patterns: Sequence[str]) -> None:
        kinds = tuple(dict.fromkeys(patterns))
        self.room = tuple(patterns.count(kind) for kind in kinds)
        self.kinds_of = tuple(
            tuple(k for k, kind in enumerate(kinds) if kind[VALUE[face] - 1] == COLOURS[COLOUR[face]])
            for face in range(18)
        )
        # Where no face is on two kinds of dice, counting is enough.
        self.plain = all(len(found) <= 1 for found in self.kinds_of)
        self.mark = tuple(1 << 3 * found[0] if found else 1 << 60 for found in self.kinds_of)
        self.full = sum(room << 3 * k for k, room in enumerate(self.room))

    def can_show(self, roll: Roll) -> bool:
        if self.plain:
            return sum(map(self.mark.__getitem__, roll)) == self.full
        return self._place(roll, list(self.room))

    def _place(self, roll: Roll, room: list[int]) -> bool:
        if not roll:
            return True
        for kind in self.kinds_of[roll[0]]:
            if room[kind]:
                room[kind] -= 1
                if self._place(roll[1:], room):
                    return True
                room[kind] += 1
        return False


@lru_cache(maxsize=64)
def dice_set(patterns: tuple[str, ...]) -> DiceSet:
    return DiceSet(patterns)
