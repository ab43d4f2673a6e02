"""Why, taking back, correcting, house rules, settings, out of step, secrets, the end: all from the buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.byhand.actions import entry_for
from firmware.doors.ports import BACK, CONFIRM, NEXT, PREVIOUS
from firmware.referee.companion import Difference
from firmware.screens.views import TablePage, Why
from firmware.table.byhand import Telling
from firmware.table.disputes import Because
from firmware.table.notices import Picking, Sure
from firmware.table.outofstep import OutOfStep
from firmware.table.playing import Playing
from firmware.table.proposing import Proposing, Refusing
from rules.shelf import game_called
from tests.firmware.table.eyes import BlankCamera, ToldEyes
from tests.firmware.table.tables import Seat
from tests.rules.dealer import dealer_of
from tests.rules.tables import citizen, noble, wall


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    made = Seat(tmp_path)
    made.begin("saint-malo", players=["Ada", "Bo"])
    yield made
    assert not made.logged, made.logged
    made.close()


def told(seat: Seat, *actions: Any) -> None:
    for action in actions:
        seat.player.tell(seat.table.game.action(action))


def view_of(seat: Seat) -> Any:
    moment = seat.player.now
    return moment.view(moment.keys())


def words_of(seat: Seat) -> str:
    view = view_of(seat)
    return " ".join(map(str, (view.title, *view.lines)))


def test_why_goes_back_to_the_start(seat: Seat) -> None:
    seat.player.hold(PREVIOUS)
    assert "Nothing has been done yet." in words_of(seat)
    seat.player.tap(BACK)
    told(seat, citizen("3,3"), noble("3,4"), citizen("4,4"))
    seat.player.hold(PREVIOUS)
    shown = []
    for _ in range(3):
        view = view_of(seat)
        assert isinstance(view, Why)
        shown.append((view.at, view.of, str(view.words), sum(e.change for e in view.entries if e.what == "vp")))
        seat.player.tap(PREVIOUS)
    assert [(at, of, vp) for at, of, _, vp in shown] == [(0, 3, 1), (1, 3, 7), (2, 3, 1)]
    assert view_of(seat).at == 2  # the start is the end of it
    seat.player.tap(NEXT)
    assert view_of(seat).at == 1
    seat.player.tap(BACK)
    assert isinstance(seat.player.now, Playing)


def test_undo_and_redo_at_any_depth_stay_in_the_record(seat: Seat) -> None:
    told(seat, citizen("3,3"), noble("3,4"), citizen("4,4"))
    after_one = seat.table.sitting.steps[0].state
    end = seat.table.state
    seat.player.take_back(2)
    assert seat.table.state == after_one
    seat.player.tap(BACK)
    moment = seat.player.now
    assert isinstance(moment, Picking)
    assert [str(words).split(":")[0] for words, _ in moment.options] == ["do again", "do again", "take back"]
    assert moment.chosen == 2  # the marker is on what a plain confirm takes back
    seat.player.move_to(0)
    seat.player.tap(CONFIRM, 2)
    assert seat.table.state == end
    assert [event["do"] for event in seat.table.sitting.events] == ["action"] * 3 + ["undo", "redo"]
    assert seat.table.sitting.events[-1]["count"] == 2


def test_taking_back_can_be_thought_better_of(seat: Seat) -> None:
    told(seat, citizen("3,3"))
    seat.player.tap(BACK)
    seat.player.tap(CONFIRM)
    assert isinstance(seat.player.now, Sure)
    seat.player.tap(BACK)
    assert isinstance(seat.player.now, Playing)
    assert len(seat.table.sitting.events) == 1


def test_an_earlier_turn_is_corrected_and_says_what_it_replaced(seat: Seat) -> None:
    told(seat, citizen("3,3"), citizen("4,4"))
    seat.player.hold(PREVIOUS)
    seat.player.tap(PREVIOUS)
    seat.player.hold(PREVIOUS)
    seat.player.pick("correct it")
    assert isinstance(seat.player.now, Telling)
    seat.player.follow(entry_for(seat.table.game, seat.table.sitting.start, None, citizen("2,3")))
    assert isinstance(seat.player.now, Proposing)
    assert "event 1 becomes" in str(view_of(seat).words)
    seat.player.tap(CONFIRM)
    first = seat.table.sitting.steps[0]
    assert first.made["action"]["cells"] == ["2,3"]
    assert first.replaced[0]["action"]["cells"] == ["3,3"]
    assert len(seat.table.sitting.steps) == 2


def test_a_correction_after_which_a_later_turn_would_not_stand_is_refused(seat: Seat) -> None:
    told(seat, citizen("3,3"), citizen("3,3"), citizen("4,4"))
    seat.player.menu("correct something")
    seat.player.move_to(2)
    seat.player.tap(CONFIRM)
    seat.player.pick("correct it")
    seat.player.follow(entry_for(seat.table.game, seat.table.sitting.start, None, citizen("4,4")))
    assert isinstance(seat.player.now, Refusing)
    assert "event 3" in words_of(seat)
    seat.player.tap(BACK)
    assert isinstance(seat.player.now, Telling)  # the last question once more
    assert len(seat.table.sitting.events) == 3


def test_what_the_rules_refuse_can_stand_by_a_house_rule_and_stays_marked(seat: Seat) -> None:
    seat.player.tap(CONFIRM)
    seat.player.follow(entry_for(seat.table.game, seat.table.state, None, wall("3,3")))
    assert isinstance(seat.player.now, Refusing)
    assert "Walls stand on the outer spaces only." in words_of(seat)
    seat.player.tap(CONFIRM)
    seat.player.pick("let it stand")
    assert "stays marked for ever" in words_of(seat)
    seat.player.tap(CONFIRM, 2)
    assert isinstance(seat.player.now, Playing)
    assert seat.table.sitting.events[-1]["do"] == "override"
    assert seat.table.sitting.marked[0].set_aside == ("wall-inside",)
    assert seat.loop.screen().signs["house_rule"]


def test_a_value_is_set_by_hand(seat: Seat) -> None:
    seat.player.menu("set a value by hand")
    seat.player.answer_all(["Ada", "coins"])
    moment = seat.player.now
    assert isinstance(moment, Telling)
    for _ in range(4):  # a number, in one step or in two
        if not isinstance(seat.player.now, Telling):
            break
        seat.player.tap(NEXT)
        seat.player.tap(CONFIRM)
    assert isinstance(seat.player.now, Sure)
    seat.player.tap(CONFIRM)
    event = seat.table.sitting.events[-1]
    assert event["at"] == "players.0.coins"
    assert seat.table.game.describe(seat.table.state)["players"][0]["coins"] == event["value"] != 3
    assert seat.table.sitting.marked


def test_what_the_table_may_still_decide(seat: Seat) -> None:
    seat.player.menu("what the table decides")
    seat.player.pick("pass: stuck")
    seat.player.pick("always")
    assert seat.table.game.table_settings(seat.table.state)["pass"] == "always"
    assert seat.table.sitting.events[-1] == {"do": "setting", "name": "pass", "value": "always"}


def test_help_says_what_each_button_does_now_and_closes_without_doing_anything(seat: Seat) -> None:
    seat.player.hold(NEXT)
    assert seat.loop.screen().help
    keys = seat.loop.screen().view.keys
    assert str(keys.confirm) == "enter"
    assert str(keys.hold_previous) == "why?"
    seat.player.tap(CONFIRM)
    assert not seat.loop.screen().help
    assert isinstance(seat.player.now, Playing)


def test_a_dark_panel_only_wakes(seat: Seat) -> None:
    seat.loop.show()
    seat.clock.wait(seat.settings.burn_in.off_after + 1)
    seat.player.rest(0.1)
    assert seat.panel.level == "off"
    seat.player.tap(CONFIRM)
    assert seat.panel.level == "full"
    assert isinstance(seat.player.now, Playing)
    seat.clock.wait(seat.settings.burn_in.off_after + 1)
    seat.player.hold(CONFIRM)
    assert isinstance(seat.player.now, Playing)  # a hold wakes as a tap does, and opens no menu
    seat.player.tap(CONFIRM)
    assert isinstance(seat.player.now, Telling)


def test_a_bar_fills_while_a_button_is_held_and_letting_go_thinks_better_of_it(seat: Seat) -> None:
    seat.buttons.push(CONFIRM, True)
    seat.player.rest(0.8)
    screen = seat.loop.screen()
    assert 0.4 < screen.held < 1.0
    assert str(screen.held_for) == "menu"
    seat.buttons.push(CONFIRM, False)
    seat.player.rest(0.2)
    assert isinstance(seat.player.now, Playing)


def test_presses_before_a_screen_was_shown_do_not_count_for_it(seat: Seat) -> None:
    """An impatient second confirm, made while the disk was slow, confirms nothing else."""
    seat.buttons.tap(CONFIRM, lasts=0.06)
    seat.buttons.tap(CONFIRM, after=0.1, lasts=0.06)
    seat.clock.wait(1.0)  # the loop was held up
    seat.player.rest(0.2)
    moment = seat.player.now
    assert isinstance(moment, Telling)
    assert moment.asked is not None
    assert str(moment.asked.title) == "die 1 of 5"


# ---- out of step
@pytest.fixture
def seen(tmp_path: Path) -> Iterator[Seat]:
    made = Seat(tmp_path, eyes=ToldEyes())
    made.sight.camera = BlankCamera(made.clock)
    made.begin("saint-malo", players=["Ada", "Bo"])
    made.player.tell(made.table.game.action(citizen("3,3")))
    yield made
    made.close()


def differing(seat: Seat, *found: Difference) -> None:
    eyes = seat.sight.eyes
    assert isinstance(eyes, ToldEyes)
    eyes.next_differs = found


def test_in_step_is_said(seen: Seat) -> None:
    seen.player.menu("compare with the table")
    assert "Nothing on the table is seen to differ." in words_of(seen)
    assert not seen.table.out_of_step


def test_out_of_step_stays_said_until_it_is_put_back(seen: Seat) -> None:
    differing(seen, Difference("3,4", "", "crate"), Difference("3,3", "citizen", ""))
    seen.player.menu("compare with the table")
    assert isinstance(seen.player.now, OutOfStep)
    assert "3,4: crate" in str(view_of(seen).about)
    seen.player.tap(BACK)
    assert "out of step" in str(view_of(seen).note)
    seen.player.menu("compare with the table")
    seen.player.pick("put it back")
    assert "3,3: put back citizen" in words_of(seen)
    differing(seen)
    seen.player.tap(CONFIRM)
    assert "Nothing on the table" in words_of(seen)
    seen.player.tap(CONFIRM)
    assert not seen.table.out_of_step
    assert len(seen.table.sitting.events) == 1


def test_the_table_is_right(seen: Seat) -> None:
    differing(seen, Difference("3,4", "", "crate"), Difference("3,3", "citizen", ""))
    seen.player.menu("compare with the table")
    seen.player.pick("the table is right")
    assert "house rule" in words_of(seen)
    differing(seen)
    seen.player.tap(CONFIRM)
    cells = seen.table.game.describe(seen.table.state)["players"][0]["cells"]
    assert cells["3,4"] == "crate"
    assert "3,3" not in cells
    assert len(seen.table.sitting.marked) == 2
    assert not seen.table.out_of_step


def test_what_only_people_can_tell_is_left_to_them(seen: Seat) -> None:
    differing(seen, Difference("unknown", "a", "b"))
    seen.player.menu("compare with the table")
    seen.player.pick("the table is right")
    assert "cannot be taken from the picture" in words_of(seen)
    assert seen.table.out_of_step
    assert len(seen.table.sitting.events) == 1


# ---- secrets
def test_arkadias_purses_are_shown_to_nobody_but_to_who_peeks(tmp_path: Path) -> None:
    from random import Random

    seat = Seat(tmp_path)
    rng = Random(4)
    dealer = dealer_of("arkadia")(rng, 2)
    seat.begin("arkadia", **dealer.set_up())
    for _ in range(6):
        state = seat.table.state
        action = next(seat.table.game.legal(state, dealer.given(state)))
        seat.player.tell(action)
        dealer.saw(action, seat.table.state)
    view = view_of(seat)
    assert isinstance(view, TablePage)
    assert view.peek is None
    assert not view.open_purses
    seat.buttons.push(BACK, True)
    seat.player.rest(1.2)
    assert view_of(seat).peek == seat.table.game.turn(seat.table.state)
    seat.buttons.push(BACK, False)
    seat.player.rest(0.2)
    assert view_of(seat).peek is None
    seat.player.hold(PREVIOUS)
    assert isinstance(seat.player.now, Because)
    seat.player.tap(PREVIOUS)
    assert all(entry.seat < 0 for entry in view_of(seat).entries)
    seat.player.tap(BACK)
    seat.player.menu("open the purses")
    assert view_of(seat).open_purses
    seat.close()


# ---- the end
def test_the_end_is_put_away_only_when_the_table_says_so(tmp_path: Path) -> None:
    seat = Seat(tmp_path)
    game = game_called("saint-malo")
    last = game.describe(game.set_up(["Ada", "Bo"]))
    last |= {"over": True}
    seat.begin("saint-malo", position=last)
    assert seat.table.over
    seat.player.tap(CONFIRM)
    assert seat.player.now.name == "sure"
    assert "over" in words_of(seat)
    seat.player.tap(BACK)
    assert not seat.journal.games()[0].finished
    seat.player.tap(CONFIRM, 2)
    assert seat.player.now.name == "start"
    assert seat.journal.games()[0].finished
    seat.player.pick("games that were kept")
    assert "put away" in str(view_of(seat).options[0])
    seat.player.tap(CONFIRM, 2)
    assert seat.player.now.name == "playing"
    assert isinstance(view_of(seat), TablePage)
    seat.close()
