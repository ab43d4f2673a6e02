"""Who comes into a Saint Malo city, by hand: for heads, or for a completed wall; and what an architect builds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware.byhand.asking import Answer, Hearing, Steps, words_of
from firmware.byhand.malo_spaces import free_spaces, houses_next, most_houses, several, space
from firmware.byhand.worths import signed
from rules.saint_malo.city import EMPTY, PERSON_LETTER, PLACES, WALL, around, put, standing_walls
from rules.saint_malo.scoring import HOUSE_POINTS
from rules.saint_malo.state import DICE, LEVEL, Bonus, City, State
from rules.words import SILENCE, Phrase, say

MOST_HOUSES = 3
NOBODY = Bonus("", ())  # where nobody was seen to come


def person_comes(
    state: State,
    cells: str,
    logs: int,
    most: int,
    seen: Bonus,
    worth: Callable[[str, int], Phrase],
    hearing: Hearing,
) -> Steps[Bonus]:
    """Who comes, where he stands, and what an architect builds."""
    table = state.table
    able = [person for person, level in reversed(LEVEL.items()) if level <= most]
    every = [Answer(person, words_of(person), say("heads {}", level)) for person, level in LEVEL.items()]
    usual = [Answer(person, words_of(person), say("heads {}", LEVEL[person])) for person in able]
    person = yield from hearing.choose(say("who comes?"), usual, [seen.person], every)
    hearing.note(words_of(person))
    used = LEVEL[person]
    if hearing.free:
        used = yield from hearing.number(
            say("heads used"), 0, DICE, () if seen.used is None else (seen.used,), LEVEL[person]
        )
    at = yield from space(hearing, say("where?"), free_spaces(cells), seen.cells, partial(worth, person))
    if person != "architect":
        return Bonus(person, (PLACES[at],), (), used)
    hearing.note(say("{}", PLACES[at]))
    after = put(cells, PERSON_LETTER[person], at)
    near = around(table.edition.across_towers).get(at, ())
    low = 0 if table.settings["idle_architect"] is True else 1
    count = yield from hearing.choose(
        say("how many houses?"),
        [
            Answer(n, say("{}", n), signed(HOUSE_POINTS * n))
            for n in range(low, min(MOST_HOUSES, logs, most_houses(after, near)) + 1)
        ],
        [len(seen.houses)],
        [Answer(n, say("{}", n)) for n in range(MOST_HOUSES + 3)],
    )
    houses = yield from several(
        hearing, say("house {} of {}"), count, partial(houses_next, after, near, count), seen.houses
    )
    return Bonus(person, (PLACES[at],), houses, used)


def _comes(state: State, level: int, earned: bool, wanted: bool, hearing: Hearing) -> Steps[bool]:
    """Does the person come whom a completed wall brings?"""
    if hearing.free or state.table.settings["bonus_person"] == "may":
        return (yield from hearing.yes(say("does the wall bring a person?"), (wanted,), usual=earned))
    comes = [Answer(True, say("a person comes"), say("level {}", level))]
    return (
        yield from hearing.choose(say("the wall is complete"), comes, (wanted,), [Answer(False, say("nobody comes"))])
    )


def _no_worth(_person: str, _at: int) -> Phrase:
    return SILENCE


def bonus_persons(
    state: State, city: City, walls: tuple[str, ...], seen: tuple[Bonus, ...] | None, hearing: Hearing
) -> Steps[tuple[Bonus, ...]]:
    """The persons that the walls just completed bring, the higher levels first."""
    rewards, edition = [], state.table.edition
    cells = put(city.cells, WALL, *[PLACES.index(name) for name in walls])
    for section in standing_walls(cells):
        if section not in standing_walls(city.cells) and edition.rewards[section].kind == "person":
            rewards.append(edition.rewards[section].amount)
    logs, came = city.logs, list[Bonus]()
    levels = sorted(rewards, reverse=True)
    while EMPTY in cells and (hearing.free or len(came) < len(levels)):
        number = len(came)
        level = levels[number] if number < len(levels) else DICE
        like = seen[number] if seen is not None and number < len(seen) else NOBODY
        wanted = like is not NOBODY if seen is not None else number < len(levels)
        if not (yield from _comes(state, level, number < len(levels), wanted, hearing)):
            break
        bonus = yield from person_comes(state, cells, logs, level, like, _no_worth, hearing)
        came.append(bonus)
        hearing.note(say("{}", bonus.cells[0]))
        cells = put(cells, PERSON_LETTER[bonus.person], PLACES.index(bonus.cells[0]))
        cells = put(cells, "h", *[PLACES.index(name) for name in bonus.houses])
        logs -= len(bonus.houses)
    return tuple(came)
