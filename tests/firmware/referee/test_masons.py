"""The town of Masons from photographs of one style: two turns, a house put wrong between them, and a hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.referee.companion import TableCompanion
from firmware.referee.masons import Masons, MasonsReader
from firmware.referee.masons_turns import town_of
from firmware.referee.ruling import MOVE, NOT_ALLOWED, NOTHING, Look
from rules.game import Allowed
from rules.masons.game import MASONS
from vision.satchel import pack

PHOTOS = Path(__file__).parents[2] / "photos" / "masons"
SITTING = PHOTOS / "play" / "s1"
GIVEN = json.loads((SITTING / "given.json").read_text())
TRUTH = {frame["file"]: frame["truth"] for frame in json.loads((SITTING / "truth.json").read_text())["frames"]}


def picture(file: str) -> Any:
    return cv2.imread(str(SITTING / file))


@pytest.fixture(scope="module")
def reader() -> MasonsReader:
    return MasonsReader(pack(PHOTOS))


@pytest.fixture(scope="module")
def sitting(reader: MasonsReader) -> tuple[Masons, dict[str, Look]]:
    companion = reader.begin(GIVEN["about"], GIVEN["start"])
    looks = {frame["file"]: companion.look(picture(frame["file"]), frame) for frame in GIVEN["frames"][:3]}
    return companion, looks


def test_a_turn_is_read_and_explained(sitting: tuple[Masons, dict[str, Look]]) -> None:
    look = sitting[1]["f00.jpg"]
    truth = TRUTH["f00.jpg"]
    assert look.unsure == ()
    assert look.seen["walls"] == truth["board"]["walls"]
    assert look.seen["towers"] == truth["board"]["towers"]
    assert look.ruling is not None
    assert look.ruling.verdict == MOVE
    assert look.ruling.action is not None
    assert look.ruling.action["wall_placed"] == truth["wall_placed"]


def test_a_house_that_is_not_beside_the_wall_is_refused(sitting: tuple[Masons, dict[str, Look]]) -> None:
    ruling = sitting[1]["f01.jpg"].ruling
    assert ruling is not None
    assert (ruling.verdict, ruling.reason) == (NOT_ALLOWED, "house_not_next_to_wall")
    assert TRUTH["f01.jpg"]["illegal_place"] in ruling.places


def test_put_right_it_is_a_move_that_the_rules_can_be_told(sitting: tuple[Masons, dict[str, Look]]) -> None:
    companion, looks = sitting
    look = looks["f02.jpg"]
    assert look.ruling is not None
    assert look.ruling.verdict == MOVE
    assert look.state is not None
    assert look.state["supply"] == TRUTH["f02.jpg"]["supply"]
    assert look.ruling.done is not None
    MASONS.action(look.ruling.done)
    assert companion.state is not None
    assert town_of(companion.state).walls == frozenset(TRUTH["f02.jpg"]["board"]["walls"])


def test_the_same_picture_again_is_nothing_new(reader: MasonsReader) -> None:
    companion = reader.begin(GIVEN["about"], GIVEN["start"])
    frame = GIVEN["frames"][0]
    first = companion.look(picture("f00.jpg"), frame)
    assert first.ruling is not None
    done = first.ruling.done
    again = companion.look(picture("f00.jpg"), frame)
    assert again.ruling is not None
    assert again.ruling.verdict == NOTHING
    assert companion.differs(picture("f00.jpg")) == ()

    assert isinstance(companion, TableCompanion)
    opening = MASONS.set_up(("one", "two"), None, reader.layout)
    companion.hold(opening)
    places = {difference.place for difference in companion.differs(picture("f00.jpg"))}
    assert TRUTH["f00.jpg"]["wall_placed"] in places
    assert done is not None
    verdict = MASONS.judge(opening, MASONS.action(done))
    assert isinstance(verdict, Allowed)
    companion.hold(verdict.state)
    assert companion.differs(picture("f00.jpg")) == ()


def test_what_a_hand_hides_is_not_seen_and_nothing_is_ruled(reader: MasonsReader) -> None:
    companion = reader.begin(GIVEN["about"], {})
    look = companion.look(picture("f10.jpg"), {"file": "f10.jpg"})
    hidden = set(TRUTH["f10.jpg"]["unreadable"])
    assert len(hidden & set(look.unsure)) >= 0.9 * len(hidden)
    assert look.ruling is not None
    assert look.ruling.verdict != MOVE


def test_a_picture_without_the_board_asks(reader: MasonsReader) -> None:
    companion = reader.begin(GIVEN["about"], GIVEN["start"])
    look = companion.look(np.full((600, 800, 3), 90, np.uint8), GIVEN["frames"][0])
    assert look.unsure == ("all",)
    assert look.ruling is not None
    assert look.ruling.verdict == "ask"
