"""The real eyes on photographs: dice, a city and the row of cards, held in step with what the table confirms."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware.doors.ports import Frame
from firmware.profile import Profile
from firmware.settings import Folders
from firmware.table.readings import MOVE
from firmware.table.seeing import TableEyes, set_of
from rules.game import Allowed
from rules.shelf import game_called
from vision.lessons import read_picture
from vision.satchel import pack

PHOTOS = Path(__file__).parents[2] / "photos"
PLAY = PHOTOS / "malo_city" / "play" / "s1"
MALO, KING = game_called("saint-malo"), game_called("king-of-the-dice")
CRATES = {"dice": ["crate", "crate", "log", "crate", "head"], "rotated": 0, "logs": None}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    made = Folders(tmp_path_factory.mktemp("state"), tmp_path_factory.mktemp("run"))
    made.looks.mkdir()
    pack(PHOTOS / "malo_city").save(made.looks / "city.json")
    shutil.copy(PHOTOS / "dice_king" / "king.looks", made.looks / "dice.json")
    return made


@pytest.fixture
def eyes(folders: Folders) -> TableEyes:
    profile = Profile(looks={"saint-malo": ("city.json",), "king-of-the-dice": ("dice.json",)})
    return TableEyes(lambda: profile, folders)


def frame(path: Path) -> Frame:
    return Frame(read_picture(path), 0.0)


def test_what_was_taught_is_known_by_its_file(folders: Folders, eyes: TableEyes) -> None:
    assert set_of(folders.looks / "city.json") == "malo_city"
    assert set_of(folders.looks / "dice.json") == "dice_king"
    assert set_of(folders.looks / "missing.json") == ""
    assert eyes.dice_of(KING)
    assert eyes.board_of(MALO)
    assert not eyes.board_of(game_called("masons"))
    assert not eyes.dice_of(MALO)


def test_a_city_is_read_turn_by_turn_and_told_what_was_taken_back(eyes: TableEyes) -> None:
    state = MALO.set_up(["Ada", "Bo"])
    where = eyes.where(frame(PLAY / "00.jpg"), MALO, state)
    assert where.seen == ("player 1",)
    assert {place for place, _ in where.missing} == {"player 2"}
    reading = eyes.board(frame(PLAY / "01.jpg"), MALO, state, CRATES)
    assert reading.verdict == MOVE
    action = MALO.action(reading.actions[0])
    verdict = MALO.judge(state, action)
    assert isinstance(verdict, Allowed)
    assert sorted(MALO.told(action)["cells"]) == ["1,3", "2,3", "3,3"]
    # the table turns it down: the same picture says the same again
    again = eyes.board(frame(PLAY / "01.jpg"), MALO, state, CRATES)
    assert (again.verdict, again.actions[0]) == (MOVE, reading.actions[0])
    # confirmed, and the picture is in step; taken back, and it is not
    after = verdict.state
    assert eyes.differs(frame(PLAY / "01.jpg"), MALO, after) == ()
    found = eyes.differs(frame(PLAY / "01.jpg"), MALO, state)
    assert found
    assert {(one.place, one.held, one.seen) for one in found} <= {(p, "", "crate") for p in ("1,3", "2,3", "3,3")}
    event = eyes.event_of(found[0], MALO, state)
    assert event is not None
    assert event["at"].startswith("players.0.cells.")
    assert event["value"] == "crate"


def test_dice_on_the_tray_are_told_as_the_rules_have_them(eyes: TableEyes) -> None:
    seen = eyes.dice(frame(PHOTOS / "dice_king" / "six.jpg"), KING, None)
    assert not seen.advice.pattern, str(seen.advice)
    assert len(seen.dice) == 6
    assert {value for die in seen.dice for value, _ in die.faces} <= set(range(1, 7))
    assert {colour for die in seen.dice for _, colour in die.faces} <= {"R", "G", "B"}
    assert all(die.where for die in seen.dice)
