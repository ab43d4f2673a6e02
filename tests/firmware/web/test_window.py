"""The window: what the page is told, what it may ask, and that no page can hold up, confuse or end a game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.commands.demo import text_of
from firmware.doors.ports import BACK, CONFIRM, NEXT, Press
from firmware.table.byhand import Telling
from firmware.table.proposing import Proposing
from firmware.table.readings import ASK, Reading
from firmware.web.wire import MOST_WAITING, Gone
from rules.record import read
from tests.firmware.table.eyes import BlankCamera, ToldEyes
from tests.firmware.table.tables import Seat
from tests.firmware.web.pages import Caller, knocking, with_page

EVENING = read(text_of("saint-malo"))
PLAYERS = {key: EVENING.header[key] for key in ("players", "settings", "edition", "given") if key in EVENING.header}


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    seat = Seat(tmp_path)
    seat.begin("saint-malo", **PLAYERS)
    yield seat
    if seat.loop.window is not None:
        seat.loop.window.close()
    seat.close()


def act(seat: Seat) -> None:
    """The next turn of an evening that was played once."""
    assert seat.table.do(EVENING.sitting.events[len(seat.table.sitting.events)])
    seat.table.home()


def test_the_panel_and_the_evening_are_told_when_they_change(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    assert page.knows["panel"]["title"] == "Saint Malo"
    assert page.knows["panel"]["size"] == [128, 64]
    assert page.knows["evening"]["events"] == 0
    before = page.knows["panel"]["serial"]
    act(seat)
    page.rounds()
    assert page.knows["evening"]["events"] == 1
    assert page.knows["panel"]["serial"] > before
    serial = page.knows["panel"]["serial"]
    page.rounds(20)
    assert page.knows["panel"]["serial"] == serial  # nothing new, nothing told


def test_a_button_is_pressed(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    assert page.ask("press", button=CONFIRM, kind="tap") == {"ok": "pressed"}
    assert isinstance(seat.table.now, Telling)
    assert page.knows["panel"]["kind"] == "choice"


def test_a_press_for_a_screen_that_is_gone_does_nothing(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    serial = page.knows["panel"]["serial"]
    page.ask("press", button=CONFIRM, kind="tap")
    shown = seat.table.now.view(seat.table.now.keys())
    assert "changed meanwhile" in page.ask("press", button=CONFIRM, kind="tap", serial=serial)["trouble"]
    assert seat.table.now.view(seat.table.now.keys()) == shown


def test_an_option_is_chosen_by_its_number(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    page.ask("press", button=CONFIRM, kind="hold")
    options = page.knows["panel"]["options"]
    assert page.ask("choose", option=options.index("why?")) == {"ok": "chosen"}
    assert page.knows["panel"]["lines"] == ["Nothing has been done yet."]
    assert "not offered" in page.ask("choose", option=3)["trouble"]


def test_taking_back_to_an_event(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    for _ in range(3):
        act(seat)
    game = seat.table.evening.id if seat.table.evening else 0
    assert "meanwhile" in page.ask("undo", to=1, events=2, game=game)["trouble"]
    assert "not on the table" in page.ask("undo", to=1, events=3, game=game + 1)["trouble"]
    assert page.ask("undo", to=1, events=3, game=game) == {"ok": "taken back"}
    assert [step.event for step in seat.table.sitting.steps] == [1]
    assert page.knows["evening"]["events"] == 4


# ---- pairing
def shown_code(seat: Seat) -> str:
    """The code on the panel, by the buttons alone."""
    seat.table.menu()
    from firmware.web.switch import pair

    assert seat.table.page is not None
    pair(seat.table, seat.table.page)
    seat.loop.pressed(Press(CONFIRM, "tap", seat.clock.now() + 1))
    code = seat.table.page.pairing.code
    assert code is not None
    return code.digits


def test_a_phone_is_paired_by_the_code_on_the_panel(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    digits = shown_code(seat)
    page.rounds()
    assert digits not in json.dumps(page.knows)
    assert digits[:3] not in json.dumps(page.knows["panel"]["lines"])
    assert "dots" not in page.knows["panel"]  # or the code could be read from the mirror
    assert seat.table.evening is not None
    assert page.ask("pair", code=digits) == {"ok": {"game": seat.table.evening.id, "seat": 0}}
    assert "run out" in page.ask("pair", code=digits)["trouble"]  # good for one phone
    assert seat.table.now.name != "pairing"


def test_five_wrong_tries_close_it(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    digits = shown_code(seat)
    wrong = "000000" if digits != "000000" else "000001"
    for _ in range(5):
        assert "not the code" in page.ask("pair", code=wrong)["trouble"]
    assert "not the code" in page.ask("pair", code=digits)["trouble"]
    assert seat.table.now.name != "pairing"


def test_a_code_runs_out(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    digits = shown_code(seat)
    seat.clock.wait(121)
    assert "run out" in page.ask("pair", code=digits)["trouble"]


def test_without_a_code_on_the_panel_nothing_pairs(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    for code in ("", "000000", None, 5, ["1"], "é" * 6):
        assert "trouble" in page.ask("pair", code=code)


# ---- what is secret
def test_a_purse_that_is_looked_at_is_not_mirrored(tmp_path: Path) -> None:
    seat = Seat(tmp_path)
    seat.begin("arkadia", players=["Anke", "Stefan"])
    page = Caller(seat, with_page(seat).path)
    assert "trouble" in page.ask("press", button=BACK, kind="hold")
    seat.buttons.hold(BACK, lasts=30)
    for _ in range(100):
        page.rounds(1)
    assert seat.loop.screen().view.peek is not None  # type: ignore[union-attr]
    assert page.knows["panel"]["kind"] == "hidden"
    assert "dots" not in page.knows["panel"]
    seat.close()


# ---- a finger on a place
def test_a_misread_place_is_put_right(tmp_path: Path) -> None:
    clock = Seat(tmp_path / "clock").clock
    eyes = ToldEyes(dice=False)
    seat = Seat(tmp_path / "seat", BlankCamera(clock), eyes, clock=clock)
    seat.begin("saint-malo", **PLAYERS)
    page = Caller(seat, with_page(seat).path)
    dice = ["head", "log", "log", "wall", "cross"]
    seat.table.given = {"dice": dice}
    read = {"dice": dice, "symbol": "head", "dice_used": 1, "cells": ["2,1"], "person": "citizen"}
    eyes.next_board = Reading(ASK, (read,), places=("2,1", "2,2"))
    page.ask("press", button=CONFIRM, kind="tap")
    assert page.knows["reading"] == {"places": ["2,1", "2,2"], "verdict": "ask"}
    assert page.knows["panel"]["kind"] == "choice"
    assert page.ask("place", place="2,2") == {"ok": "asked"}
    for _ in range(20):
        if isinstance(seat.table.now, Proposing):
            break
        page.ask("press", button=CONFIRM, kind="tap")
    assert isinstance(seat.table.now, Proposing)
    assert seat.table.now.choices[0].event["action"]["cells"] == ["2,2"]
    assert not seat.table.sitting.steps  # proposed, not done
    page.ask("press", button=CONFIRM, kind="tap")
    assert len(seat.table.sitting.steps) == 1
    seat.close()


def test_a_place_that_no_question_offers_begins_at_the_first(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    assert page.ask("place", place="nowhere") == {"ok": "asked"}
    assert isinstance(seat.table.now, Telling)
    assert "which place" in page.ask("place", place=7)["trouble"]


# ---- the switch
def test_off_until_it_is_switched_on(seat: Seat) -> None:
    window = with_page(seat, on=False)
    assert not window.path.exists()
    assert seat.table.page is not None
    seat.table.page.turn_on()
    seat.loop.step()
    page = Caller(seat, window.path)
    assert window.path.stat().st_mode & 0o777 == 0o660
    seat.table.page.turn_off()
    with pytest.raises(Gone):
        page.rounds(5)
    assert not window.path.exists()


def test_the_menu_switches_it(seat: Seat) -> None:
    with_page(seat, on=False)
    page = seat.table.page
    assert page is not None
    from firmware.web.switch import page_menu

    page_menu(seat.table)
    seat.loop.pressed(Press(CONFIRM, "tap", seat.clock.now() + 1))
    assert page.on
    seat.loop.pressed(Press(NEXT, "tap", seat.clock.now() + 2))
    seat.loop.pressed(Press(CONFIRM, "tap", seat.clock.now() + 3))
    assert not page.on


# ---- bad pages
def test_whatever_a_page_says_the_game_is_untouched(seat: Seat) -> None:
    window = with_page(seat)
    rng = random.Random(7)
    for n in range(200):
        connection = knocking(window.path)
        words: bytes = rng.randbytes(rng.randrange(1, 400)) + b"\n"
        if n % 3 == 0:
            words = json.dumps({"do": rng.choice(["press", "undo", "place", "choose", [], None, 4])}).encode() + b"\n"
        elif n % 3 == 1:
            words = b"[" * 5000 + b"\n" + b'{"do":' * 400 + b"\n"
        connection.send(words)
        for _ in range(2):
            seat.clock.wait(0.02)
            seat.loop.step()
        connection.close()
    assert not seat.table.sitting.events
    assert seat.table.now.name == "playing"
    assert Caller(seat, window.path).knows["panel"]["title"] == "Saint Malo"


def test_an_endless_line_is_cut_off(seat: Seat) -> None:
    page = Caller(seat, with_page(seat).path)
    page.line.socket.setblocking(False)

    def babble() -> None:
        for _ in range(100):
            page.line.socket.send(b"x" * 8000)
            page.rounds(1)

    with pytest.raises((Gone, OSError)):
        babble()


def test_a_page_that_does_not_read_is_given_up(seat: Seat) -> None:
    window = with_page(seat)
    knocking(window.path)
    good = Caller(seat, window.path)
    lines = len(window._lines)
    for n in range(MOST_WAITING // 500_000 + 3):
        window._tell({"picture": {"jpeg": "x" * 500_000, "n": n}})
        good.rounds(12)
    assert lines == 2
    assert len(window._lines) == 1
    assert good.knows["picture"]["n"] > 0


def test_a_fifth_page_is_turned_away(seat: Seat) -> None:
    window = with_page(seat)
    pages = [Caller(seat, window.path) for _ in range(4)]
    with pytest.raises(Gone):
        Caller(seat, window.path).rounds()
    assert pages[0].ask("press", button=NEXT, kind="tap") == {"ok": "pressed"}
