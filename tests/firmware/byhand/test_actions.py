"""Every legal action can be told by answers, and a good many that the rules refuse; whole evenings told by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.byhand.actions import entry_for, given_for
from firmware.byhand.entry import Entry
from rules.game import Allowed, Refused
from rules.settings import Settings
from rules.shelf import GAMES, game_called
from rules.sitting import Done, Sitting
from tests.firmware.byhand.ways import answered, followed, known, legal_few, told_evening, wandered, way_to
from tests.rules.akropolis.test_clauses import CASES as AKROPOLIS_CASES
from tests.rules.arkadia.test_clauses import REFUSALS as ARKADIA_CASES
from tests.rules.dealer import dealer_of
from tests.rules.king_of_the_dice.tables import table as king_table
from tests.rules.king_of_the_dice.test_clauses import ALL as KING_CASES
from tests.rules.masons.boards import position as masons_position
from tests.rules.play import random_sitting
from tests.rules.saint_malo.test_clauses import CASES as MALO_CASES

# the most presses that half of an evening's actions may take, told whole, dice included
USUAL = {"saint-malo": 22, "king-of-the-dice": 36, "masons": 12, "akropolis": 15, "arkadia": 20}
# by hand only the last roll is told, so what these clauses refuse is never told
OF_ROLLS = {"too-many-rolls", "kept-die-changed"}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_evening_is_told_by_answers_alone(name: str) -> None:
    figures = told_evening(name, 3, 2, besides=1)
    assert figures["actions"] > 20
    assert median(figures["whole"]) <= USUAL[name]


@pytest.mark.parametrize("name", GAMES)
def test_any_answers_at_all_come_to_an_action_that_the_judge_can_rule_on(name: str) -> None:
    rng, game = Random(7), game_called(name)
    _, sitting = random_sitting(name, 7, 2)
    states = [sitting.start, *(step.state for step in sitting.steps[:-1])]
    ruled = set()
    for state in rng.sample(states, min(20, len(states))):
        for _ in range(3):
            entry = entry_for(game, state)
            wandered(entry, rng)
            ruled.add(type(game.judge(state, game.action(entry.action()))))
        chance = given_for(game, state)
        if chance is not None:
            wandered(chance, rng)
            entry = entry_for(game, state, chance.action())
            wandered(entry, rng)
            game.judge(state, game.action(entry.action()))
    assert ruled == {Allowed, Refused}


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.floats(0, 0.99))
def test_any_legal_action_of_any_position_can_be_told(name: str, seed: int, when: float) -> None:
    rng, game = Random(seed), game_called(name)
    numbers = [n for n in game.numbers if n > 1]
    dealer = dealer_of(name)(rng, rng.choice(numbers))
    state = game.set_up(**dealer.set_up())
    for _ in range(int(80 * when)):
        action = legal_few(game, state, dealer.given(state), rng, 1)[0]
        verdict = game.judge(state, action)
        assert isinstance(verdict, Allowed)
        if game.turn(verdict.state) is None:
            break
        state = verdict.state
        dealer.saw(action, state)
    for action in legal_few(game, state, known(dealer.given(state)), rng, 3):
        way_to(game, state, action)


# ---- what the rules refuse
def refused_cases() -> Iterator[tuple[str, str, Any, dict[str, Any]]]:
    for malo in MALO_CASES:
        yield "saint-malo", malo.clause, malo.state, malo.wrong
    for clause, king in KING_CASES.items():
        yield "king-of-the-dice", clause, king.state or king_table(), king.refused
    for tile in AKROPOLIS_CASES:
        yield "akropolis", tile.clause, tile.state, tile.wrong
    for refused, state, wrong, _ in ARKADIA_CASES:
        yield "arkadia", refused, state, wrong


def waivable() -> list[tuple[str, str]]:
    games = ("saint-malo", "king-of-the-dice", "akropolis", "arkadia")
    ids = [(name, id) for name in games for id, clause in game_called(name).clauses.items() if clause.waivable]
    return [(name, id) for name, id in ids if not (name == "saint-malo" and id in OF_ROLLS)]


@pytest.mark.parametrize(("name", "clause"), waivable())
def test_what_a_house_rule_may_let_stand_can_be_told(name: str, clause: str) -> None:
    game, found = game_called(name), []
    for of, id, state, wrong in refused_cases():
        if (of, id) == (name, clause):
            entry = entry_for(game, state)
            answered(entry, followed(entry_for(game, state, seen=wrong)))
            verdict = game.judge(state, game.action(entry.action()))
            found.append(verdict.clause if isinstance(verdict, Refused) else "allowed")
    assert clause in found


def test_a_masons_house_of_the_wrong_colour_is_told_refused_and_let_stand() -> None:
    game = game_called("masons")
    sitting = Sitting(game, masons_position())
    line = game.told(next(game.legal(sitting.state, None, lambda choices: list(choices)[1:] or choices)))
    assert isinstance(sitting.do({"do": "action", "action": line}), Done)
    tower = "white" if game.needs_tower_die(sitting.state) else None  # type: ignore[attr-defined]
    dice = {"dice": {"tower": tower, "houses": ["red", "red"]}}
    right = game.told(next(game.legal(sitting.state, dice)))
    wrong = {**right, "houses_placed": [{**house, "colour": "blue"} for house in right["houses_placed"]]}
    entry = entry_for(game, sitting.state, dice)
    answered(entry, followed(entry_for(game, sitting.state, dice, wrong)))
    refused = sitting.do({"do": "action", "action": entry.action()})
    assert isinstance(refused, Refused)
    assert refused.clause == "house_wrong_colour"
    done = sitting.do({"do": "override", "action": entry.action(), "clause": refused.clause})
    assert isinstance(done, Done)
    assert done.added[0].set_aside == ("house_wrong_colour",)


# ---- what is seen, given, hidden
def test_what_was_seen_is_confirmed_by_pressing_confirm_alone() -> None:
    game = game_called("saint-malo")
    state = game.set_up(["Anke", "Stefan"])
    dice = ["head", "log", "log", "wall", "cross"]
    seen = {"dice": dice, "symbol": "head", "dice_used": 1, "cells": ["3,3"], "person": "citizen"}
    entry = entry_for(game, state, {"dice": dice}, seen)
    followed(entry)
    assert entry.action() == seen


def test_the_dice_that_were_read_are_put_before_the_table_at_once() -> None:
    state = game_called("saint-malo").set_up(["Anke", "Stefan"])
    entry = given_for(game_called("saint-malo"), state, {"dice": ["head", "log", "log", "wall", "cross"]})
    assert entry is not None
    asked = entry.question()
    assert asked is not None
    assert [str(option.words) for option in asked.options][:2] == ["yes, so they lie", "die 1: head"]
    followed(entry)
    assert entry.action() == {"dice": ["head", "log", "log", "wall", "cross"], "rotated": 0, "logs": None}


@pytest.mark.parametrize(
    ("symbol", "clause"), [("wall", "swords-rotated"), ("cross", "swords-rotated"), (None, "superfluous")]
)
def test_dice_told_as_turned_are_never_forgotten(symbol: str | None, clause: str) -> None:
    """The table said that three dice were turned; what cannot be is refused, not made to fit."""
    game = game_called("saint-malo")
    state = game.with_settings(game.set_up(["Anke", "Stefan"]), Settings(game.settings, {"pass": "always"}))
    given = {"dice": ["wall", "cross", "cross", "swords", "swords"], "rotated": 3}
    entry = entry_for(game, state, given)
    asked = entry.question()
    assert asked is not None
    if symbol not in (words := [str(option.words) for option in asked.options]):
        entry.answer(words.index("something else..."))
        asked = entry.question()
        assert asked is not None
        words = [str(option.words) for option in asked.options]
    entry.answer(words.index(symbol or "pass: add nothing"))
    followed(entry)
    verdict = game.judge(state, game.action(entry.action()))
    assert isinstance(verdict, Refused)
    assert verdict.clause == clause


def test_a_card_told_as_taken_goes_with_a_building() -> None:
    game = game_called("arkadia")
    state = game.set_up(["Ada", "Bo"])
    asked = entry_for(game, state, {"draw": {"from": "deck"}, "banner": None}).question()
    assert asked is not None
    assert str(asked.title) == "which building?"
    without = entry_for(game, state, {"draw": None, "banner": None})
    wandered(without, Random(1))
    assert "draw" not in without.action()
    assert "banner" not in without.action()


def test_a_picture_with_too_few_dice_leaves_them_to_be_told() -> None:
    _, sitting = random_sitting("king-of-the-dice", 2, 2, limit=0)
    entry = given_for(sitting.game, sitting.state, {"dice": [[6, "R"], [1, "B"]]})
    assert entry is not None
    asked = entry.question()
    assert asked is not None
    assert str(asked.title) == "die 1 of 6"


def test_a_turn_that_needs_no_dice_asks_for_none() -> None:
    game = game_called("masons")
    state = game.set_up(["Ada", "Bo"])
    assert given_for(game, state) is None
    after = game.judge(state, next(a for a in game.legal(state) if "wall_placed" in game.told(a)))
    assert isinstance(after, Allowed)
    assert given_for(game, after.state) is not None


def test_nothing_is_asked_when_the_game_is_over() -> None:
    for name in GAMES:
        _, sitting = random_sitting(name, 1, 2)
        assert given_for(sitting.game, sitting.state) is None


def arkadia_entry(seals: int, workers: int, seen: dict[str, Any] | None = None) -> Entry:
    """An entry of a player who has so many red seals and so many workers behind the screen."""
    game = game_called("arkadia")
    data = game.describe(game.set_up(["Ada", "Bo"]))
    for key in ("supply", "pool_workers", "pools"):
        data.pop(key, None)
    data["players"][0] |= {"seals": {"red": seals}, "workers": workers}
    return entry_for(game, game.position(data), None, seen)


def test_what_lies_behind_a_screen_is_not_told_by_what_is_offered() -> None:
    """A rich and a poor purse are asked the same questions with the same answers."""
    rng = Random(2)
    for _ in range(40):
        rich, poor = arkadia_entry(9, 5), arkadia_entry(0, 0)
        while (one := rich.question()) is not None:
            assert one == poor.question()
            option = rng.randrange(len(one.options))
            rich.answer(option)
            poor.answer(option)
        assert poor.question() is None


def test_a_city_kept_alone_is_told_of_attacks_and_of_the_end() -> None:
    game = game_called("saint-malo")
    state = game.set_up(["Anke"], given={"alone": True})
    for action in ({"attack": 3}, {"end": True}):
        way_to(game, state, game.action(action))
    akropolis = game_called("akropolis")
    city = akropolis.set_up(["Ada"], given={"alone": True, "stones": 1})
    for action in akropolis.legal(city):
        way_to(akropolis, city, action)
        break
    way_to(akropolis, city, akropolis.action({"end": True}))


def test_points_stand_beside_the_answers() -> None:
    game = game_called("saint-malo")
    state = game.set_up(["Anke", "Stefan"])
    entry = entry_for(game, state, {"dice": ["head"] * 5})
    seen = {"dice": ["head"] * 5, "symbol": "head", "dice_used": 5, "cells": ["3,3"], "person": "noble"}
    way = followed(entry_for(game, state, {"dice": ["head"] * 5}, seen))
    for option in way[:-1]:
        entry.answer(option)
    asked = entry.question()
    assert asked is not None
    assert {str(option.worth) for option in asked.options} == {"+7"}


def test_all_seals_of_a_family_are_exchanged_without_telling_how_many_beforehand() -> None:
    seen = {"type": "workers", "workers": {"g4": "yellow"}, "building": "lot", "banner": {"cash": {"red": 3}}}
    entry = arkadia_entry(7, 3, seen)
    while (asked := entry.question()) is not None and str(asked.title) != "red: how many?":
        entry.answer(asked.chosen)
    assert asked is not None
    assert str(asked.options[0].words) == "all"
    entry.answer(0)
    while (asked := entry.question()) is not None:
        entry.answer([str(option.words) for option in asked.options].index("that is all"))
    assert entry.action()["banner"] == {"cash": {"red": 7}}


def test_the_live_score_of_akropolis_stands_beside_the_ways_to_lay_a_tile() -> None:
    _, sitting = random_sitting("akropolis", 8, 2, limit=20)
    game, state = sitting.game, sitting.state
    action = next(game.legal(state))
    entry = entry_for(game, state)
    for option in followed(entry_for(game, state, seen=game.told(action)))[:-1]:
        entry.answer(option)
    while (asked := entry.question()) is not None and "beside it?" not in str(asked.title):
        entry.back()
    assert asked is not None
    now = game.standing(state).seats[state.seat].now
    for option, answer in enumerate(asked.options[:-1]):
        entry.answer(option)
        while entry.question() is not None:
            entry.answer(0)
        verdict = game.judge(state, game.action(entry.action()))
        assert isinstance(verdict, Allowed)
        after = game.standing(verdict.state).seats[state.seat].now
        assert after is not None
        assert now is not None
        assert int(str(answer.worth)) == after - now
        while entry.question() != asked:
            entry.back()
