"""What a symbol adds to a city: logs, crates, walls, a church, or a person with all that comes after him."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.game import Refused
from rules.ledger import Entry
from rules.saint_malo.city import (
    CRATE,
    CRATES,
    EMPTY,
    HOUSE,
    INDEX,
    OUTER,
    PERSON_LETTER,
    WALL,
    around,
    connected,
    put,
    standing_walls,
)
from rules.saint_malo.edition import SECTIONS
from rules.saint_malo.scoring import (
    HOUSE_POINTS,
    NOBLE_POINTS,
    churches_around,
    crates_around,
    kinds_around,
    tally_with,
)
from rules.saint_malo.state import LEVEL, Bonus, City, Table, Turn
from rules.words import Phrase, say

Waived = frozenset[str]


class Drawn(NamedTuple):
    city: City
    ledger: list[Entry]
    warnings: list[Phrase]


def draw(
    table: Table, city: City, seat: int, turn: Turn, shown: int, waived: Waived, ledger: list[Entry]
) -> Drawn | Refused:
    """The chosen symbol's effect on the city. `shown` dice show it; how many are used may be told or follow."""
    symbol = turn.symbol
    if turn.houses and turn.person != "architect":
        return Refused("houses-without-architect", say("only a new architect builds houses"), turn.houses)
    if turn.person is not None and symbol != "head":
        return Refused("superfluous", say("{} brings no person", str(symbol)), turn.cells)
    if turn.bonus and symbol != "wall":
        return Refused("superfluous", say("only walls bring a bonus person"), turn.bonus[0].cells)
    if symbol == "log":
        return _logs(city, seat, turn, shown, ledger)
    if symbol == "head":
        drawn = _person(table, city, seat, turn.person, turn.cells, turn.houses, turn.used, shown, waived, ledger)
        return drawn if isinstance(drawn, Refused) else Drawn(drawn, ledger, [])
    at = spaces(city.cells, turn.cells)
    if isinstance(at, Refused):
        return at
    if symbol == "cross":
        return _church(city, seat, turn, at, shown, ledger)
    used = turn.used if turn.used is not None else len(at)
    if not used:
        return Refused("no-dice", say("at least one die has to be used"))
    if used > shown and "too-many-dice" not in waived:
        return Refused("too-many-dice", say("spaces filled: {}, but dice showing {}: {}", used, str(symbol), shown))
    if len(at) != used and "wrong-count" not in waived:
        return Refused("wrong-count", say("dice used: {}, spaces filled: {}", used, len(at)), turn.cells)
    if symbol == "crate":
        return _crates(table, city, seat, turn, at, waived, ledger)
    return _walls(table, city, seat, turn, at, waived, ledger)


def spaces(cells: str, names: Sequence[str]) -> list[int] | Refused:
    """The named spaces, each of the city, free and named once."""
    at: list[int] = []
    for name in names:
        i = INDEX.get(name, -1)
        if i < 0:
            return Refused("not-a-space", say("{} is not a space of the city", name), (name,))
        if cells[i] != EMPTY:
            return Refused("filled-space", say("{} is filled already", name), (name,))
        if i in at:
            return Refused("space-twice", say("{} is used twice", name), (name,))
        at.append(i)
    return at


def _logs(city: City, seat: int, turn: Turn, shown: int, ledger: list[Entry]) -> Drawn | Refused:
    if turn.cells:
        return Refused("superfluous", say("logs go into the storage, not on spaces"), turn.cells)
    if city.coins < 2:
        return Refused("no-coins-logs", say("a delivery of logs costs 2 coins; in the bank: {}", city.coins))
    logs = turn.used if turn.used is not None else shown
    ledger.append(Entry(seat, "coins", -2, say("delivery of logs: 2 coins"), "no-coins-logs"))
    ledger.append(Entry(seat, "logs", logs, say("logs delivered: {}", logs), "no-coins-logs"))
    return Drawn(city._replace(coins=city.coins - 2, logs=city.logs + logs), ledger, [])


def _church(city: City, seat: int, turn: Turn, at: list[int], shown: int, ledger: list[Entry]) -> Drawn | Refused:
    if len(at) != 1:
        return Refused("one-church", say("one church goes in one space; named: {}", len(at)), turn.cells)
    size = min(turn.used if turn.used is not None else shown, 5)
    ledger.append(Entry(seat, "churches", 1, say("a church of size {}", size), "one-church", turn.cells))
    return Drawn(city._replace(cells=put(city.cells, str(size), at[0])), ledger, [])


def _crates(
    table: Table, city: City, seat: int, turn: Turn, at: list[int], waived: Waived, ledger: list[Entry]
) -> Drawn | Refused:
    if len(at) > 1 and "crates-not-connected" not in waived:
        through = old_crates(city.cells) if table.settings["crates_connect"] == "any" else frozenset[int]()
        if not connected(at, through):
            return Refused("crates-not-connected", say("these crates do not hang together by their edges"), turn.cells)
    ledger.append(Entry(seat, "crates", len(at), say("crates added: {}", len(at)), "crates-not-connected", turn.cells))
    return Drawn(city._replace(cells=put(city.cells, CRATE, *at)), ledger, [])


def old_crates(cells: str) -> frozenset[int]:
    return frozenset(i for i, letter in enumerate(cells) if letter in CRATES)


# ---- walls and their bonus
def _walls(
    table: Table, city: City, seat: int, turn: Turn, at: list[int], waived: Waived, ledger: list[Entry]
) -> Drawn | Refused:
    inside = [name for name, i in zip(turn.cells, at, strict=True) if i not in OUTER]
    if inside and "wall-inside" not in waived:
        return Refused("wall-inside", say("{} is an inner space; walls stand outside", inside[0]), tuple(inside))
    cells = put(city.cells, WALL, *at)
    ledger.append(Entry(seat, "walls", len(at), say("wall sections added: {}", len(at)), "wall-inside", turn.cells))
    completed = [s for s in standing_walls(cells) if s not in standing_walls(city.cells)]
    city = city._replace(cells=cells)
    levels = []
    for s in completed:
        reward = table.edition.rewards[s]
        if reward.kind == "person":
            levels.append(reward.amount)
            continue
        why = say("{} wall completed: {} {}", SECTIONS[s], reward.amount, reward.kind)
        ledger.append(Entry(seat, reward.kind, reward.amount, why, "wall-bonus"))
        if reward.kind == "coins":
            city = city._replace(coins=city.coins + reward.amount)
        else:
            city = city._replace(tally=tally_with(city.tally, "walls", reward.amount))
    if levels or turn.bonus:
        added = _bonus_persons(table, city, seat, turn.bonus, sorted(levels, reverse=True), waived, ledger)
        if isinstance(added, Refused):
            return added
        city = added
    return Drawn(city, ledger, [])


def _bonus_persons(
    table: Table,
    city: City,
    seat: int,
    bonus: tuple[Bonus, ...],
    levels: list[int],
    waived: Waived,
    ledger: list[Entry],
) -> City | Refused:
    if len(bonus) > len(levels) and "bonus-not-earned" not in waived:
        return Refused("bonus-not-earned", say("no wall was completed that brings a person"), bonus[len(levels)].cells)
    for number, person in enumerate(bonus):
        most = levels[number] if number < len(levels) else 5
        level = LEVEL.get(person.person, 0)
        if level > most and "bonus-level" not in waived:
            why = say("a {} is of level {}; the bonus brings {} at the most", person.person, level, most)
            return Refused("bonus-level", why, person.cells)
        added = _person(
            table, city, seat, person.person, person.cells, person.houses, person.used, max(most, level), waived, ledger
        )
        if isinstance(added, Refused):
            return added
        city = added
    free_to_skip = table.settings["bonus_person"] == "may" or "bonus-missing" in waived
    if len(bonus) < len(levels) and city.empty and not free_to_skip:
        return Refused("bonus-missing", say("the completed wall brings a person, who has to be added"))
    return city


# ---- persons
def _person(
    table: Table,
    city: City,
    seat: int,
    person: str | None,
    names: tuple[str, ...],
    houses: tuple[str, ...],
    used: int | None,
    most: int,
    waived: Waived,
    ledger: list[Entry],
) -> City | Refused:
    """Add a person, by `used` of at most `most` heads, and all that he brings."""
    if houses and person != "architect":
        return Refused("houses-without-architect", say("only a new architect builds houses"), houses)
    if len(names) != 1:
        return Refused("one-person", say("one person goes in one space; named: {}", len(names)), names)
    level = LEVEL.get(person or "", 0)
    if not person or not level:
        return Refused("wrong-person", say("heads bring no {}", person or "nobody"), names)
    if (level > most if used is None else level != used) and "wrong-person" not in waived:
        why = say("heads that bring a {}: {}; heads used: {}", person, level, most if used is None else used)
        return Refused("wrong-person", why, names)
    at = spaces(city.cells, names)
    if isinstance(at, Refused):
        return at
    i, cells, edition = at[0], city.cells, table.edition
    coins, logs, tally = city.coins, city.logs, city.tally
    if person == "citizen":
        ledger.append(Entry(seat, "vp", 1, say("citizen: 1"), "citizen", names))
        tally = tally_with(tally, "citizens", 1)
    elif person == "soldier":
        ledger.append(Entry(seat, "defence", 1, say("soldier: defence 1 more"), "soldier", names))
    elif person == "priest":
        found = churches_around(cells, i, edition)
        ledger.append(Entry(seat, "vp", found, say("priest, churches around: {}", found), "priest", names))
        tally = tally_with(tally, "priests", found)
    elif person == "merchant":
        found = crates_around(cells, i, edition)
        why = say("merchant, crates around: {}, 1 coin each", found)
        ledger.append(Entry(seat, "coins", found, why, "merchant", names))
        coins += found
    elif person == "juggler":
        found = kinds_around(cells, i, edition)
        why = say("juggler, kinds of persons around: {}, 2 each: {}", found, 2 * found)
        ledger.append(Entry(seat, "vp", 2 * found, why, "juggler", names))
        tally = tally_with(tally, "jugglers", 2 * found)
    elif person == "noble":
        ledger.append(Entry(seat, "vp", NOBLE_POINTS, say("noble: {}", NOBLE_POINTS), "noble", names))
        tally = tally_with(tally, "nobles", NOBLE_POINTS)
    cells = put(cells, PERSON_LETTER[person], i)
    if person == "architect":
        ledger.append(Entry(seat, "persons", 1, say("architect"), "houses", names))
        built = _houses(table, cells, logs, i, houses, waived)
        if isinstance(built, Refused):
            return built
        if built:
            n, points = len(built), HOUSE_POINTS * len(built)
            ledger.append(Entry(seat, "logs", -n, say("houses: {}, 1 log each", n), "no-logs", houses))
            ledger.append(Entry(seat, "vp", points, say("houses: {}, 3 each: {}", n, points), "houses", houses))
            cells, logs, tally = put(cells, HOUSE, *built), logs - n, tally_with(tally, "houses", points)
    return City(cells, coins, logs, city.cannons_lost, tally)


def _houses(
    table: Table, cells: str, logs: int, architect: int, names: tuple[str, ...], waived: Waived
) -> list[int] | Refused:
    if not names:
        if table.settings["idle_architect"] is False and "architect-idle" not in waived:
            return Refused("architect-idle", say("an architect has to build a house here"))
        return []
    if len(names) > 3 and "too-many-houses" not in waived:
        return Refused("too-many-houses", say("houses: {}; three are the most", len(names)), names)
    if len(names) > logs:
        return Refused("no-logs", say("houses: {}, a log each; logs in the storage: {}", len(names), logs), names)
    at = spaces(cells, names)
    if isinstance(at, Refused):
        return at
    if not connected(at) and "houses-not-connected" not in waived:
        return Refused("houses-not-connected", say("these houses do not hang together by their edges"), names)
    near = around(table.edition.across_towers)[architect]
    if not any(i in near for i in at) and "houses-not-at-architect" not in waived:
        return Refused("houses-not-at-architect", say("none of these houses touches the new architect"), names)
    return at
