"""The squares of Arkadia's town as they are asked for, and what a placing encloses."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.byhand.asking import Answer, Hearing, Kind, Steps, words_of
from rules.arkadia.edition import FAMILIES
from rules.arkadia.squares import STRIDE, name_of, names_of, places_of
from rules.arkadia.state import LOT, State
from rules.words import Phrase, say


def squares(places: Sequence[int]) -> list[Kind[int]]:
    """Squares by row, from the top down."""
    rows: dict[int, list[int]] = {}
    for place in sorted(places):
        rows.setdefault(place // STRIDE, []).append(place)
    return [
        Kind(say("row {}", row + 1), [Answer(place, say("{}", name_of(place))) for place in there])
        for row, there in rows.items()
    ]


def square(
    hearing: Hearing, title: Phrase, places: Sequence[int], seen: Sequence[int], board: Sequence[int] = ()
) -> Steps[int]:
    return (yield from hearing.choose_by_kind(title, squares(places), seen, squares(board)))


def cells_words(mask: int) -> Phrase:
    return say("{}", " ".join(names_of(mask)))


def building_words(state: State, number: int) -> Phrase:
    if number == LOT:
        return say("the castle lot")
    building = state.buildings[number]
    form, at = state.table.forms[building.form].name, name_of(places_of(building.cells)[0])
    return say("{} {} on {}", words_of(FAMILIES[building.family]), words_of(form), at)


def enclosed(state: State, placed: int, mine: int) -> list[tuple[int, int]]:
    """Of each building that the placing completes, the family, and how many of the player's workers are beside it."""
    free = state.table.board & ~state.taken & ~placed
    return [
        (state.buildings[number].family, (mine & border).bit_count())
        for number, border in zip(state.under_way, state.sides, strict=True)
        if not border & free and border & placed
    ]
