"""What a citizen asks of the dice, read from the code on its label, and which dice fulfil it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import compress
from typing import NamedTuple

from rules.king_of_the_dice.dice import COLOUR, COLOUR_WORDS, COLOURS, DICE, VALUE, Roll
from rules.trouble import Trouble

TYPES = ("snob", "elf", "dwarf", "gnome", "orc", "goblin", "apprentice", "fairy", "hypnotist", "dragon")
_EACH = range(DICE)


class Reading(NamedTuple):
    """How a table reads the requirements: extra dice are fine; 5-6-1-2 is a run; four of a kind are two pairs."""

    at_least: bool = True
    run_wraps: bool = False
    orc_same_number: bool = False


class Need(NamedTuple):
    """A requirement: its type, and the numbers that its code holds (colours are 0 to 2)."""

    type: str
    numbers: tuple[int, ...]


Found = tuple[int, ...]  # dice by their places in the roll


def _enough(places: list[int], count: int, reading: Reading) -> Found | None:
    """The first `count` of these dice, if they are enough (or, where extra ones spoil it, just as many)."""
    if len(places) < count or (len(places) > count and not reading.at_least):
        return None
    return tuple(places[:count])


def _snob(numbers: tuple[int, ...], roll: Roll, reading: Reading) -> Found | None:
    del reading
    return tuple(_EACH) if all(VALUE[face] % 2 == numbers[0] for face in roll) else None


def _elf(numbers: tuple[int, ...], roll: Roll, reading: Reading) -> Found | None:
    length = numbers[0]
    place = {VALUE[face]: i for i, face in reversed(list(enumerate(roll)))}
    for start in range(1, 7 if reading.run_wraps and length < 6 else 8 - length):
        values = [(start - 1 + i) % 6 + 1 for i in range(length)]
        if all(value in place for value in values):
            before, after = start - 1, start + length
            if reading.run_wraps:
                before, after = (before - 1) % 6 + 1, (after - 1) % 6 + 1
            longer = length < 6 and (before in place or after in place)
            if reading.at_least or not longer:
                return tuple(place[value] for value in values)
    return None


def _dwarf(numbers: tuple[int, ...], roll: Roll, reading: Reading) -> Found | None:
    count, value = numbers
    return _enough([i for i, face in enumerate(roll) if VALUE[face] == value], count, reading)


def _gnome(numbers: tuple[int, ...], roll: Roll, reading: Reading) -> Found | None:
    colour, count = numbers
    return _enough([i for i, face in enumerate(roll) if COLOUR[face] == colour], count, reading)


def _goblin(numbers: tuple[int, ...], roll: Roll, reading: Reading) -> Found | None:
    for colour in range(3):
        found = _gnome((colour, numbers[0]), roll, reading)
        if found is not None:
            return found
    return None


def _colours(numbers: tuple[int, ...], roll: Roll, reading: Reading) -> Found | None:
    places: list[int] = []
    for colour, count in enumerate(numbers):
        if count:
            found = _gnome((colour, count), roll, reading)
            if found is None:
                return None
            places.extend(found)
    return tuple(places)


def _orc(numbers: tuple[int, ...], roll: Roll, reading: Reading) -> Found | None:
    showing = [[i for i, face in enumerate(roll) if VALUE[face] == value] for value in range(1, 7)]
    return _groups(sorted(numbers, reverse=True), showing, [0] * 6, reading)


def _groups(sizes: list[int], showing: list[list[int]], used: list[int], reading: Reading) -> Found | None:
    """A value for each group, each another one unless the table counts four of a kind as two pairs."""
    if not sizes:
        spoilt = not reading.at_least and any(u and u != len(s) for u, s in zip(used, showing, strict=True))
        return None if spoilt else ()
    for value in range(6):
        start = used[value]
        if start and not reading.orc_same_number:
            continue
        dice = showing[value][start : start + sizes[0]]
        if len(dice) == sizes[0]:
            used[value] += sizes[0]
            rest = _groups(sizes[1:], showing, used, reading)
            if rest is not None:
                return (*dice, *rest)
            used[value] = start
    return None


def _hypnotist(numbers: tuple[int, ...], roll: Roll, reading: Reading) -> Found | None:
    del reading
    return tuple(_EACH) if sum(VALUE[face] for face in roll) <= numbers[0] else None


def _dragon(numbers: tuple[int, ...], roll: Roll, reading: Reading) -> Found | None:
    del reading
    return tuple(_EACH) if sum(VALUE[face] for face in roll) >= numbers[0] else None


_FINDERS: dict[str, Callable[[tuple[int, ...], Roll, Reading], Found | None]] = {
    "snob": _snob,
    "elf": _elf,
    "dwarf": _dwarf,
    "gnome": _gnome,
    "orc": _orc,
    "goblin": _goblin,
    "apprentice": _colours,
    "fairy": _colours,
    "hypnotist": _hypnotist,
    "dragon": _dragon,
}
BY_COLOUR = frozenset(("gnome", "goblin", "apprentice", "fairy"))  # the others go by value alone


def dice_for(need: Need, roll: Roll, reading: Reading) -> Found | None:
    """The dice of the roll that fulfil the requirement, None if they do not: no more dice than it asks for."""
    return _FINDERS[need.type](need.numbers, roll, reading)


_CODES = {
    "snob": r"even|odd",
    "elf": r"run([2-6])",
    "dwarf": r"([1-6])x([1-6])",
    "gnome": r"([RGB])([1-6])",
    "orc": r"[1-6](?:\+[1-6])*",
    "goblin": r"any([1-6])",
    "apprentice": r"(?:[RGB][1-6])+",
    "fairy": r"(?:[RGB][1-6])+",
    "hypnotist": r"max([0-9]{1,2})",
    "dragon": r"min([0-9]{1,2})",
}


def need_of(type: str, code: str) -> Need:
    """The requirement that a label's code stands for: “4x3” of a dwarf is four dice that show 3."""
    match = re.fullmatch(_CODES[type], code)
    if not match:
        raise Trouble(f"“{code}” is no requirement of the {type}; see docs/forms/king-of-the-dice.md")
    numbers: tuple[int, ...]
    if type == "snob":
        numbers = (0 if code == "even" else 1,)
    elif type == "gnome":
        numbers = (COLOURS.index(match[1]), int(match[2]))
    elif type == "orc":
        numbers = tuple(int(size) for size in code.split("+"))
    elif type in ("apprentice", "fairy"):
        counts = [0, 0, 0]
        for colour, count in re.findall(r"([RGB])([1-6])", code):
            if counts[COLOURS.index(colour)]:
                raise Trouble(f"“{code}” of the {type} names a colour twice")
            counts[COLOURS.index(colour)] = int(count)
        numbers = tuple(counts)
    else:
        numbers = tuple(int(number) for number in match.groups())
    if type in ("orc", "apprentice", "fairy") and sum(numbers) > DICE:
        raise Trouble(f"“{code}” of the {type} asks for more than {DICE} dice")
    return Need(type, numbers)


def in_words(need: Need) -> str:
    """What the requirement asks for, in a few words."""
    n = need.numbers
    match need.type:
        case "snob":
            return f"six {'odd' if n[0] else 'even'} dice"
        case "elf":
            return f"a run of {n[0]}"
        case "dwarf":
            return f"{n[0]} dice that show {n[1]}"
        case "gnome":
            return f"{n[1]} {COLOUR_WORDS[n[0]]} dice"
        case "orc":
            return f"{'groups' if len(n) > 1 else 'a group'} of {' and '.join(str(size) for size in n)} equal dice"
        case "goblin":
            return f"{n[0]} dice of one colour"
        case "hypnotist":
            return f"a sum of {n[0]} at the most"
        case "dragon":
            return f"a sum of {n[0]} at least"
    return " and ".join(compress((f"{count} {COLOUR_WORDS[colour]}" for colour, count in enumerate(n)), n)) + " dice"
