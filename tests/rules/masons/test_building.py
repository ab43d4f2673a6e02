"""Walls, towers and houses: every clause refusing and allowing, every shortage."""

from __future__ import annotations

from typing import Any

import pytest

from rules.masons.game import MASONS
from rules.masons.state import State
from tests.rules.masons.boards import box_less, houses, position, rolled, turn, wall
from tests.rules.play import allowed, refusal


def after(state: State, *actions: dict[str, Any]) -> State:
    for action in actions:
        state = allowed(MASONS, state, action).state
    return state


def built(*towers: tuple[str, str], supply: Any = None, line: str = "L21") -> State:
    """The wall on `line` has just been placed; L21 lies between S12 and S13, its ends are P08 and P14."""
    return position([line], dict(towers), stage="end", wall_placed=line, supply=supply or {})


# ---- walls
def test_a_wall_goes_on_any_free_line() -> None:
    state = position(["L21"])
    verdict = allowed(MASONS, state, wall("L83", encloses=None))
    assert MASONS.board(verdict.state)["walls"] == ["L21", "L83"]
    assert MASONS.supply(verdict.state)["walls"] == 31
    assert [(e.what, e.change) for e in verdict.ledger] == [("walls", -1)]
    assert verdict.state.stage == "end"
    no = refusal(MASONS, state, wall("L21"))
    assert (no.clause, no.places) == ("line-taken", ("L21",))


def test_a_wall_on_a_line_that_the_board_has_not() -> None:
    assert refusal(MASONS, position(), wall("L84")).clause == "no-such-place"


def test_no_wall_inside_a_city_but_beside_it() -> None:
    state = position(["L20", "L23", "L33", "L19"])  # S12 and S13 are one city, L21 lies within
    no = refusal(MASONS, state, wall("L21"))
    assert (no.clause, no.places) == ("wall_inside_city", ("L21",))
    allowed(MASONS, state, wall("L16"))


def test_no_wall_is_left() -> None:
    verdict = allowed(MASONS, position(["L21"], supply={"walls": 1}), wall("L83"))
    assert [str(w) for w in verdict.warnings] == ["the last wall: the game ends with this turn"]
    assert verdict.ledger[-1].clause == "last-piece"
    state = position(["L21"])
    none = state.pieces._replace(supply=(0, *state.pieces.supply[1:]))
    assert refusal(MASONS, state._replace(pieces=none), wall("L83")).clause == "none-left"


def test_a_wall_that_completes_a_city_says_so() -> None:
    state = position(["L20", "L33"])
    verdict = allowed(MASONS, state, wall("L21", encloses=["S12"]))
    assert [str(w) for w in verdict.warnings] == ["this wall completes a city, spaces: 1"]
    assert refusal(MASONS, state, wall("L21", encloses=None)).clause == "city-completed"
    assert refusal(MASONS, state, wall("L21", encloses=["S12", "S13"])).clause == "city-completed"
    assert refusal(MASONS, state, wall("L83", encloses=["S12"])).clause == "city-completed"


# ---- the order of a turn
def test_one_thing_after_another() -> None:
    state = position(["L20"])
    assert refusal(MASONS, state, turn(rolled("red", "red"), {}, {})).clause == "wrong-moment"
    assert refusal(MASONS, state, {"stage": "cards", "cards": ["size"]}).clause == "wrong-moment"
    assert refusal(MASONS, state, {"stage": "swap", "discarded": 0}).clause == "wrong-moment"
    state = after(state, wall("L21"))
    assert refusal(MASONS, state, wall("L83")).clause == "wrong-moment"
    assert refusal(MASONS, state, {"stage": "early_roll"}).clause == "wrong-moment"


def test_a_whole_turn_at_once_is_the_same_as_its_two_parts() -> None:
    state = position(["L20"])
    rest = turn(rolled("red", "blue", tower="white"), {"P08": "white", "P14": "grey"}, {"S12": "red", "S13": "blue"})
    at_once = allowed(MASONS, state, {**rest, "wall_placed": "L21"})
    first = allowed(MASONS, state, wall("L21"))
    second = allowed(MASONS, first.state, rest)
    assert at_once.state == second.state
    assert at_once.ledger == first.ledger + second.ledger
    assert allowed(MASONS, first.state, {**rest, "wall_placed": "L21"}).state == second.state
    assert refusal(MASONS, first.state, {**rest, "wall_placed": "L83"}).clause == "wrong-moment"
    assert refusal(MASONS, state, {**rest, "wall_placed": "L20"}).clause == "line-taken"


def test_only_the_player_whose_turn_it_is() -> None:
    state = position(next_player=1)
    allowed(MASONS, state, wall("L21", player=1))
    no = refusal(MASONS, state, wall("L21", player=0))
    assert (no.clause, str(no.reason)) == ("not-your-turn", "it is Bo's turn")


# ---- the early roll
@pytest.mark.parametrize(("points", "left"), [(0, 0), (1, 1), (2, 1), (7, 6)])
def test_who_rolls_early_loses_a_point_but_never_the_first(points: int, left: int) -> None:
    state = position(players=[{"name": "Ada", "vp": points}, "Bo"])
    verdict = allowed(MASONS, state, {"stage": "early_roll"})
    assert verdict.state.points[0] == left
    assert [(e.seat, e.what, e.change, e.clause) for e in verdict.ledger] == [(0, "vp", left - points, "rolled-early")]
    assert verdict.state.stage == "wall"
    allowed(MASONS, verdict.state, wall("L21"))


# ---- towers
TWO = {"S12": "red", "S13": "blue"}
DICE = ("red", "blue")


def test_both_ends_empty_one_takes_the_rolled_colour_the_other_any() -> None:
    state = built()
    for towers in ({"P08": "white", "P14": "grey"}, {"P08": "black", "P14": "white"}, {"P08": "white", "P14": "white"}):
        verdict = allowed(MASONS, state, turn(rolled(*DICE, tower="white"), towers, TWO))
        assert MASONS.board(verdict.state)["towers"] == towers
    no = refusal(MASONS, state, turn(rolled(*DICE, tower="white"), {"P08": "black", "P14": "grey"}, TWO))
    assert (no.clause, no.places) == ("tower_wrong_colour", ("P08", "P14"))


def test_the_only_empty_end_takes_the_rolled_colour() -> None:
    state = built(("P08", "grey"))
    allowed(MASONS, state, turn(rolled(*DICE, tower="white"), {"P14": "white"}, TWO))
    no = refusal(MASONS, state, turn(rolled(*DICE, tower="white"), {"P14": "grey"}, TWO))
    assert (no.clause, no.places) == ("tower_wrong_colour", ("P14",))
    waived = allowed(MASONS, state, turn(rolled(*DICE, tower="white"), {"P14": "grey"}, TWO), "tower_wrong_colour")
    assert MASONS.board(waived.state)["towers"] == {"P08": "grey", "P14": "grey"}


def test_a_colour_that_is_out_leaves_the_choice() -> None:
    state = built(("P08", "grey"), supply={"towers": {"white": 0}})
    for colour in ("black", "grey"):
        allowed(MASONS, state, turn(rolled(*DICE, tower="white"), {"P14": colour}, TWO))
    no = refusal(MASONS, state, turn(rolled(*DICE, tower="white"), {"P14": "white"}, TWO))
    assert (no.clause, no.places) == ("none-left", ("P14",))
    allowed(
        MASONS,
        built(supply={"towers": {"white": 0}}),
        turn(rolled(*DICE, tower="white"), {"P08": "black", "P14": "grey"}, TWO),
    )


def test_of_one_tower_left_in_the_rolled_colour_only_one_is_placed() -> None:
    state = built(supply={"towers": {"white": 1}})
    allowed(MASONS, state, turn(rolled(*DICE, tower="white"), {"P08": "white", "P14": "grey"}, TWO))
    no = refusal(MASONS, state, turn(rolled(*DICE, tower="white"), {"P08": "white", "P14": "white"}, TWO))
    assert no.clause == "none-left"


def test_one_tower_left_in_all_goes_to_either_end() -> None:
    state = built(supply={"towers": {"white": 0, "black": 0, "grey": 1}})
    for point in ("P08", "P14"):
        verdict = allowed(MASONS, state, turn(rolled(*DICE, tower="white"), {point: "grey"}, TWO))
        assert verdict.state.ending
    assert refusal(MASONS, state, turn(rolled(*DICE, tower="white"), {}, TWO)).clause == "towers-missing"
    none = built(supply={"towers": {"white": 0, "black": 0, "grey": 0}})
    assert not allowed(MASONS, none, turn(rolled(*DICE, tower="white"), {}, TWO)).state.ending


def test_between_two_towers_no_tower_die_is_rolled() -> None:
    state = built(("P08", "grey"), ("P14", "black"))
    allowed(MASONS, state, turn(rolled(*DICE), {}, TWO))
    rolled_too = turn(rolled(*DICE, tower="white"), {}, TWO)
    assert refusal(MASONS, state, rolled_too).clause == "no-tower-die"
    assert (
        allowed(MASONS, state, rolled_too, "no-tower-die").state
        == allowed(MASONS, state, turn(rolled(*DICE), {}, TWO)).state
    )
    assert (
        refusal(MASONS, built(("P08", "grey")), turn(rolled(*DICE), {"P14": "white"}, TWO)).clause == "tower-die-needed"
    )


def test_towers_go_to_the_empty_ends_of_the_new_wall() -> None:
    state = built(("P08", "grey"))
    dice = rolled(*DICE, tower="white")
    assert refusal(MASONS, state, turn(dice, {"P09": "white"}, TWO)).clause == "tower-not-at-wall"
    assert refusal(MASONS, state, turn(dice, {"P08": "white"}, TWO)).clause == "tower-space-taken"
    assert refusal(MASONS, state, turn(dice, {"P99": "white"}, TWO)).clause == "no-such-place"
    no = refusal(MASONS, built(), turn(dice, {"P08": "white"}, TWO))
    assert (no.clause, no.places) == ("towers-missing", ("P14",))
    assert len(allowed(MASONS, built(), turn(dice, {"P08": "white"}, TWO), "towers-missing").ledger) == 3
    twice = turn(dice, None, TWO, towers_placed=[{"point": "P14", "colour": "white"}] * 2)
    assert refusal(MASONS, state, twice).clause == "tower-space-taken"


# ---- houses
def with_houses(*dice: str, **at: str) -> dict[str, Any]:
    return turn(rolled(*dice), {}, at)


def beside(supply: Any = None, line: str = "L21") -> State:
    ends = {"L21": (("P08", "grey"), ("P14", "grey")), "L03": (("P02", "grey"), ("P03", "grey"))}[line]
    return built(*ends, supply=supply, line=line)


def test_each_space_takes_a_house_of_one_of_the_dice() -> None:
    allowed(MASONS, beside(), with_houses("red", "blue", S12="red", S13="blue"))
    allowed(MASONS, beside(), with_houses("red", "blue", S12="blue", S13="red"))
    no = refusal(MASONS, beside(), with_houses("red", "blue", S12="red", S13="red"))
    assert no.clause == "house_wrong_colour"
    no = refusal(MASONS, beside(), with_houses("red", "blue", S12="red", S13="green"))
    assert (no.clause, no.places) == ("house_wrong_colour", ("S13",))
    waived = allowed(MASONS, beside(), with_houses("red", "blue", S12="red", S13="green"), "house_wrong_colour")
    assert MASONS.supply(waived.state)["houses"]["green"] == 11


def test_a_question_mark_is_any_colour() -> None:
    for colour in ("yellow", "green", "blue", "pink", "red"):
        allowed(MASONS, beside(), with_houses("red", "?", S12=colour, S13="red"))
    allowed(MASONS, beside(), with_houses("?", "?", S12="pink", S13="green"))
    assert refusal(MASONS, beside(), with_houses("red", "?", S12="pink", S13="green")).clause == "house_wrong_colour"


def test_a_house_colour_that_is_out_leaves_the_choice() -> None:
    out = beside({"houses": {"red": 0}})
    allowed(MASONS, out, with_houses("red", "blue", S12="pink", S13="blue"))
    assert refusal(MASONS, out, with_houses("red", "blue", S12="red", S13="blue")).clause == "none-left"
    assert refusal(MASONS, out, with_houses("red", "blue", S12="pink", S13="green")).clause == "house_wrong_colour"
    one = beside({"houses": {"red": 1}})
    allowed(MASONS, one, with_houses("red", "red", S12="pink", S13="red"))
    assert refusal(MASONS, one, with_houses("red", "red", S12="pink", S13="green")).clause == "house_wrong_colour"
    assert refusal(MASONS, one, with_houses("red", "red", S12="red", S13="red")).clause == "none-left"


def test_at_the_edge_one_house_of_either_die() -> None:
    edge = beside(line="L03")
    allowed(MASONS, edge, with_houses("red", "blue", S03="red"))
    allowed(MASONS, edge, with_houses("red", "blue", S03="blue"))
    allowed(MASONS, edge, with_houses("red", "?", S03="pink"))
    assert refusal(MASONS, edge, with_houses("red", "blue", S03="pink")).clause == "house_wrong_colour"
    allowed(MASONS, beside({"houses": {"red": 0}}, "L03"), with_houses("red", "blue", S03="pink"))
    no = refusal(MASONS, edge, with_houses("red", "blue", S03="red", S02="blue"))
    assert (no.clause, no.places) == ("house_not_next_to_wall", ("S02",))


def test_houses_go_beside_the_new_wall_one_on_each_space() -> None:
    state = beside()
    no = refusal(MASONS, state, with_houses("red", "blue", S12="red", S14="blue"))
    assert (no.clause, no.places) == ("house_not_next_to_wall", ("S14",))
    waived = allowed(MASONS, state, with_houses("red", "blue", S12="red", S14="blue"), "house_not_next_to_wall")
    assert MASONS.board(waived.state)["spaces"] == {"S12": houses("red"), "S14": houses("blue")}
    assert refusal(MASONS, state, with_houses("red", "blue", S99="red")).clause == "no-such-place"
    no = refusal(MASONS, state, with_houses("red", "blue", S12="red"))
    assert (no.clause, no.places) == ("houses-missing", ("S13",))
    allowed(MASONS, state, with_houses("red", "blue", S12="red"), "houses-missing")
    both = turn(rolled("red", "blue"), {}, None, houses_placed=[{"space": "S12", "colour": c} for c in ("red", "blue")])
    assert refusal(MASONS, state, both).clause == "one-house-each"
    there = allowed(MASONS, state, both, "one-house-each").state
    assert MASONS.board(there)["spaces"] == {"S12": houses("blue", "red")}


def test_the_last_house_goes_to_either_space() -> None:
    only = dict.fromkeys(("yellow", "green", "blue", "pink", "red"), 0)
    state = beside({"houses": {**only, "pink": 1}})
    for space in ("S12", "S13"):
        verdict = allowed(MASONS, state, with_houses("red", "blue", **{space: "pink"}))
        assert verdict.state.ending
        assert "the last house" in str(verdict.warnings[0])
    assert refusal(MASONS, state, turn(rolled("red", "blue"), {}, {})).clause == "houses-missing"


def test_the_turn_passes_to_the_left() -> None:
    verdict = allowed(MASONS, beside(), with_houses("red", "blue", S12="red", S13="blue"))
    assert (verdict.state.stage, verdict.state.seat, verdict.state.turns) == ("wall", 1, 1)
    assert [(e.what, e.change) for e in verdict.ledger] == [("red houses", -1), ("blue houses", -1)]
    third = verdict.state._replace(seat=2)
    assert (
        after(
            third,
            wall("L83"),
            turn(rolled("red", "blue", tower="white"), {"P34": "white", "P35": "grey"}, {"S48": "red"}),
        ).seat
        == 0
    )


def test_the_supply_counts_what_is_told() -> None:
    assert MASONS.supply(position(supply=box_less(walls=30)))["walls"] == 30
