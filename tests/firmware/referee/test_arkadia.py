"""A town board photographed: a building laid, one half off its place, workers that enclose it and a castle piece."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.referee.arkadia import ArkadiaReader, ArkadiaTable
from firmware.referee.companion import READERS, TableCompanion
from firmware.referee.ruling import Look, Ruling
from rules.arkadia.game import ARKADIA as GAME
from rules.game import Allowed
from vision.lessons import read_picture
from vision.satchel import pack

PHOTOS = Path(__file__).parents[2] / "photos" / "arkadia"
PLAY = PHOTOS / "play" / "s1"
GIVEN = json.loads((PLAY / "given.json").read_text())
FRAMES = {frame["file"]: frame for frame in GIVEN["frames"]}
MONASTERY = {
    "type": "build",
    "form": "monastery",
    "seal": "olive",
    "cells": ["e5", "f4", "f5", "f6"],
    "draw": {"from": 2, "refill": ["tavern", "silver"]},
}


@pytest.fixture(scope="module")
def reader() -> ArkadiaReader:
    return ArkadiaReader(pack(PHOTOS))


@pytest.fixture
def sitting(reader: ArkadiaReader) -> ArkadiaTable:
    companion = reader.begin(GIVEN["about"], GIVEN["start"])
    assert ruled(see(companion, "000.jpg")).verdict == "nothing"
    return companion


def see(companion: ArkadiaTable, file: str) -> Look:
    return companion.look(read_picture(PLAY / file), FRAMES[file])


def ruled(look: Look) -> Ruling:
    assert look.ruling is not None
    return look.ruling


def test_the_set_is_known_to_umpire_read() -> None:
    assert READERS["arkadia"] == ("firmware.referee.arkadia", "ArkadiaReader")


def test_a_building_laid_is_a_move_the_rules_take(sitting: ArkadiaTable) -> None:
    before = sitting.state
    assert isinstance(sitting, TableCompanion)
    look = see(sitting, "001.jpg")
    ruling = ruled(look)
    assert ruling.verdict == "move"
    assert ruling.action is not None
    assert (ruling.action["form"], ruling.action["seal"]) == ("residential_house", "black")
    assert sorted(ruling.action["cells"]) == ["g4", "h4"]
    assert look.unsure == ()
    assert look.seen["squares"]["g4"] == {"building": 0, "form": "residential_house", "seal": "black"}
    assert ruling.done is not None
    assert before is not None
    verdict = GAME.judge(before, GAME.action(ruling.done))
    assert isinstance(verdict, Allowed)
    assert verdict.state == sitting.state


def test_the_same_picture_again_is_nothing_new(sitting: ArkadiaTable) -> None:
    see(sitting, "001.jpg")
    assert ruled(see(sitting, "001.jpg")).verdict == "nothing"


def test_darker_and_warmer_light_and_a_nudge_change_nothing(sitting: ArkadiaTable) -> None:
    see(sitting, "001.jpg")
    picture = read_picture(PLAY / "001.jpg").astype(np.float32) * np.array([0.75, 0.85, 0.95])
    turned = cv2.warpAffine(
        picture.clip(0, 255).astype(np.uint8), np.array([[1.0, 0, 4], [0, 1, -3]]), (picture.shape[1], picture.shape[0])
    )
    look = sitting.look(np.asarray(turned, np.uint8), FRAMES["001.jpg"])
    assert (ruled(look).verdict, look.unsure) == ("nothing", ())


def test_half_a_square_off_is_asked_about(sitting: ArkadiaTable) -> None:
    see(sitting, "001.jpg")
    look = see(sitting, "002.jpg")
    assert ruled(look).verdict in ("ask", "nothing")
    assert {"e4", "f4", "d5", "e5", "f5", "e6", "f6"} <= set(look.unsure)
    assert len(ruled(look).places) <= 3


def test_workers_that_enclose_a_building_and_a_castle_piece(sitting: ArkadiaTable) -> None:
    see(sitting, "001.jpg")
    assert sitting.state is not None
    verdict = GAME.judge(sitting.state, GAME.action(MONASTERY))
    assert isinstance(verdict, Allowed)
    sitting.hold(verdict.state)  # the players told this turn by hand
    look = see(sitting, "004.jpg")
    ruling = ruled(look)
    assert ruling.verdict == "move"
    assert ruling.action is not None
    assert ruling.action["workers"] == {"g3": "green", "h3": "green", "i4": "green"}
    assert ruling.action["castle"] == [{"family": "olive", "square": "i7", "floor": 1}]
    assert [done["building"] for done in ruling.action["completed"]] == [0]
    assert look.state is not None
    assert look.state["players"]["green"]["gold"] == 8


def test_out_of_step_is_told_place_by_place(sitting: ArkadiaTable) -> None:
    assert sitting.differs(read_picture(PLAY / "000.jpg")) == ()
    found = {one.place: one for one in sitting.differs(read_picture(PLAY / "001.jpg"))}
    assert set(found) == {"g4", "h4"}
    assert found["g4"].held == "bare"
    assert found["g4"].seen == "form:residential_house"


def test_what_covers_the_board_is_never_read(sitting: ArkadiaTable) -> None:
    picture = read_picture(PLAY / "001.jpg").copy()
    width = picture.shape[1]
    arm = np.array([[0, 520], [width // 2, 560], [width // 2, 640], [0, 620]], np.int32)
    cv2.fillPoly(picture, [arm], (120, 150, 200))
    look = sitting.look(picture, FRAMES["001.jpg"])
    assert ruled(look).verdict in ("ask", "nothing")
    assert {"g4", "h4"} & set(look.unsure)
    assert look.unsure


def test_without_a_history_a_picture_tells_the_board(reader: ArkadiaReader) -> None:
    look = reader.begin({}, {}).look(read_picture(PLAY / "004.jpg"), {})
    squares: dict[str, Any] = look.seen["squares"]
    assert squares["g3"] == {"worker": "green"}
    assert squares["f5"]["form"] == "monastery"
    assert squares["f5"]["seal"] == "olive"
    assert squares["g4"]["form"] == "residential_house"
    assert squares["g4"]["seal"] is None
    assert look.seen["lot"]["i7"]["visible"] == "olive"
    assert look.unsure == ()
    assert look.state is None


def test_a_picture_without_the_board_is_asked_about(sitting: ArkadiaTable) -> None:
    look = sitting.look(np.full((600, 800, 3), 90, np.uint8), FRAMES["001.jpg"])
    assert (ruled(look).verdict, look.unsure) == ("ask", ("all",))
