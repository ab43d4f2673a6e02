"""The legal actions: nothing legal is missing, nothing illegal is offered, each comes once, any can come first."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from rules.akropolis.edition import DEFAULT, edition_from
from rules.akropolis.game import AKROPOLIS as GAME
from rules.akropolis.state import End, Fill, Turn
from rules.game import Allowed
from tests.rules.akropolis.against_plain import check_legal, grown
from tests.rules.akropolis.cities import alone, hexes, table
from tests.rules.play import allowed, shuffled


@pytest.mark.parametrize(("seed", "turns"), [(seed, seed % 12) for seed in range(24)])
def test_brute_force_finds_the_same_places(seed: int, turns: int) -> None:
    assert check_legal(seed, turns)


def test_every_affordable_tile_of_the_site_is_offered() -> None:
    state = table("Hqq hqm bth Tqq")
    offered = [action for action in GAME.legal(state) if isinstance(action, Turn)]
    assert {(action.take, action.face) for action in offered} == {(1, "Hqq"), (2, "hqm")}  # there is one stone
    assert len(set(offered)) == len(offered)
    for action in offered:
        assert isinstance(GAME.judge(state, action), Allowed)


def test_the_same_face_at_two_places_costs_differently_and_is_offered_twice() -> None:
    offered = [action for action in GAME.legal(table("Hqq Hqq bth Tqq")) if isinstance(action, Turn)]
    assert {action.take for action in offered} == {1, 2}


def test_any_legal_action_can_come_first() -> None:
    state = grown(Random(3), 4)
    state = state._replace(unseen=type(state.unseen)({"hqm": 1}))
    everything = set(GAME.legal(state))
    assert len(everything) > 50
    first = {next(GAME.legal(state, None, shuffled(Random(seed)))) for seed in range(40 * len(everything))}
    assert first == everything


def test_a_tile_of_three_equal_hexes_lies_one_way_round_each_point() -> None:
    own = edition_from({"tiles": [{"hexes": "ggg", "mark": "2+"}]})
    state = GAME.position(
        {
            "players": [{"name": "A", "stones": 0}],
            "alone": True,
            "edition": {"tiles": [{"hexes": "ggg", "mark": "2+"}]},
        }
    )
    assert state.table.edition == own != DEFAULT
    laid = [frozenset(action.at) for action in GAME.legal(state) if isinstance(action, Turn)]
    assert len(laid) == len(set(laid)) > 10
    for action in GAME.legal(state):
        assert GAME.action(GAME.told(action)) == action  # its places come back in the same order


def test_every_offered_action_is_in_its_canonical_form() -> None:
    rng = Random(5)
    for action in islice(GAME.legal(grown(rng, 6), None, shuffled(rng)), 400):
        assert GAME.action(GAME.told(action)) == action


def test_where_the_tiles_below_are_unknown_every_level_place_is_offered() -> None:
    state = alone(city=hexes("q 0,0; q 0,-1; q 1,-1"))
    higher = [action for action in GAME.legal(state) if isinstance(action, Turn) and action.level == 2]
    assert {frozenset(action.at) for action in higher} == {frozenset(state.cities[0].columns)}


def test_a_site_to_be_filled_gets_whatever_is_unseen_or_what_is_given() -> None:
    waiting = table("Hqq", unseen={"bth": 1, "Tqq": 2, "gqq": 1}, stacks=1)
    fills = list(GAME.legal(waiting))
    assert all(isinstance(fill, Fill) for fill in fills)
    assert len(fills) == len(set(fills)) == 6 + 3 + 3
    for fill in fills:
        allowed(GAME, waiting, GAME.told(fill))
    assert list(GAME.legal(waiting, {"refill": ["hbt", "qqT", "gqq"]})) == [Fill(("bth", "Tqq", "gqq"))]
    assert list(GAME.legal(waiting, {"refill": ["hhh", "qqT", "gqq"]})) == []


def test_a_turn_that_ends_a_round_carries_the_refill_if_it_is_given() -> None:
    last = table("Hqq hqm")
    told = {"refill": ["bth", "Tqq", "gqq"]}
    assert {a.refill for a in GAME.legal(last, told) if isinstance(a, Turn)} == {("bth", "Tqq", "gqq")}
    assert {a.refill for a in GAME.legal(last) if isinstance(a, Turn)} == {None}
    assert list(GAME.legal(last, {"refill": ["bth"]})) == []
    assert {a.refill for a in GAME.legal(table("Hqq hqm bth"), told) if isinstance(a, Turn)} == {None}


def test_a_city_alone_may_end_at_any_time() -> None:
    assert End() in set(GAME.legal(alone()))
    assert list(GAME.legal(allowed(GAME, alone(), {"end": True}).state)) == []
