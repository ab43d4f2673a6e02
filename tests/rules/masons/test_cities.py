"""Cities completed, joined, exchanged and cleared."""

from __future__ import annotations

from typing import Any

from rules.masons.game import MASONS
from rules.masons.state import State
from tests.rules.masons.boards import HEXAGON, houses, palaces, position, rolled, turn, wall
from tests.rules.play import allowed, refusal

# The last wall, on L19, closes S13; S12 and S14 may be cities beside it.
S12, S13, S14 = ("L20", "L21", "L33"), ("L19", "L21", "L23"), ("L23", "L24", "L36")
TOWERS = dict.fromkeys(("P08", "P09", "P13", "P14", "P15"), "grey")


def closing(*walls: str, spaces: Any = None, towers: Any = None, **more: Any) -> State:
    every = sorted({*walls, "L19"})
    return position(every, TOWERS if towers is None else towers, spaces, stage="end", wall_placed="L19", **more)


def told(*dice: str, s04: str = "red", s13: str = "blue", **more: Any) -> dict[str, Any]:
    return turn(rolled(*(dice or (s04, s13))), {}, {"S04": s04, "S13": s13}, **more)


def test_a_city_is_completed() -> None:
    state = closing(*S13)
    verdict = allowed(MASONS, state, told(city_completed=["S13"], joined=None, palaces=[], city_scored=["S13"]))
    after = verdict.state
    assert MASONS.board(after)["cities"] == [["S13"]]
    assert (after.stage, after.to_act, MASONS.turn(after)) == ("cards", (0, 1, 2), 0)
    assert verdict.ledger[-1].clause == "city-completed"
    for wrong in (None, ["S04"], ["S13", "S14"]):
        assert refusal(MASONS, state, told(city_completed=wrong)).clause == "city-completed"
    assert refusal(MASONS, state, told(city_scored=["S12"])).clause == "city-scored"


def test_nothing_but_a_city_is_completed_joined_or_exchanged() -> None:
    state = closing("L20")
    allowed(MASONS, state, told(city_completed=None, joined=None, palaces=[], removed={"walls": [], "towers": []}))
    assert refusal(MASONS, state, told(city_completed=["S13"])).clause == "city-completed"
    for more in (
        {"joined": {"with": ["S12"]}},
        {"palaces": [{"colour": "red"}]},
        {"arrangement": {"S13": houses("blue")}},
        {"city_scored": ["S13"]},
    ):
        assert refusal(MASONS, state, told(**more)).clause == "no-city-completed"
    assert refusal(MASONS, state, told(removed={"walls": ["L20"], "towers": []})).clause == "cleared"


def test_the_edge_does_not_close_a_city_unless_the_table_says_so() -> None:
    state = position(["L05"], stage="wall")
    towers = {"P03": "white", "P08": "white"}
    at_edge = turn(rolled("red", "blue", tower="white"), {"P03": "white"}, {"S03": "red", "S04": "blue"})
    first = allowed(MASONS, state, wall("L07", encloses=None)).state
    assert first.enclosed == ()
    closed = position(["L05"], settings={"edge_closes": True})
    other = allowed(MASONS, closed, wall("L07", encloses=["S03"])).state
    done = allowed(MASONS, other, {**at_edge, "towers_placed": _both(towers), "city_completed": ["S03"]}).state
    assert MASONS.board(done)["cities"] == [["S03"]]
    no = refusal(MASONS, done._replace(stage="wall", to_act=(), scored=0), wall("L03"))
    assert no.clause == "wall_inside_city"


def _both(towers: dict[str, str]) -> list[dict[str, str]]:
    return [{"point": point, "colour": colour} for point, colour in towers.items()]


def test_where_the_edge_closes_both_sides_the_player_names_the_city() -> None:
    state = position(["L05"], settings={"edge_closes": True})
    after = allowed(MASONS, state, wall("L07")).state
    assert len(after.enclosed) == 2
    rest = turn(rolled("red", "blue", tower="white"), {"P03": "white", "P08": "grey"}, {"S03": "red", "S04": "blue"})
    assert refusal(MASONS, after, rest).clause == "which-city"
    assert len(MASONS.board(allowed(MASONS, after, {**rest, "city_completed": ["S03"]}).state)["cities"][0]) == 1
    many = [space for space in MASONS.edition().board.spaces if space != "S03"]
    assert len(MASONS.board(allowed(MASONS, after, {**rest, "city_completed": many}).state)["cities"][0]) == 48


def test_two_houses_of_a_colour_become_a_palace() -> None:
    state = closing(*S13, spaces={"S13": houses("blue", "red")})
    verdict = allowed(MASONS, state, told(palaces=[{"colour": "blue"}]))
    assert MASONS.board(verdict.state)["spaces"]["S13"] == {"houses": ["red"], "palaces": ["blue"]}
    assert MASONS.supply(verdict.state)["houses"]["blue"] == 12
    assert MASONS.supply(verdict.state)["palaces"]["blue"] == 2
    assert [(e.what, e.change) for e in verdict.ledger if e.clause == "houses-exchanged"] == [
        ("blue houses", 2),
        ("blue palaces", -1),
    ]
    for wrong in ([], [{"colour": "red"}], [{"colour": "blue"}] * 2):
        assert refusal(MASONS, state, told(palaces=wrong)).clause == "houses-exchanged"


def test_three_houses_are_one_palace_and_a_house_and_four_are_two_palaces() -> None:
    for more, left, made in ((["blue"] * 2, 1, 1), (["blue"] * 3, 0, 2)):
        state = allowed(MASONS, closing(*S13, spaces={"S13": houses(*more)}), told()).state
        assert MASONS.board(state)["spaces"]["S13"] == {"houses": ["blue"] * left, "palaces": ["blue"] * made}


def test_without_a_palace_of_the_colour_the_houses_remain() -> None:
    state = closing(*S13, spaces={"S13": houses("blue", "blue", "blue")}, supply={"palaces": {"blue": 1}})
    after = allowed(MASONS, state, told(palaces=[{"colour": "blue"}])).state
    assert MASONS.board(after)["spaces"]["S13"] == {"houses": ["blue"] * 2, "palaces": ["blue"]}
    state = closing(*S13, spaces={"S13": houses("blue")}, supply={"palaces": {"blue": 0}})
    assert MASONS.board(allowed(MASONS, state, told(palaces=[])).state)["spaces"]["S13"] == houses("blue", "blue")


def test_the_new_city_may_join_one_older_neighbour() -> None:
    state = closing(*S12, *S13, *S14)
    assert MASONS.board(allowed(MASONS, state, told()).state)["cities"] == [["S12"], ["S13"], ["S14"]]
    verdict = allowed(
        MASONS, state, told(joined={"with": ["S12"], "walls_removed": ["L21"]}, city_scored=["S12", "S13"])
    )
    assert MASONS.board(verdict.state)["cities"] == [["S12", "S13"], ["S14"]]
    assert MASONS.supply(verdict.state)["walls"] == MASONS.supply(state)["walls"] + 1
    assert "L21" not in MASONS.board(verdict.state)["walls"]
    assert refusal(MASONS, state, told(joined={"with": ["S12"], "walls_removed": ["L23"]})).clause == "joined-walls"
    assert refusal(MASONS, state, told(joined={"with": ["S12", "S14"]})).clause == "not-a-neighbour"
    far = closing(*S13, "L74", "L75", "L82")
    assert refusal(MASONS, far, told(joined={"with": ["S46"]})).clause == "not-a-neighbour"


def test_houses_are_exchanged_in_the_joined_city_or_before_it_is_joined() -> None:
    spaces = {"S12": houses("blue"), "S13": houses()}
    joined = told(joined={"with": ["S12"]})
    after = allowed(MASONS, closing(*S12, *S13, spaces=spaces), joined).state
    assert MASONS.board(after)["spaces"] == {"S04": houses("red"), "S12": palaces("blue")}
    before = closing(*S12, *S13, spaces=spaces, settings={"exchange": "before joining"})
    after = allowed(MASONS, before, {**joined, "palaces": []}).state
    assert MASONS.board(after)["spaces"]["S13"] == houses("blue")


def test_what_lies_within_the_city_goes_back() -> None:
    """The hexagon around P14 with a wall inside it."""
    walls = ["L19", "L20", "L24", "L35", "L40", "L52", "L21"]
    towers = {**dict.fromkeys(("P08", "P09", "P13", "P15", "P20", "P21"), "white"), "P14": "black"}
    state = position(walls, towers, stage="end", wall_placed="L19")
    verdict = allowed(MASONS, state, told(removed={"walls": ["L21"], "towers": ["P14"]}))
    assert MASONS.board(verdict.state)["cities"] == [list(HEXAGON)]
    assert "P14" not in MASONS.board(verdict.state)["towers"]
    supply = MASONS.supply(verdict.state)
    assert (supply["walls"], supply["towers"]["black"]) == (33 - 6, 10)
    assert [(e.what, e.change) for e in verdict.ledger if e.clause == "cleared"] == [("walls", 1), ("black towers", 1)]
    assert refusal(MASONS, state, told(removed={"walls": ["L21"], "towers": []})).clause == "cleared"


def test_a_wall_of_the_edge_stays_with_its_city() -> None:
    state = position(
        ["L01", "L02", "L04"], dict.fromkeys(("P01", "P02", "P07"), "grey"), stage="end", wall_placed="L04"
    )
    after = allowed(MASONS, state, turn(rolled("red", "red"), {}, {"S01": "red", "S02": "red"})).state
    assert MASONS.board(after)["walls"] == ["L01", "L02", "L04"]
    assert MASONS.board(after)["cities"] == [["S01"]]


def test_a_city_around_a_city() -> None:
    """A ring of spaces closes around an older city; it may join it, and then everything within goes back."""
    ring = ["S11", "S04", "S13", "S22", "S21", "S20", "S10", "S02", "S03", "S12"]
    board = MASONS.edition().board
    sides: dict[str, int] = {}
    for name in ring:
        for line, _ in board.across[board.space[name]]:
            sides[board.lines[line]] = sides.get(board.lines[line], 0) + 1
    outer = [line for line, count in sides.items() if count == 1]
    inner = ["L20", "L21", "L33"]
    towers = {name: "grey" for line in inner for name in _ends(line)}
    state = position(sorted({*outer, *inner}), towers, stage="end", wall_placed="L19" if "L19" in outer else outer[0])
    placed = board.lines[state.wall]
    at = {board.spaces[s]: "red" for s in board.sides[state.wall]}
    ends = [p for p in _ends(placed) if p not in towers]
    dice = rolled("red", "red", tower="white" if ends else None)
    rest = turn(dice, dict.fromkeys(ends, "white"), at)
    alone = allowed(MASONS, state, rest).state
    assert [sorted(city) for city in MASONS.board(alone)["cities"]] == sorted([["S12"], sorted(set(ring) - {"S12"})])
    one = allowed(MASONS, state, {**rest, "joined": {"with": ["S12"]}}).state
    assert MASONS.board(one)["cities"] == [sorted(ring)]
    assert set(inner).isdisjoint(MASONS.board(one)["walls"])


def _ends(line: str) -> list[str]:
    board = MASONS.edition().board
    return [board.points[p] for p in board.ends[board.line[line]]]


def test_pieces_may_be_moved_about_in_the_city_just_completed() -> None:
    state = closing("L20", "L33", "L23", spaces={"S12": houses("blue", "green"), "S13": houses("red")})
    moved = {"S12": houses("red"), "S13": {"houses": ["green"], "palaces": ["blue"]}}
    plain = allowed(MASONS, state, told()).state
    after = allowed(MASONS, state, told(rearranged=True, arrangement=moved)).state
    assert MASONS.board(after)["spaces"] == {"S04": houses("red"), **moved}
    assert MASONS.guild(after) == MASONS.guild(plain)
    for wrong in (
        {"S12": houses("red"), "S13": houses("green")},
        {"S12": moved["S12"], "S04": moved["S13"]},
        {**moved, "S12": houses("red", "red")},
    ):
        assert refusal(MASONS, state, told(arrangement=wrong)).clause == "within-the-city"
    assert refusal(MASONS, state, told(arrangement={"S99": houses()})).clause == "no-such-place"


def test_a_tower_shared_by_two_cities_counts_for_each_and_not_outside() -> None:
    state = closing(*S12, *S13, towers={**TOWERS, "P35": "grey"})
    guild = MASONS.guild(allowed(MASONS, state, told()).state)
    assert guild["city_tower_any"] == 3
    assert guild["tower_any"] == 2  # P15 and P35: the others are corners of a city
    assert guild["wall"] == 0
    assert guild["cities"] == 2
