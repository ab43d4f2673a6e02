"""A city board photographed: an empty start, three crates drawn, a hand that hides."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.referee.companion import Difference, TableCompanion
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


def test_a_move_is_told_as_the_rules_take_it(sitting: MaloCity) -> None:
    before = sitting.state
    look = sitting.look(read_picture(PLAY / "01.jpg"), CRATES)
    assert isinstance(sitting, TableCompanion)
    assert look.ruling is not None
    assert look.ruling.done is not None
    assert look.ruling.done not in look.ruling.others
    told = {"dice": CRATES["dice"], **look.ruling.done}
    verdict = sitting.game.judge(before, sitting.game.action(told))
    assert getattr(verdict, "state", None) == sitting.state


def test_a_turn_taken_back_is_seen_as_new_again(sitting: MaloCity) -> None:
    before = sitting.state
    picture = read_picture(PLAY / "01.jpg")
    sitting.look(picture, CRATES)
    assert sitting.state != before
    sitting.hold(before)
    assert sitting.state == before
    again = sitting.look(picture, CRATES)
    assert again.ruling is not None
    assert again.ruling.verdict == "move"


def test_out_of_step_in_both_directions(sitting: MaloCity) -> None:
    bare, full = read_picture(PLAY / "00.jpg"), read_picture(PLAY / "01.jpg")
    start = sitting.state
    assert sitting.differs(bare) == ()
    assert set(sitting.differs(full)) == {Difference(place, "", "crate") for place in DRAWN}
    sitting.look(full, CRATES)
    assert sitting.differs(full) == ()
    assert {one.place for one in sitting.differs(bare)} == DRAWN
    sitting.hold(start)
    assert {one.place for one in sitting.differs(full)} == DRAWN


def test_what_a_hand_covers_is_not_out_of_step(sitting: MaloCity) -> None:
    sitting.look(read_picture(PLAY / "01.jpg"), CRATES)
    assert sitting.differs(read_picture(PLAY / "03.jpg")) == ()
