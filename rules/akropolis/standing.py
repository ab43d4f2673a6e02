"""How the players of Akropolis stand: nothing is scored before the end, and what each city is worth now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.akropolis.scoring import lines, readings
from rules.akropolis.state import State
from rules.akropolis.survey import Survey, survey
from rules.standing import MOST, Seat, Standing, Tie, rank
from rules.words import Phrase, listed, say

# What each choice of a disputed reading says.
SAID = {
    ("barracks_edge", "outside"): say("barracks: the edge is where the open table lies, not at a lake"),
    ("barracks_edge", "any_empty"): say("barracks: any empty side is the edge, at a lake too"),
    ("house_group", "most_hexes"): say("houses: the largest group is that of most hexes, then of most value"),
    ("house_group", "most_value"): say("houses: the largest group is that of most value"),
    ("lake", "any_size"): say("gardens: a lake is any hole in the city"),
    ("lake", "single_hex"): say("gardens: a lake is a hole of a single hex"),
}


def standing(state: State, changed: Sequence[Phrase]) -> Standing:
    table = state.table
    found = [survey(city, table.edition.stars) for city in state.cities]
    seats = []
    for seat, city in enumerate(state.cities):
        now = lines(found[seat], city.stones, table.settings)
        points = sum(line.points for line in now)
        so_far, so_far_lines = (points, now) if state.over else (0, ())
        seats.append(Seat(seat, table.names[seat], so_far, so_far_lines, points, now, (("stones", city.stones),)))
    outcome = rank(
        [seat.now or 0 for seat in seats],
        [Tie("tie-stones", lambda seat: state.cities[seat].stones, say("as many points, and more stones"))],
        ("most-points", MOST),
        ("shared-victory", say("as many points and as many stones")),
    )
    notes = [*changed, *_readings(state, found), *_about(state)]
    return Standing(tuple(seats), state.over, outcome, tuple(notes))


def _readings(state: State, found: Sequence[Survey]) -> list[Phrase]:
    """Each disputed reading that this table uses, and whom the other one would give other points."""
    notes = []
    settings = state.table.settings
    for name, other, read in readings(settings):
        if name == "lake" and settings["variant_gardens"] is not True:
            continue
        here = str(settings[name])
        changes = [
            f"{who} {after - before:+d}"
            for who, city in zip(state.table.names, found, strict=True)
            if (after := _points(city, read)) != (before := _points(city, settings))
        ]
        if changes:
            notes.append(
                say("reading {}: {} - {}; read as {}: {}", name, here, SAID[name, here], other, listed(changes))
            )
        else:
            notes.append(
                say("reading {}: {} - {}; the other reading changes nothing now", name, here, SAID[name, here])
            )
    return notes


def _points(found: Survey, read: Mapping[str, Any]) -> int:
    return sum(line.points for line in lines(found, 0, read))


def _about(state: State) -> list[Phrase]:
    table = state.table
    notes = []
    if table.alone:
        notes.append(say("one city alone: stones are paid only where the tile's place in the site is told"))
    elif table.settings["all_tiles"] is True and len(table.names) == 3:
        notes.append(say("all tiles with three: 14 stacks and a site of 5; 15 stacks would leave a site of 1"))
    return notes
