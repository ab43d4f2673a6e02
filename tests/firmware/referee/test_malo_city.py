"""A city board photographed: an empty start, three crates drawn, a hand that hides."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.referee.malo_city import MaloCity, MaloCityReader
from vision.lessons import read_picture
from vision.satchel import pack

PHOTOS = Path(__file__).parents[2] / "photos" / "malo_city"
PLAY = PHOTOS / "play" / "s1"
ABOUT = {"surfaces": [{"first_marker": 8}]}
START = {"coins": 3, "logs": 2, "vp": 0, "cannons_lost": 0}
CRATES = {"dice": ["crate", "crate", "log", "crate", "head"], "rotated": 0, "logs": None}
DRAWN = {"1,3", "2,3", "3,3"}


@pytest.fixture(scope="module")
def reader() -> MaloCityReader:
    return MaloCityReader(pack(PHOTOS))


@pytest.fixture
def sitting(reader: MaloCityReader) -> MaloCity:
    companion = reader.begin(ABOUT, START)
    first = companion.look(read_picture(PLAY / "00.jpg"), {"dice": None, "rotated": None, "logs": None})
    assert first.ruling is not None
    assert first.ruling.verdict == "nothing"
    assert set(first.seen["cells"].values()) == {"printed_crate"}
    return companion


def test_three_crates_are_a_move(sitting: MaloCity) -> None:
    look = sitting.look(read_picture(PLAY / "01.jpg"), CRATES)
    assert look.ruling is not None
    assert look.ruling.verdict == "move"
    assert {p for p, mark in look.seen["cells"].items() if mark == "crate"} == DRAWN
    assert look.state == {"coins": 3, "logs": 2, "vp": 0, "defence": 0}


def test_what_a_hand_hides_is_unsure_and_no_move(sitting: MaloCity) -> None:
    look = sitting.look(read_picture(PLAY / "03.jpg"), CRATES)
    assert look.ruling is not None
    assert look.ruling.verdict in ("nothing", "ask")
    assert {"4,4", "4,5", "5,5", "6,5"} <= set(look.unsure)


def test_without_a_history_empty_spaces_are_not_certain(reader: MaloCityReader) -> None:
    look = reader.begin(ABOUT, {}).look(read_picture(PLAY / "00.jpg"), {})
    assert "4,4" in look.unsure
    assert look.state is None
