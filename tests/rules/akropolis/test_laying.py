"""Where a tile may lie: every clause refusing and allowing, in one city kept alone."""

from __future__ import annotations

import pytest

from rules.akropolis.game import AKROPOLIS as GAME
from rules.akropolis.state import State
from rules.ledger import total
from tests.rules.akropolis.cities import alone, hexes, placed
from tests.rules.play import allowed, refusal

SOUTH = placed("hmq", 0, 1, 2)  # on the table, below the starting tile: h 0,1; m 1,1; q 0,2
OVER = placed("bth", 0, 0, 2)  # over 0,0 1,0 0,1


def after(*actions: dict[str, object]) -> State:
    state = alone()
    for action in actions:
        state = allowed(GAME, state, action).state
    return state


def seen(state: State, at: tuple[int, int]) -> tuple[str, int]:
    hexes = GAME.describe(state)["players"][0]["city"]
    return next((hex["kind"], hex["level"]) for hex in hexes if hex["at"] == list(at))


# ---- on the table
def test_a_tile_on_the_table_borders_the_city() -> None:
    state = after(SOUTH)
    assert [seen(state, at) for at in ((0, 1), (1, 1), (0, 2))] == [("h", 1), ("m", 1), ("q", 1)]
    assert len(GAME.describe(state)["players"][0]["city"]) == 7


def test_a_tile_away_from_the_city_is_refused_with_its_hexes() -> None:
    verdict = refusal(GAME, alone(), placed("hmq", 4, 1, 2))
    assert verdict.clause == "not_touching"
    assert set(verdict.places) == {"5,1", "4,1", "4,2"}


def test_a_hex_between_is_too_far() -> None:
    assert refusal(GAME, alone(), placed("hmq", 2, -2, 0)).clause == "not_touching"
    allowed(GAME, alone(), placed("hmq", 1, -1, 0))


def test_a_hole_in_the_city_may_be_filled() -> None:
    state = alone(city=hexes("q 1,-1; q 2,-1; q 3,-1; q 0,0; q 3,0; q 0,1; q 2,1; q 0,2; q 1,2"))
    hole = placed("hmq", 1, 0, 2)
    assert seen(allowed(GAME, state, hole).state, (1, 0))[1] == 1


# ---- on higher levels
def test_a_tile_lies_one_level_up_on_two_tiles() -> None:
    state = after(SOUTH, OVER)
    assert [seen(state, at) for at in ((0, 0), (1, 0), (0, 1))] == [("b", 2), ("t", 2), ("h", 2)]


def test_a_hex_over_nothing_is_refused_and_named() -> None:
    verdict = refusal(GAME, after(SOUTH), placed("bth", 1, 0, 2))
    assert (verdict.clause, verdict.places) == ("gap", ("2,0",))


def test_different_levels_below_are_refused() -> None:
    state = after(SOUTH, OVER)
    verdict = refusal(GAME, state, placed("hqt", 0, 1, 1))
    assert verdict.clause == "uneven"
    assert "1 and 2" in str(verdict.reason)


def test_a_single_tile_below_is_refused() -> None:
    assert refusal(GAME, after(SOUTH), placed("bth", 0, 1, 2)).clause == "one_tile"


def test_the_starting_tile_is_one_tile_and_may_be_covered_with_another() -> None:
    # Its plaza and a quarry with one hex of another tile.
    state = after(SOUTH, placed("bth", 0, 0, 3))
    assert seen(state, (0, 0)) == ("b", 2)


def test_the_third_level_needs_two_tiles_of_the_second() -> None:
    state = after(
        SOUTH,
        OVER,
        placed("Thq", 1, 2, 1),
        placed("gqm", 1, 1, 2),
    )
    top = placed("hqt", 1, 0, 3)
    assert seen(allowed(GAME, state, top).state, (1, 1)) == ("q", 3)
    assert refusal(GAME, state, placed("hqt", 0, 0, 2)).clause == "one_tile"


# ---- the level that is told
def test_a_level_that_is_told_must_be_the_one_where_it_lies() -> None:
    state = after(SOUTH)
    for level in (1, 3):
        assert refusal(GAME, state, placed("bth", 0, 0, 2, level)).clause == "wrong-level"
    assert allowed(GAME, state, placed("bth", 0, 0, 2, 2)).state == allowed(GAME, state, OVER).state
    assert refusal(GAME, state, placed("bth", 1, -1, 0, 2)).clause == "wrong-level"
    allowed(GAME, state, placed("bth", 1, -1, 0, 1))


# ---- quarries
def test_each_covered_quarry_brings_a_stone() -> None:
    verdict = allowed(GAME, after(SOUTH), OVER)
    assert total(verdict.ledger, 0, "stones") == 1
    assert [entry.clause for entry in verdict.ledger] == ["quarry"]
    assert verdict.state.cities[0].stones == verdict.state.cities[0].gained == 1


def test_the_rulebooks_second_level_over_two_quarries_brings_two_stones() -> None:
    state = after(placed("hmq", 0, 2, 5))  # its quarry on 0,1, beside the starting tile's on -1,1
    verdict = allowed(GAME, state, placed("bth", 0, 1, 4, 2))
    assert total(verdict.ledger, 0, "stones") == 2
    assert verdict.state.cities[0].stones == 2


def test_what_is_covered_no_longer_counts_and_a_district_brings_no_stone() -> None:
    state = after(SOUTH)
    before = {line.what: line.points for line in GAME.standing(state).seats[0].now_lines}
    verdict = allowed(GAME, state, placed("bqt", 1, 0, 3))  # over a quarry, the market and the house
    now = {line.what: line.points for line in GAME.standing(verdict.state).seats[0].now_lines}
    assert (before["houses"], before["stones"]) == (1, 0)
    assert (now["houses"], now["stones"]) == (0, 1)


# ---- what an override does
@pytest.mark.parametrize(
    ("clause", "action", "level"),
    [
        ("not_touching", placed("bth", 4, 1, 2), 1),
        ("one_tile", placed("bth", 0, 1, 2), 2),
        ("gap", placed("bth", 1, 0, 2), 2),
        ("uneven", placed("hqt", 0, 1, 1), 3),
    ],
)
def test_a_waived_clause_lays_the_tile_on_top(clause: str, action: dict[str, object], level: int) -> None:
    state = after(SOUTH, placed("bqm", 0, 0, 2)) if clause == "uneven" else after(SOUTH)
    assert refusal(GAME, state, action).clause == clause
    verdict = allowed(GAME, state, action, clause)
    laid = GAME.action(action)
    top = verdict.state.cities[0]
    assert {top.columns[cell].level for cell in laid.at} == {level}  # type: ignore[union-attr]
    assert GAME.from_text(GAME.text(verdict.state)) == verdict.state


def test_after_an_override_the_other_clauses_still_hold() -> None:
    state = allowed(GAME, after(SOUTH), placed("bth", 1, 0, 2), "gap").state
    assert refusal(GAME, state, placed("gqm", 2, 0, 2)).clause == "gap"
    assert refusal(GAME, state, placed("gqm", 1, 0, 2)).clause == "one_tile"


# ---- warnings
def test_covering_the_last_plaza_of_a_colour_is_warned_of() -> None:
    verdict = allowed(GAME, after(SOUTH), OVER)
    assert any("houses" in str(warning) for warning in verdict.warnings)
    again = allowed(GAME, after(SOUTH), placed("Hqq", 0, 0, 2))
    assert not again.warnings


def test_a_market_beside_a_market_is_warned_of() -> None:
    beside = allowed(GAME, after(SOUTH), placed("mqq", 2, 1, 1))
    assert any("market" in str(warning) for warning in beside.warnings)
    assert not allowed(GAME, after(SOUTH), placed("mqq", -2, 2, 3)).warnings


def test_where_the_tiles_below_are_not_known_the_player_is_asked_to_look() -> None:
    columns = [{"at": at, "kind": "q", "level": 1} for at in ([0, 0], [0, -1], [1, -1], [1, 0])]
    state = alone(city=columns)
    verdict = allowed(GAME, state, placed("bth", 0, 0, 0))
    assert any("at least" in str(warning) for warning in verdict.warnings)
    known = [{**column, "laid": number // 2} for number, column in enumerate(columns)]
    assert not allowed(GAME, alone(city=known), placed("bth", 0, 0, 0)).warnings
