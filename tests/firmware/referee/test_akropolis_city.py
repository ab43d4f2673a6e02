"""A player's city: tiles laid, tiles that may not lie there, doubt, and keeping in step with a device."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.referee.akropolis_city import AkropolisCity, AkropolisCityReader
from firmware.referee.akropolis_faces import likely_faces
from firmware.referee.companion import READERS, Seen, TableCompanion, read_sittings
from rules.akropolis.game import AKROPOLIS as GAME
from rules.game import Allowed
from vision.lessons import read_picture
from vision.markers import Image
from vision.satchel import pack
from vision.tiles import Hex

PHOTOS = Path(__file__).parents[2] / "photos" / "akropolis_city"
PLAY = PHOTOS / "play" / "city01_s1"
FIRST = {"hexes": "mbh", "at": [[1, -2], [2, -2], [1, -1]], "level": 1}
SECOND = {"hexes": "qtM", "at": [[0, -3], [1, -3], [0, -2]], "level": 1}


@pytest.fixture(scope="module")
def reader() -> AkropolisCityReader:
    return AkropolisCityReader(pack(PHOTOS))


@pytest.fixture(scope="module")
def frames() -> list[Seen]:
    return list(read_sittings(PHOTOS))


def picture(number: int) -> Image:
    return read_picture(PLAY / f"{number:03}.jpg")


def begun(reader: AkropolisCityReader) -> AkropolisCity:
    companion = reader.begin({"surfaces": [{"first_marker": 8}]}, {})
    assert companion.look(picture(0), {}).ruling is not None
    return companion


def tile(placed: Mapping[str, Any]) -> dict[tuple[int, int], str]:
    return {(at[0], at[1]): kind for at, kind in zip(placed["at"], placed["hexes"], strict=True)}


def kinds(seen: Mapping[str, Any]) -> dict[tuple[int, int], str]:
    return {(column["at"][0], column["at"][1]): column["kind"] for column in seen["city"]}


def after(*placed: Mapping[str, Any]) -> Any:
    state = GAME.set_up(("city",), given={"alone": True, "stones": 0})
    for one in placed:
        verdict = GAME.judge(state, GAME.action({"placed": one}))
        assert isinstance(verdict, Allowed)
        state = verdict.state
    return state


def test_the_reader_is_known(reader: AkropolisCityReader) -> None:
    assert READERS["akropolis_city"][1] == AkropolisCityReader.__name__
    assert isinstance(begun(reader), TableCompanion)


def test_a_sitting_is_followed(frames: list[Seen]) -> None:
    rulings = [seen.look.ruling for seen in frames]
    assert [ruling.verdict for ruling in rulings if ruling] == ["nothing", "move", "move", "not_allowed", "move"]
    for ruling, placed in zip(rulings[1:3], (FIRST, SECOND), strict=True):
        assert ruling is not None
        assert ruling.action is not None
        assert tile(ruling.action["placed"]) == tile(placed)
        assert ruling.action["placed"]["level"] == 1
        assert ruling.done == ruling.action
        assert GAME.action(ruling.done)
    assert all(seen.look.unsure == () for seen in frames)


def test_what_is_seen_is_the_city_after_it(frames: list[Seen]) -> None:
    assert kinds(frames[0].look.seen) == {(0, 0): "H", (0, -1): "q", (1, 0): "q", (-1, 1): "q"}
    assert kinds(frames[2].look.seen) == kinds(frames[0].look.seen) | tile(FIRST) | tile(SECOND)


def test_a_tile_on_a_single_tile_is_refused_and_nothing_goes_on(frames: list[Seen]) -> None:
    look = frames[3].look
    assert look.ruling is not None
    assert look.ruling.reason == "one_tile"
    assert set(look.ruling.places) == {"1,-2", "2,-2", "1,-1"}
    assert look.state == frames[2].look.state
    moved = frames[4].look.ruling
    assert moved is not None
    assert moved.action is not None
    assert tile(moved.action["placed"]) == {(2, 0): "b", (2, 1): "q", (1, 1): "M"}


def test_the_score_is_told(frames: list[Seen]) -> None:
    state = frames[4].look.state
    assert state is not None
    assert state["stones_gained_so_far"] == 0
    assert (
        state["score"]["plain"]
        == GAME.score_sheet(after(FIRST, SECOND, {"hexes": "bqM", "at": [[2, 0], [2, 1], [1, 1]]}), 0)["plain"]
    )


def test_the_same_picture_again_is_nothing(reader: AkropolisCityReader) -> None:
    companion = begun(reader)
    assert (ruling := companion.look(picture(1), {}).ruling) is not None
    assert ruling.verdict == "move"
    again = companion.look(picture(1), {})
    assert again.ruling is not None
    assert again.ruling.verdict == "nothing"
    assert again.unsure == ()


def test_nothing_is_said_without_the_markers(reader: AkropolisCityReader) -> None:
    companion = begun(reader)
    look = companion.look(np.full((600, 800, 3), 120, np.uint8), {})
    assert look.unsure == ("all",)
    assert look.ruling is not None
    assert look.ruling.verdict == "ask"
    assert len(look.seen["city"]) == 4


def test_any_of_the_players_markers_is_taken(reader: AkropolisCityReader) -> None:
    look = reader.begin({}, {}).look(picture(0), {})
    assert len(look.seen["city"]) == 4


def test_a_covered_hex_is_named_and_nothing_goes_on(reader: AkropolisCityReader) -> None:
    companion = begun(reader)
    surface = companion._surface(picture(1))
    hidden = picture(1)
    x, y = companion.middles[1, 0]
    px, py = surface.to_picture(np.array([[x, y]]))[0]
    cv2.circle(hidden, (round(px), round(py)), round(15 * surface.px_per_mm), (60, 80, 120), -1)
    look = companion.look(hidden, {})
    assert look.ruling is not None
    assert look.ruling.verdict == "ask"
    assert {"1,0", "tile"} <= set(look.unsure)
    assert len(look.ruling.places) <= 3
    ruling = companion.look(picture(1), {}).ruling
    assert ruling is not None
    assert ruling.verdict == "move"


def test_a_tile_on_another_that_was_not_understood_is_asked_about(reader: AkropolisCityReader) -> None:
    companion = begun(reader)
    companion.glimpsed = {(1, -2): {"t"}}  # something else lay there, and no one could tell what it meant
    look = companion.look(picture(1), {})
    assert look.ruling is not None
    assert look.ruling.verdict == "ask"
    assert len(look.seen["city"]) == 4


def test_two_tiles_between_two_pictures_are_asked_about(reader: AkropolisCityReader) -> None:
    companion = begun(reader)
    look = companion.look(picture(2), {})
    assert look.ruling is not None
    assert look.ruling.verdict == "ask"
    if not look.unsure:
        assert kinds(look.seen).items() >= (tile(FIRST) | tile(SECOND)).items()


def test_a_city_without_a_history_is_read_by_itself(reader: AkropolisCityReader) -> None:
    companion = reader.begin({}, {})
    look = companion.look(picture(2), {})
    assert look.unsure == ()
    assert kinds(look.seen) == {(0, 0): "H", (0, -1): "q", (1, 0): "q", (-1, 1): "q"} | tile(FIRST) | tile(SECOND)
    assert {column["level"] for column in look.seen["city"]} == {None}
    assert companion.state is None


def test_a_city_held_by_the_device_is_taken_up(reader: AkropolisCityReader) -> None:
    companion = begun(reader)
    companion.hold(after(FIRST, SECOND))
    assert companion.state == after(FIRST, SECOND)
    ruling = companion.look(picture(2), {}).ruling
    assert ruling is not None
    assert ruling.verdict == "nothing"
    third = companion.look(picture(4), {}).ruling
    assert third is not None
    assert third.verdict == "move"


def test_a_city_that_lies_otherwise_than_held_is_asked_about(reader: AkropolisCityReader) -> None:
    companion = begun(reader)
    companion.hold(after(FIRST))
    look = companion.look(picture(2), {})
    assert look.ruling is not None
    assert look.ruling.verdict == "ask"
    assert {"0,-3", "1,-3", "0,-2"} <= set(look.unsure)


def test_out_of_step_in_both_directions(reader: AkropolisCityReader) -> None:
    companion = begun(reader)
    assert companion.differs(picture(0)) == ()
    more = {one.place: (one.held, one.seen) for one in companion.differs(picture(1))}
    assert more == {"1,-2": ("empty", "m"), "2,-2": ("empty", "b"), "1,-1": ("empty", "h")}
    companion.hold(after(FIRST, SECOND))
    less = {one.place: (one.held, one.seen) for one in companion.differs(picture(1))}
    assert less == {"0,-3": ("q", "empty"), "1,-3": ("t", "empty"), "0,-2": ("M", "empty")}


def test_faces_are_weighed_by_how_many_there_are() -> None:
    letters = "hmq"
    hexes = [
        Hex(0, 0, tuple(80.0 if k == letter else other for k in letters), 1.0)
        for letter, other in (("h", 900.0), ("m", 150.0), ("q", 900.0))
    ]
    assert likely_faces(letters, hexes, {"hmq": 1})[0][0] == "hmq"
    assert likely_faces(letters, hexes, {"hmq": 1})[0][1] > 0.97
    left = likely_faces(letters, hexes, {"hqq": 2})
    assert {name for name, _ in left[:2]} == {"hmq", "hqq"}
    assert left[0][1] < 0.97
