"""The rulebook's worked examples with their numbers, on boards built to match: its pictures are lost."""

from __future__ import annotations

from rules.masons.game import MASONS
from tests.rules.masons.boards import cards, houses, palaces, position, rolled, turn, wall
from tests.rules.play import allowed, refusal


def test_a_black_tower_by_the_die_and_a_grey_one_by_choice() -> None:
    state = position(["L20", "L33"], {"P13": "white", "P14": "grey"})
    state = allowed(MASONS, state, wall("L77")).state
    rolled_black = turn(
        rolled("red", "?", tower="black"), {"P34": "black", "P29": "grey"}, {"S48": "red", "S47": "green"}
    )
    after = allowed(MASONS, state, rolled_black).state
    assert MASONS.board(after)["towers"] == {"P13": "white", "P14": "grey", "P34": "black", "P29": "grey"}
    assert MASONS.board(after)["spaces"]["S48"] == houses("red")
    assert MASONS.board(after)["spaces"]["S47"] == houses("green")


def test_at_the_edge_only_one_house() -> None:
    state = position(["L83"], {"P34": "grey", "P35": "grey"}, stage="end", wall_placed="L83")
    after = allowed(MASONS, state, turn(rolled("pink", "blue"), {}, {"S48": "blue"})).state
    assert MASONS.board(after)["spaces"] == {"S48": houses("blue")}


def test_two_red_houses_in_the_completed_city_become_a_red_palace() -> None:
    towers = dict.fromkeys(("P08", "P13", "P14"), "grey")
    state = position(["L20", "L21", "L33"], towers, {"S12": houses("red")}, stage="end", wall_placed="L21")
    after = allowed(MASONS, state, turn(rolled("red", "blue"), {}, {"S12": "red", "S13": "blue"})).state
    assert MASONS.board(after)["spaces"]["S12"] == palaces("red")


# City 1 is S12 with S13, closed by wall A on L33. City 2 shares two walls with it, city 3 one.
CITY_2, CITY_3 = ["S02", "S03", "S04", "S11"], ["S14"]
WALLS = ["L03", "L04", "L08", "L18", "L19", "L20", "L23", "L24", "L36"]


def test_three_ways_to_go_on_with_a_city_between_two() -> None:
    points = ["P02", "P03", "P07", "P08", "P09", "P13", "P14", "P15"]
    state = position(WALLS, dict.fromkeys(points, "white"))
    state = allowed(MASONS, state, wall("L33", encloses=["S12", "S13"])).state
    rest = turn(rolled("red", "red"), {}, {"S12": "red", "S22": "red"})
    apart = allowed(MASONS, state, rest).state
    assert MASONS.board(apart)["walls"] == sorted([*WALLS, "L33"])
    assert len(MASONS.board(apart)["cities"]) == 3
    two = allowed(MASONS, state, {**rest, "joined": {"with": CITY_2, "walls_removed": ["L19", "L20"]}}).state
    assert set(MASONS.board(apart)["walls"]) - set(MASONS.board(two)["walls"]) == {"L19", "L20"}
    assert MASONS.board(two)["cities"] == [sorted([*CITY_2, "S12", "S13"]), CITY_3]
    three = allowed(MASONS, state, {**rest, "joined": {"with": CITY_3, "walls_removed": ["L23"]}}).state
    assert MASONS.board(three)["cities"] == [CITY_2, ["S12", "S13", "S14"]]
    both = {**rest, "joined": {"with": [*CITY_2, *CITY_3]}}
    assert refusal(MASONS, state, both).clause == "not-a-neighbour"
    legal = [MASONS.told(action) for action in MASONS.legal(state, {"dice": rest["dice"]})]
    offered = {tuple(told["joined"]["walls_removed"]) if "joined" in told else () for told in legal}
    assert offered == {(), ("L19", "L20"), ("L23",)}


def test_a_wall_and_a_tower_within_the_city_go_back() -> None:
    walls = ["L20", "L24", "L35", "L40", "L52", "L21"]
    towers = {**dict.fromkeys(("P08", "P09", "P13", "P15", "P20", "P21"), "white"), "P14": "black"}
    state = allowed(MASONS, position(walls, towers), wall("L19")).state
    after = allowed(MASONS, state, turn(rolled("red", "blue"), {}, {"S04": "red", "S13": "blue"})).state
    assert "L21" not in MASONS.board(after)["walls"]
    assert "P14" not in MASONS.board(after)["towers"]
    assert MASONS.supply(after)["walls"] == 33 - 6
    assert MASONS.supply(after)["towers"] == {"black": 10, "white": 4, "grey": 10}


def test_both_who_are_last_may_swap() -> None:
    players = [{"name": "Yellow", "vp": 4}, {"name": "Red", "vp": 9}, {"name": "Green", "vp": 4}]
    city = ("L20", "L21", "L33")
    state = position(city, players=players, stage="cards", to_act=[1, 2, 0], city_scored=["S12"], next_player=1)
    for _ in range(3):
        state = allowed(MASONS, state, cards("cities")).state
    assert (state.stage, state.to_act) == ("swap", (2, 0))


# ---- the scoring example. City X: the six spaces around P21, and S14. Three more cities: S01, S09, S42.
X = ["S14", "S23", "S24", "S25", "S34", "S35", "S36"]
X_WALLS = ["L23", "L37", "L41", "L54", "L59", "L70"]  # without L24, which closes it
OTHER_CITIES = ["L01", "L02", "L04", "L12", "L14", "L15", "L68", "L69", "L80"]
SIX_WALLS = ["L30", "L32", "L45", "L46", "L47", "L63"]
X_TOWERS = {"P14": "black", "P15": "white", "P20": "grey", "P22": "grey", "P27": "black", "P28": "white"}
CITY_TOWERS = dict.fromkeys(("P01", "P02", "P05", "P06"), "black") | dict.fromkeys(
    ("P07", "P11", "P26", "P31", "P32"), "grey"
)
SHORE = {"P12": "white", "P17": "white", "P18": "white", "P24": "black", "P30": "black"}
ELSEWHERE = {"P13": "black", "P19": "black", "P23": "white"}
SIX_IN_R2 = {"S05": "pink", "S16": "blue", "S17": "pink", "S18": "yellow", "S26": "green", "S28": "pink"}
BEYOND = {"S10": "pink", "S19": "pink", "S39": "pink", "S20": "red"}
IN_X = {"S23": "green", "S36": "green", "S24": "pink"}


def test_the_scoring_example() -> None:
    """A: 9 and 10, B: 6, C: 4 and 6, D: 7 and 7."""
    state = position(
        [*X_WALLS, *OTHER_CITIES, *SIX_WALLS],
        {**X_TOWERS, **CITY_TOWERS, **SHORE, **ELSEWHERE},
        {space: houses(colour) for space, colour in {**SIX_IN_R2, **BEYOND, **IN_X}.items()},
        players=("A", "B", "C", "D"),
    )
    state = allowed(MASONS, state, wall("L24", encloses=X)).state
    placing = turn(rolled("red", "?", tower="grey"), {"P09": "grey"}, {"S14": "blue", "S15": "red"})
    state = allowed(MASONS, state, placing).state
    assert len(MASONS.board(state)["cities"]) == 4
    earned = []
    for faces in (("size", "tower_shore"), ("wall",), ("cities", "house_pink"), ("city_tower_any", "house_region_R2")):
        verdict = allowed(MASONS, state, cards(*faces))
        by_clause = {str(e.why): e.change for e in verdict.ledger if e.what == "vp"}
        earned.append(by_clause)
        state = verdict.state
    assert earned == [
        {"size, spaces 7: 9": 9, "towers on the shore outside, 5 x 2: 10": 10},
        {"walls outside: 6": 6},
        {"pink houses outside: 6": 6, "cities: 4": 4},
        {"towers in the city: 7": 7, "houses outside in region R2: 7": 7},
    ]
    assert state.points == (19, 6, 10, 14)
    assert (state.stage, state.to_act) == ("swap", (1,))
