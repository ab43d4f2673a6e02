"""A new game from its questions, what was kept of the table, and teaching dice on the panel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.doors.ports import BACK, CONFIRM
from firmware.profile import load_profile
from firmware.table.byhand import Telling
from firmware.table.firstrun import first_run
from firmware.table.readings import Where
from firmware.table.resume import Start
from tests.firmware.table.eyes import BlankCamera, ToldEyes
from tests.firmware.table.tables import Seat


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    made = Seat(tmp_path)
    yield made
    assert not made.logged, made.logged
    made.close()


def view_of(seat: Seat) -> Any:
    moment = seat.player.now
    return moment.view(moment.keys())


def asked(seat: Seat) -> str:
    moment = seat.player.now
    assert isinstance(moment, Telling)
    assert moment.asked is not None
    return str(moment.asked.title)


def answered(seat: Seat, *answers: str) -> None:
    seat.player.pick("new game")
    seat.player.answer_all(answers)
    seat.player.tap(CONFIRM)


def test_king_of_the_dice_begins_with_the_cards_that_lie_there(seat: Seat) -> None:
    seat.player.pick("new game")
    seat.player.answer_all(["King of the Dice", "2 players", "Player 1", "Player 2", "as usual"])
    while isinstance(seat.player.now, Telling):
        seat.player.tap(CONFIRM)
    seat.player.tap(CONFIRM)
    assert seat.player.now.name == "playing"
    slots = seat.table.game.describe(seat.table.state)["slots"]
    row = [slots[f"C{n}"] for n in range(1, 6)]
    assert len(set(row)) == 5  # a card that was told lies nowhere else
    assert all(card.startswith("citizen/") for card in row)
    assert slots["penalty"].startswith("penalty/")


def test_arkadia_begins_with_colours_the_lot_and_open_cards(seat: Seat, tmp_path: Path) -> None:
    answers = ["Arkadia", "2 players", "Player 1", "Player 2", "as usual", "violet", "green", "somewhere else"]
    seat.player.pick("new game")
    seat.player.answer_all(answers)
    while (title := asked(seat)) != "open card 1 of 3?":
        assert "lot" in title
        seat.player.tap(CONFIRM)
    seat.player.answer_all(["farm", "red", "nobody told", "nobody told"])
    seat.player.tap(CONFIRM)
    assert seat.player.now.name == "playing"
    assert seat.table.game.describe(seat.table.state)["face_up"] == [["farm", "red"], "unknown", "unknown"]
    assert seat.table.state.table.colours == ("violet", "green")
    known = load_profile(tmp_path / "state").players
    assert [(one.name, one.colour) for one in known] == [("Player 1", "violet"), ("Player 2", "green")]


def test_the_next_game_knows_who_sat_here_and_what_was_played(seat: Seat) -> None:
    answered(
        seat, "Masons", "3 players", "write a name", "E", "v", "a", "done: Eva", "Player 2", "Player 3", "as usual"
    )
    seat.player.menu("leave this game")
    seat.player.pick("new game")
    moment = seat.player.now
    assert isinstance(moment, Telling)
    assert moment.asked is not None
    assert str(moment.asked.options[moment.chosen].words) == "Masons"
    seat.player.answer_all(["Saint Malo", "2 players", "Eva", "Player 3", "pass: stuck", "always", "play like this"])
    assert "pass: always" in " ".join(map(str, view_of(seat).lines))
    seat.player.tap(CONFIRM)
    assert seat.table.names == ("Eva", "Player 3")
    assert seat.table.game.table_settings(seat.table.state)["pass"] == "always"


def test_setting_up_can_be_left_at_every_question(seat: Seat) -> None:
    seat.player.pick("new game")
    seat.player.answer_all(["Saint Malo", "2 players"])
    seat.player.tap(BACK, 3)
    assert isinstance(seat.player.now, Start)
    assert seat.journal.games() == ()


def test_the_first_run_with_a_camera_keeps_light_looks_and_places(tmp_path: Path) -> None:
    eyes = ToldEyes()
    seat = Seat(tmp_path, eyes=eyes)
    seat.sight.camera = BlankCamera(seat.clock)
    seat.settings.folders.looks.mkdir(parents=True)
    (seat.settings.folders.looks / "city.json").write_text("{}")
    eyes.next_where = Where(
        ("tray",),
        (("player 1", "lay the markers"),),
        (),
        {"tray": (0, 200.0, 150.0)},
        None,
        ((210.0, 220.0, 215.0), 1.1),
    )
    first_run(seat.table)
    for button in ("confirm", "back", "previous", "next"):
        seat.player.tap(button)
    assert "Light" in str(view_of(seat).title)
    seat.player.tap(CONFIRM, 2)  # look, and it is kept
    seat.player.pick("Saint Malo")
    seat.player.pick("city.json")
    seat.player.pick("done")
    seat.player.pick("done")
    seat.player.pick("one reading place")
    assert "I see 1 of 2: the tray" in str(view_of(seat).lines[0])
    assert "lay the markers" in str(view_of(seat).lines[1])
    seat.player.tap(CONFIRM)
    kept = load_profile(tmp_path / "state")
    assert kept.guided
    assert kept.locks.exposure_us == 9000
    assert kept.paper is not None
    assert kept.looks == {"saint-malo": ("city.json",)}
    assert kept.boards == "one"
    assert kept.places["tray"].width_mm == 200.0
    seat.close()


def test_dice_are_taught_face_by_face_and_what_cannot_be_seen_is_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from firmware.table import teaching
    from rules.words import say

    seat = Seat(tmp_path, eyes=ToldEyes())
    seat.sight.camera = BlankCamera(seat.clock)
    asked: list[str] = []

    def lesson(frame: Any, set: str, kind: str, count: int, face: str, millimetres: int, place: Any) -> Any:
        asked.append(face)
        return say("no die is seen") if len(asked) == 1 else face

    kept: list[Any] = []

    def keep(*told: Any) -> list[str]:
        kept.append(told)
        return []

    monkeypatch.setattr(teaching, "lesson", lesson)
    monkeypatch.setattr(teaching, "keep", keep)
    teaching.teach_dice(seat.table, "saint-malo", seat.table.home)
    seat.player.pick("16 mm")
    seat.player.tap(CONFIRM)
    assert "no die is seen" in str(view_of(seat).lines[0])
    seat.player.tap(CONFIRM)
    seat.player.tap(CONFIRM, 6)
    assert asked == ["log", "log", "crate", "wall", "cross", "head", "swords"]
    assert kept[0][:3] == (["log", "crate", "wall", "cross", "head", "swords"], "dice_malo", 16.0)
    seat.player.tap(CONFIRM)
    assert isinstance(seat.player.now, Start)
    assert seat.table.profile.looks["saint-malo"] == ("dice_malo.looks.json",)
    seat.close()


def test_what_does_not_fit_together_is_said_and_asked_again(seat: Seat) -> None:
    """More open cards of a face than there are in the box: the sentence, and the last question once more."""
    seat.player.pick("new game")
    seat.player.answer_all(["Arkadia", "2 players", "Player 1", "Player 2", "as usual", "violet", "green"])
    seat.player.tap(CONFIRM)
    seat.player.answer_all(["farm", "red"] * 3)
    assert view_of(seat).tone == "trouble"
    seat.player.tap(CONFIRM)
    assert asked(seat) == "farm"
    seat.player.tap(BACK)
    seat.player.answer_all(["nobody told"])
    assert seat.player.now.name == "sure"
