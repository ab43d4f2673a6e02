"""docs/record.md shows records that replay, and names every event and every field of the first line."""

from __future__ import annotations

import re
from pathlib import Path

from rules.record import header_of, read
from rules.saint_malo.game import SAINT_MALO
from rules.sitting import EVENTS
from tests.rules.tables import NAMES

TEXT = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
BARE, SEALED = re.findall(r"```\n(.*?)```", TEXT, re.DOTALL)
ROWS = [line.split("|")[1] for line in TEXT.splitlines() if line.startswith("|")]


def test_the_record_by_hand_replays_as_unsealed() -> None:
    replayed = read(BARE)
    assert not replayed.sealed
    assert [event["do"] for event in replayed.sitting.events] == ["action", "undo", "action"]
    assert SAINT_MALO.standing(replayed.sitting.state).seats[0].so_far == 7


def test_the_sealed_record_replays() -> None:
    replayed = read(SEALED)
    assert replayed.sealed
    assert [step.set_aside for step in replayed.sitting.marked] == [("wall-inside",)]
    assert SAINT_MALO.standing(replayed.sitting.state).seats[0].so_far == 7


def test_every_event_and_every_field_of_the_first_line_has_its_row() -> None:
    fields = {**header_of(SAINT_MALO, NAMES), "given": {}, "position": {}}
    for word in (*EVENTS, *fields):
        assert any(f"`{word}`" in row for row in ROWS), word
