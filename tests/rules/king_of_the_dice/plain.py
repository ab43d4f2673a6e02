"""King of the Dice once more, as plainly as can be: piles counted and dice looked at, straight from the rulebook.

Shares no code with `rules/`; cards are labels, dice are (value, colour).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

Die = tuple[int, str]

POINTS = {
    "snob/even": 5,
    "snob/odd": 5,
    "elf/run6": 7,
    "elf/run5": 3,
    "elf/run4": 1,
    "dwarf/3x1": 4,
    "dwarf/3x3": 4,
    "dwarf/3x4": 4,
    "dwarf/4x3": 6,
    "dwarf/4x4": 6,
    "dwarf/4x6": 6,
    "dwarf/5x1": 10,
    "dwarf/5x6": 10,
    "gnome/G3": 1,
    "gnome/G4": 2,
    "gnome/R4": 2,
    "gnome/R5": 3,
    "gnome/B5": 3,
    "gnome/B6": 8,
    "orc/2+2": 1,
    "orc/3": 2,
    "orc/3+2": 3,
    "orc/4": 3,
    "orc/5": 7,
    "orc/2+2+2": 7,
    "orc/4+2": 8,
    "goblin/any4": 1,
    "goblin/any5": 2,
    "goblin/any6": 7,
    "apprentice/R2G2B2": 2,
    "apprentice/R3B3": 3,
    "hypnotist/max12": 1,
    "dragon/min25": -2,
    "dragon/min28": -4,
    "dragon/min30": -6,
}
FAIRIES = ("fairy/R2G2", "fairy/R2G3", "fairy/R3B2", "fairy/G2B2", "fairy/G2B3")
CITIZENS = (*POINTS, *FAIRIES)


def points(pile: Iterable[str]) -> int:
    """What a kingdom pile is worth."""
    total = fairies = 0
    for card in pile:
        kind, rest = card.split("/", 1)
        if kind == "village":
            total += int(rest.split("/")[1])
        elif kind == "penalty":
            total -= abs(int(rest))
        elif rest in FAIRIES:
            fairies += 1
        else:
            total += POINTS[rest]
    for _ in range(fairies):
        total += fairies
    return total


def minus(pile: Iterable[str]) -> int:
    """The minus points of scoundrels and dragons."""
    total = 0
    for card in pile:
        if card.startswith("penalty/"):
            total += abs(int(card.split("/")[1]))
        if "dragon" in card:
            total += abs(POINTS[card.removeprefix("citizen/")])
    return total


def places(piles: Sequence[Sequence[str]]) -> list[list[int]]:
    """The players from first to last, those who cannot be parted together."""
    left = list(range(len(piles)))
    order = []
    while left:
        most = max(points(piles[p]) for p in left)
        best = [p for p in left if points(piles[p]) == most]
        fewest = min(minus(piles[p]) for p in best)
        best = [p for p in best if minus(piles[p]) == fewest]
        order.append(best)
        left = [p for p in left if p not in best]
    return order


def fulfils(card: str, dice: Sequence[Die]) -> bool:
    """Does this roll fulfil this citizen, as tables usually read the cards?"""
    kind, code = card.split("/")
    values = [value for value, _ in dice]
    colours = "".join(colour for _, colour in dice)
    if kind == "snob":
        return all((value % 2 == 0) == (code == "even") for value in values)
    if kind == "elf":
        length = int(code[3:])
        return any(set(range(start, start + length)) <= set(values) for start in range(1, 8 - length))
    if kind == "dwarf":
        count, value = code.split("x")
        return values.count(int(value)) >= int(count)
    if kind == "gnome":
        return colours.count(code[0]) >= int(code[1])
    if kind == "orc":
        sizes = [int(size) for size in code.split("+")]
        shown = Counter(values)
        return any(
            all(shown[value] >= size for value, size in zip(chosen, sizes, strict=True))
            for chosen in permutations(range(1, 7), len(sizes))
        )
    if kind == "goblin":
        return max(colours.count(colour) for colour in "RGB") >= int(code[3:])
    if kind in ("apprentice", "fairy"):
        return all(colours.count(code[i]) >= int(code[i + 1]) for i in range(0, len(code), 2))
    if kind == "hypnotist":
        return sum(values) <= int(code[3:])
    return sum(values) >= int(code[3:])
