"""Look, propose, confirm, apply: what is seen becomes a proposal; what is not sure is asked; nothing is bent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.doors.ports import BACK, CONFIRM, NEXT, PREVIOUS
from firmware.screens.views import Notice, Proposal
from firmware.table.byhand import Telling
from firmware.table.looking import Looking
from firmware.table.notices import Picking
from firmware.table.playing import Playing
from firmware.table.proposing import Proposing, Refusing
from firmware.table.readings import ASK, MOVE, NOT_ALLOWED, NOTHING, Reading, SeenDice, SeenDie
from rules.words import say
from tests.firmware.table.eyes import BlankCamera, ToldEyes
from tests.firmware.table.tables import Seat
from tests.rules.tables import citizen, noble, wall

HEADS = ("head", "head", "head", "head", "head")


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    eyes = ToldEyes()
    made = Seat(tmp_path, eyes=eyes)
    made.sight.camera = BlankCamera(made.clock)
    made.begin("saint-malo", players=["Ada", "Bo"])
    yield made
    assert not [line for line in made.logged if "Traceback" in line]
    made.close()


def eyes_of(seat: Seat) -> ToldEyes:
    eyes = seat.sight.eyes
    assert isinstance(eyes, ToldEyes)
    return eyes


def dice(*faces: str) -> SeenDice:
    return SeenDice(tuple(SeenDie((face,)) for face in faces))


def moved(*actions: Any) -> Reading:
    return Reading(MOVE, tuple(actions))


def view_of(seat: Seat) -> Any:
    moment = seat.player.now
    return moment.view(moment.keys())


def options_of(seat: Seat) -> list[str]:
    moment = seat.player.now
    assert isinstance(moment, Picking)
    return [str(words) for words, _ in moment.options]


def through(seat: Seat, most: int = 30) -> None:
    """Confirm whatever the marker stands on, until nothing more is asked."""
    for _ in range(most):
        if not isinstance(seat.player.now, Telling):
            return
        seat.player.tap(CONFIRM)
    raise AssertionError("an entry goes round in circles")


def look_dice(seat: Seat, *faces: str) -> None:
    """Look, and say that the dice lie as they were seen; none were turned and no logs delivered."""
    eyes_of(seat).next_dice = dice(*faces)
    seat.player.tap(CONFIRM)
    through(seat)


def test_a_turn_from_two_looks(seat: Seat) -> None:
    """First the dice, then what was drawn: nothing counts before it is confirmed, and the pictures are kept with it."""
    eyes_of(seat).next_board = moved(noble("3,3"))
    look_dice(seat, *HEADS)
    shown = view_of(seat)
    assert isinstance(shown, Proposal)
    assert shown.dice == HEADS
    assert sum(entry.change for entry in shown.worth if entry.what == "vp") == 7
    assert not seat.table.sitting.steps
    _, given = eyes_of(seat).told[-1]
    assert given["dice"] == list(HEADS)
    seat.player.tap(CONFIRM)
    assert isinstance(seat.player.now, Playing)
    assert [step.made["action"]["person"] for step in seat.table.sitting.steps] == ["noble"]
    assert seat.table.given == {}
    assert seat.table.evening is not None
    proof = seat.table.evening.proof(1)
    assert proof is not None
    assert proof.after is not None
    assert proof.before is None  # nobody looked before the first turn


def test_the_picture_of_one_turn_is_the_picture_before_the_next(seat: Seat) -> None:
    for action in (noble("3,3"), noble("3,4")):
        eyes_of(seat).next_board = moved(action)
        look_dice(seat, *HEADS)
        seat.player.tap(CONFIRM)
    assert seat.table.evening is not None
    first, second = seat.table.evening.proof(1), seat.table.evening.proof(2)
    assert first.after.hash == second.before.hash != second.after.hash


def test_the_nearest_alternative_is_one_button_away(seat: Seat) -> None:
    eyes_of(seat).next_board = moved(noble("3,3"), noble("3,4"))
    look_dice(seat, *HEADS)
    first = view_of(seat).words
    while view_of(seat).words == first:
        seat.player.tap(NEXT)
    seat.player.tap(CONFIRM)
    assert seat.table.sitting.steps[0].made["action"]["cells"] == ["3,4"]


def test_a_proposal_that_is_turned_down_records_nothing(seat: Seat) -> None:
    eyes_of(seat).next_board = moved(noble("3,3"))
    look_dice(seat, *HEADS)
    seat.player.tap(BACK)
    assert options_of(seat) == ["correct it by hand", "look again", "the dice were others"]
    seat.player.tap(BACK)
    assert seat.player.now.name == "playing"
    assert not seat.table.sitting.events
    assert list(seat.table.given["dice"]) == list(HEADS)  # the dice were confirmed, and stay


def test_a_wrong_proposal_is_corrected_by_hand_from_what_was_seen(seat: Seat) -> None:
    eyes_of(seat).next_board = moved(noble("3,3"))
    look_dice(seat, *HEADS)
    seat.player.tap(BACK)
    seat.player.pick("correct it by hand")
    through(seat)
    assert isinstance(seat.player.now, Proposing)
    assert view_of(seat).words == seat.table.game.in_words(seat.table.state, seat.table.game.action(noble("3,3")))


def test_an_unsure_die_is_asked_for(seat: Seat) -> None:
    seen = [SeenDie(("head",)) for _ in range(4)]
    eyes_of(seat).next_dice = SeenDice((*seen, SeenDie(("cross", "head"), False, "top left")))
    eyes_of(seat).next_board = moved(noble("3,3"))
    seat.player.tap(CONFIRM)
    assert options_of(seat)[:2] == ["cross", "head"]
    assert "top left" in str(view_of(seat).about)
    seat.player.pick("head")
    through(seat)
    seat.player.tap(CONFIRM)
    assert seat.table.sitting.steps[0].made["action"]["dice"] == list(HEADS)


def test_dice_that_are_seen_wrongly_are_put_right_die_by_die(seat: Seat) -> None:
    eyes_of(seat).next_dice = dice("head", "head", "head", "head", "cross")
    eyes_of(seat).next_board = moved(noble("3,3"))
    seat.player.tap(CONFIRM)
    assert isinstance(seat.player.now, Telling)
    seat.player.answer_all(["die 5: cross"])
    seat.player.answer_all(["head"])
    through(seat)
    assert eyes_of(seat).told[-1][1]["dice"] == list(HEADS)


def test_a_tray_that_cannot_be_read_gives_no_dice(seat: Seat) -> None:
    eyes_of(seat).next_dice = SeenDice(advice=say("a hand hides the tray"))
    seat.player.tap(CONFIRM)
    assert options_of(seat) == ["look again", "tell the dice"]
    assert str(view_of(seat).about) == "a hand hides the tray"
    assert seat.table.given == {}


def test_what_no_legal_action_explains_is_refused_and_not_bent(seat: Seat) -> None:
    eyes_of(seat).next_board = Reading(NOT_ALLOWED, clause="wall-inside", places=("3,3",))
    look_dice(seat, "wall", "log", "log", "head", "cross")
    assert isinstance(seat.player.now, Refusing)
    shown = view_of(seat)
    assert isinstance(shown, Notice)
    assert shown.tone == "refused"
    words = " ".join(map(str, shown.lines))
    assert "Walls stand on the outer spaces only." in words
    assert "3,3" in words
    seat.player.tap(CONFIRM)
    assert "let it stand (house rule)" not in options_of(seat)  # nobody told which action it would be
    assert not seat.table.sitting.events


def test_a_seen_action_that_the_rules_refuse_can_stand_by_a_house_rule(seat: Seat) -> None:
    eyes_of(seat).next_board = moved(wall("3,3"))
    look_dice(seat, "wall", "log", "log", "head", "cross")
    assert isinstance(seat.player.now, Refusing)
    seat.player.tap(CONFIRM)
    seat.player.pick("let it stand")
    seat.player.tap(CONFIRM)  # sure
    assert isinstance(seat.player.now, Proposing)
    seat.player.tap(CONFIRM)
    assert seat.table.sitting.marked[0].set_aside == ("wall-inside",)
    assert seat.loop.screen().signs["house_rule"]


def test_a_question_offers_what_would_explain_the_picture(seat: Seat) -> None:
    eyes_of(seat).next_board = Reading(ASK, (noble("3,3"), noble("3,4")), places=("3,3", "3,4"))
    look_dice(seat, *HEADS)
    assert len(options_of(seat)) == 4
    assert "3,3, 3,4" in str(view_of(seat).about)
    seat.player.move_to(1)
    seat.player.tap(CONFIRM)
    seat.player.tap(CONFIRM)
    assert seat.table.sitting.steps[0].made["action"]["cells"] == ["3,4"]


def test_a_question_can_be_answered_by_hand_from_what_was_seen(seat: Seat) -> None:
    eyes_of(seat).next_board = Reading(ASK, (noble("3,3"),), places=("3,3",))
    look_dice(seat, *HEADS)
    seat.player.pick("by hand")
    through(seat)
    seat.player.tap(CONFIRM)
    assert seat.table.sitting.steps[0].made["action"]["cells"] == ["3,3"]


def test_nothing_new_is_said_and_the_dice_may_be_told_anew(seat: Seat) -> None:
    eyes_of(seat).next_board = Reading(NOTHING)
    look_dice(seat, *HEADS)
    assert "look again" in options_of(seat)
    seat.player.pick("the dice were others")
    assert isinstance(seat.player.now, Telling)


def test_a_reading_that_breaks_is_said_and_the_game_goes_on_by_hand(seat: Seat) -> None:
    eyes_of(seat).next_board = RuntimeError("a net gave nonsense")
    look_dice(seat, *HEADS)
    assert "by hand" in options_of(seat)
    assert "a net gave nonsense" in str(view_of(seat).about)
    assert any("a net gave nonsense" in line for line in seat.logged)


def test_a_trial_records_nothing(seat: Seat) -> None:
    eyes_of(seat).next_board = moved(noble("3,3"))
    seat.player.menu("may I?")
    eyes_of(seat).next_dice = dice(*HEADS)
    seat.player.pick("it lies on the table")
    through(seat)
    assert view_of(seat).trial
    seat.player.tap(CONFIRM)
    assert isinstance(seat.player.now, Playing)
    assert not seat.table.sitting.events


def test_a_reading_that_nobody_waits_for_any_more_is_let_go(seat: Seat) -> None:
    eyes_of(seat).next_board = moved(noble("3,3"))
    seat.table.given = {"dice": list(HEADS)}
    answers, seat.worker.answers = seat.worker.answers, list  # type: ignore[method-assign]
    seat.player.tap(CONFIRM)
    assert isinstance(seat.player.now, Looking)
    seat.player.tap(BACK)
    seat.worker.answers = answers  # type: ignore[method-assign]
    seat.player.rest(0.2)
    assert isinstance(seat.player.now, Playing)


def test_a_reading_that_takes_long_gives_way_to_the_buttons(seat: Seat) -> None:
    seat.table.given = {"dice": list(HEADS)}
    seat.worker.answers = list  # type: ignore[method-assign]
    seat.player.tap(CONFIRM)
    seat.player.rest(26.0)
    assert "takes long" in str(view_of(seat).lines[0])
    seat.player.tap(CONFIRM)
    assert isinstance(seat.player.now, Telling)


def test_pages_turn_and_citizens_are_told_while_a_camera_is_there(seat: Seat) -> None:
    first = view_of(seat).page
    seat.player.tap(NEXT)
    assert view_of(seat).page != first
    seat.player.tap(PREVIOUS)
    assert view_of(seat).page == first
    seat.player.tell(seat.table.game.action(citizen("3,3")))
    assert len(seat.table.sitting.steps) == 1
