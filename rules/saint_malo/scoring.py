"""What a city is worth: what a new person brings, and what counts at the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from rules.saint_malo.city import CHURCHES, CRATES, PERSON_LETTERS, around
from rules.saint_malo.edition import Edition
from rules.saint_malo.state import AT_END, DURING, KINDS, City, State, Table
from rules.standing import Line, Outcome, Seat, Standing, Tie, rank
from rules.words import Phrase, say

FULL_CITY, LOST_CANNON, HOUSE_POINTS, NOBLE_POINTS = 5, -5, 3, 7

_CLAUSE_OF = {
    "citizens": "citizen",
    "priests": "priest",
    "houses": "houses",
    "jugglers": "juggler",
    "nobles": "noble",
    "walls": "wall-bonus",
    "by hand": "by-hand",
    "city full": "city-full",
    "coins left": "coins-left",
    "logs left": "logs-left",
    "churches": "church-series",
    "cannons lost": "cannons-lost",
}


def churches_around(cells: str, at: int, edition: Edition) -> int:
    return sum(cells[i] in CHURCHES for i in around(edition.across_towers)[at])


def crates_around(cells: str, at: int, edition: Edition) -> int:
    return sum(cells[i] in CRATES for i in around(edition.across_towers)[at])


def kinds_around(cells: str, at: int, edition: Edition) -> int:
    """How many kinds of persons stand around a space; two of a kind count once."""
    return len({cells[i] for i in around(edition.across_towers)[at]} & PERSON_LETTERS)


def series(cells: str) -> list[int]:
    """The lengths of the church series: the first takes one church of each size from 1 up, the next what is left."""
    left = [cells.count(str(size)) for size in range(1, 6)]
    lengths = []
    while left[0]:
        length = next((n for n, count in enumerate(left) if not count), 5)
        for n in range(length):
            left[n] -= 1
        lengths.append(length)
    return lengths


def final_lines(city: City, edition: Edition) -> Iterator[tuple[str, int, Phrase]]:
    """What the end of the game adds to a city, or takes from it."""
    if not city.empty:
        yield "city full", FULL_CITY, say("all spaces filled: {}", FULL_CITY)
    if city.coins >= 2:
        yield "coins left", city.coins // 2, say("coins left: {}, 1 for every 2: {}", city.coins, city.coins // 2)
    if city.logs:
        yield "logs left", city.logs, say("logs left: {}", city.logs)
    for length in series(city.cells):
        worth = edition.series[length - 1]
        yield "churches", worth, say("church series {}: {}", "-".join(map(str, range(1, length + 1))), worth)
    if city.cannons_lost:
        lost = LOST_CANNON * city.cannons_lost
        yield "cannons lost", lost, say("cannons lost: {}, {} each: {}", city.cannons_lost, LOST_CANNON, lost)


def _line(kind: str, points: int, how: Phrase | None = None) -> Line:
    return Line(kind, points, how or say("{} so far: {}", kind, points), _CLAUSE_OF[kind])


def clause_of(kind: str) -> str:
    return _CLAUSE_OF[kind]


def _seat(table: Table, number: int, city: City, over: bool) -> Seat:
    scored = {kind: n for kind, n in zip(KINDS, city.tally, strict=True) if n}
    ending = tuple(_line(kind, n, how) for kind, n, how in final_lines(city, table.edition))
    if over:
        # The end is in the tally already: its arithmetic is shown where nobody has changed a figure by hand since.
        kept = [k for k in AT_END if k in scored and sum(line.points for line in ending if line.what == k) == scored[k]]
        ending = tuple(line for line in ending if line.what in kept)
        scored = {kind: n for kind, n in scored.items() if kind not in kept}
    lines = tuple(_line(kind, n) for kind, n in scored.items())
    now = lines + ending
    so_far = now if over else lines
    stock = (
        ("coins", city.coins),
        ("logs", city.logs),
        ("defence", city.defence),
        ("cannons lost", city.cannons_lost),
        ("empty spaces", city.empty),
    )
    return Seat(number, table.names[number], city.vp, so_far, sum(line.points for line in now), now, stock)


def standing(state: State, notes: tuple[Phrase, ...]) -> Standing:
    seats = tuple(_seat(state.table, n, city, state.over) for n, city in enumerate(state.cities))
    tie = Tie("tie-empty-spaces", lambda seat: state.cities[seat].empty, say("more empty spaces"))
    outcome: Outcome | None = rank(
        [seat.now or 0 for seat in seats],
        (tie,),
        ("most-points", say("most victory points")),
        ("shared-victory", say("as many points and as many empty spaces")),
    )
    if state.table.alone:
        outcome = None
        notes += (say("one city kept alone: pirate attacks and the end of the game are told by its owner"),)
    return Standing(seats, state.over, outcome, notes)


def tally_with(tally: tuple[int, ...], kind: str, points: int) -> tuple[int, ...]:
    at = KINDS.index(kind)
    return (*tally[:at], tally[at] + points, *tally[at + 1 :])


NO_POINTS = (0,) * len(KINDS)
assert set(_CLAUSE_OF) == {*DURING, *AT_END}
