"""What a city is worth: five colours, each the value of its districts times the stars of its plazas, and the stones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules.akropolis.edition import COLOURS, Edition
from rules.akropolis.state import READINGS, City, Table
from rules.akropolis.survey import Survey, survey
from rules.ledger import Entry
from rules.standing import Line
from rules.words import Phrase, say

Counts = list[tuple[int, bool]]  # the level of each district that counts, and whether it counts double
Decided = Mapping[str, Any]  # settings, or readings tried in their place
_NONE = say("none")


class Worth(NamedTuple):
    """One colour of a city: the value of what counts, the stars, and how it came."""

    value: int
    stars: int
    how: Phrase
    clause: str

    @property
    def points(self) -> int:
        return self.value * self.stars


def worths(found: Survey, decided: Decided) -> list[Worth]:
    """The five colours in their order."""
    worth = []
    for number, colour in enumerate(COLOURS):
        stars, count = found.stars[number], found.counts[number]
        if not count:
            worth.append(Worth(0, stars, _NONE, colour))
        elif counted := _COUNTED[number](found, decided, decided[f"variant_{colour}"] is True):
            worth.append(_worth(counted, stars, colour))
        else:
            worth.append(Worth(0, stars, say("{} there, none placed as it must be", count), colour))
    return worth


def _worth(counted: Counts, stars: int, colour: str) -> Worth:
    times: dict[tuple[int, bool], int] = {}
    for district in counted:
        times[district] = times.get(district, 0) + 1
    value, doubled, terms = 0, False, []
    for (level, double), many in sorted(times.items()):
        value += level * many * 2 if double else level * many
        doubled = doubled or double
        terms.append(f"{many} x {level} x 2" if double else f"{many} x {level}")
    sum_of = " + ".join(terms)
    if not stars:
        return Worth(value, 0, say("{} = {}, but no plaza of {}", sum_of, value, colour), "plazas")
    how = say("({}) x {} stars = {} x {}", sum_of, stars, value, stars)
    return Worth(value, stars, how, f"variant-{colour}" if doubled else colour)


# ---- what counts of each colour, and what of it counts double
def _houses(found: Survey, decided: Decided, variant: bool) -> Counts:
    by_hexes = decided["house_group"] == "most_hexes"
    best = [((len(g), sum(g)) if by_hexes else (sum(g), len(g)), sorted(g)) for g in found.groups]
    group = max(best)[1]
    double = variant and sum(group) >= 10
    return [(level, double) for level in group]


def _markets(found: Survey, decided: Decided, variant: bool) -> Counts:
    return [(level, variant and beside) for level, beside in found.markets]


def _barracks(found: Survey, decided: Decided, variant: bool) -> Counts:
    outside = decided["barracks_edge"] == "outside"
    empty = [(level, open_sides if outside else open_sides + lakes) for level, open_sides, lakes in found.barracks]
    return [(level, variant and sides in (3, 4)) for level, sides in empty if sides]


def _temples(found: Survey, decided: Decided, variant: bool) -> Counts:
    return [(level, variant and level > 1) for level in found.temples]


def _gardens(found: Survey, decided: Decided, variant: bool) -> Counts:
    any_size = decided["lake"] == "any_size"
    return [(level, variant and (lake if any_size else single)) for level, lake, single in found.gardens]


_COUNTED = (_houses, _markets, _barracks, _temples, _gardens)


# ---- lines, entries, sheets
def lines(found: Survey, stones: int, decided: Decided) -> tuple[Line, ...]:
    """The breakdown of a city's points."""
    colours = [
        Line(colour, worth.points, worth.how, worth.clause)
        for colour, worth in zip(COLOURS, worths(found, decided), strict=True)
    ]
    return (*colours, Line("stones", stones, say("stones left: {}", stones), "stones-left"))


def final_entries(city: City, seat: int, table: Table) -> list[Entry]:
    found = survey(city, table.edition.stars)
    return [
        Entry(seat, "vp", line.points, say("{}: {}", line.what, line.how), line.clause)
        for line in lines(found, city.stones, table.settings)
        if line.points or line.clause == "plazas"
    ]


def readings(decided: Decided) -> Iterable[tuple[str, str, Decided]]:
    """Each disputed reading the other way: its name, the other choice, and all that is decided then."""
    for setting in READINGS:
        other = next(str(choice) for choice in setting.choices if choice != decided[setting.name])
        yield setting.name, other, {**decided, setting.name: other}


def sheet(city: City, edition: Edition, decided: Decided) -> dict[str, Any]:
    """A city's points by colour as the photo sets name them, each variant for itself, stones left out."""
    found = survey(city, edition.stars)
    usual = _both(found, decided)
    others = {f"{name}={value}": _both(found, read) for name, value, read in readings(decided)}
    return {
        "plain": usual["plain"],
        "plain_total_without_stones": sum(usual["plain"].values()),
        "variants": usual["variants"],
        "other_readings": {name: both for name, both in others.items() if both != usual},
    }


def _both(found: Survey, decided: Decided) -> dict[str, dict[str, int]]:
    return {
        kind: {
            colour: worth.points
            for colour, worth in zip(
                COLOURS, worths(found, {**decided, **{f"variant_{c}": on for c in COLOURS}}), strict=True
            )
        }
        for kind, on in (("plain", False), ("variants", True))
    }
