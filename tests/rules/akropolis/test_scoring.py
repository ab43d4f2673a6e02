"""What a city is worth: each district, its variant and its readings, on cities that show the one thing."""

from __future__ import annotations

import pytest

from rules.akropolis.game import AKROPOLIS as GAME
from tests.rules.akropolis.cities import AROUND, VARIANTS, finished, lines, points, ring

# Seven houses in one group: five on level 1 and two on level 2; three house stars; and two houses apart.
WORKED = "h 0,0; h 1,0; h 2,0; h2 3,0; h2 4,0; h 0,1; h 1,1; H 0,3; H 1,3; H 2,3; h 7,0; h 8,0"


def test_the_worked_example_of_the_houses_is_27() -> None:
    assert lines(WORKED)["houses"].points == 3 * 9 == 27
    assert str(lines(WORKED)["houses"].how) == "(5 x 1 + 2 x 2) x 3 stars = 9 x 3"


def test_stars_are_one_for_houses_three_for_gardens_and_two_else() -> None:
    assert points("h 0,0; H 5,5", "houses") == 1
    assert points("m 0,0; M 5,5", "markets") == 2
    assert points("b 0,0; B 5,5", "barracks") == 2
    assert points(f"t 0,0; {ring('q')}; T 5,5", "temples") == 2
    assert points("g 0,0; G 5,5", "gardens") == 3


def test_the_stars_of_several_plazas_add_up_and_their_height_does_not_matter() -> None:
    assert points("g 0,0; G 5,5; G3 7,7", "gardens") == 6


@pytest.mark.parametrize("level", [1, 2, 3, 5])
def test_a_district_is_worth_its_level(level: int) -> None:
    assert points(f"g{level} 0,0; G 5,5", "gardens") == 3 * level


def test_without_a_plaza_a_colour_is_worth_nothing_and_the_line_says_so() -> None:
    line = lines("g2 0,0; q 1,0; H 2,0")["gardens"]
    assert (line.points, line.clause) == (0, "plazas")
    assert "no plaza of gardens" in str(line.how)


def test_stones_are_worth_one_point_each() -> None:
    line = lines("q 0,0", stones=7)["stones"]
    assert (line.points, line.clause) == (7, "stones-left")


def test_quarries_are_worth_nothing() -> None:
    assert sum(line.points for line in lines("q 0,0; q3 1,0").values()) == 0


# ---- houses
def test_only_the_largest_group_of_houses_counts() -> None:
    assert points("h 0,0; h 1,0; h 5,5; H 9,9", "houses") == 2


def test_a_plaza_joins_no_houses() -> None:
    assert points("h 0,0; H 1,0; h 2,0", "houses") == 1


def test_houses_on_different_levels_are_neighbours_in_plan() -> None:
    assert points("h 0,0; h3 1,0; H 9,9", "houses") == 4


def test_the_largest_group_is_that_of_most_hexes_then_of_most_value() -> None:
    three_low_two_high = "h 0,0; h 1,0; h 2,0; h3 5,5; h3 6,5; H 9,9"
    assert points(three_low_two_high, "houses") == 3
    assert points(three_low_two_high, "houses", house_group="most_value") == 6
    as_many = "h 0,0; h 1,0; h2 5,5; h3 6,5; H 9,9"
    assert points(as_many, "houses") == points(as_many, "houses", house_group="most_value") == 5


def test_variant_houses_a_group_worth_ten_counts_double() -> None:
    ten, nine = "h4 0,0; h3 1,0; h3 2,0; H 9,9", "h3 0,0; h3 1,0; h3 2,0; H 9,9"
    assert points(ten, "houses") == 10
    assert points(ten, "houses", variant_houses=True) == 20
    assert points(nine, "houses", variant_houses=True) == 9
    assert lines(ten, variant_houses=True)["houses"].clause == "variant-houses"
    assert lines(nine, variant_houses=True)["houses"].clause == "houses"


# ---- markets
def test_markets_beside_markets_count_nothing_and_others_do() -> None:
    assert points("m 0,0; m 1,0; m2 5,5; M 9,9", "markets") == 2 * 2
    assert lines("m 0,0; m 1,0; M 9,9")["markets"].points == 0


def test_a_market_plaza_spoils_no_market_and_height_parts_none() -> None:
    assert points("m 0,0; M 1,0", "markets") == 2
    assert points("m 0,0; m3 1,0; M 9,9", "markets") == 0


def test_variant_markets_beside_a_market_plaza_count_double() -> None:
    city = "m2 0,0; M 1,0; m 5,5; H 6,5"
    assert points(city, "markets") == 2 * (2 + 1)
    assert points(city, "markets", variant_markets=True) == 2 * (4 + 1)
    assert points("m 0,0; m 0,1; M 1,0", "markets", variant_markets=True) == 0


# ---- barracks
def around_but(kind: str, *empty: str) -> str:
    return "; ".join(f"{kind} {place}" for place in AROUND if place not in empty)


def test_barracks_count_at_the_edge_only() -> None:
    assert points("b2 0,0; B 5,5", "barracks") == 4
    assert points(f"b2 0,0; {ring('q')}; B 5,5", "barracks") == 0
    assert points(f"b2 0,0; {around_but('q', '1,0')}; B 5,5", "barracks") == 4


# Ten hexes round two: a barracks on one of the inner ones, the other one a lake of a single hex.
LAKE = "b 0,0; q 0,-1; q 1,-1; q 0,1; q -1,1; q -1,0; q 2,-1; q 2,0; q 1,1; B 9,9"


def test_a_lake_is_no_edge_unless_the_table_reads_it_so() -> None:
    assert points(LAKE, "barracks") == 0
    assert points(LAKE, "barracks", barracks_edge="any_empty") == 2


@pytest.mark.parametrize(("empty", "doubled"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 1), (6, 1)])
def test_variant_barracks_with_three_or_four_empty_sides_count_double(empty: int, doubled: int) -> None:
    built = "; ".join(f"q {place}" for place in AROUND[: 6 - empty])
    city = f"b2 0,0; B 9,9; {built}" if built else "b2 0,0; B 9,9"
    assert points(city, "barracks") == 4
    assert points(city, "barracks", variant_barracks=True) == 4 * doubled


def test_variant_barracks_count_their_empty_sides_as_the_table_reads_the_edge() -> None:
    # Two sides to the open table, one to a lake.
    city = "b 0,0; q 0,1; q -1,1; q -1,0; q 2,-1; q 2,0; q 1,1; q 1,-1; B 9,9"
    assert points(city, "barracks", variant_barracks=True) == 2
    city = "b 0,0; q 1,-1; q 0,1; q -1,1; q 2,-1; q 2,0; q 1,1; B 9,9"
    assert points(city, "barracks", variant_barracks=True) == 2  # the lake at 1,0 is no third empty side
    assert points(city, "barracks", variant_barracks=True, barracks_edge="any_empty") == 4


# ---- temples
def test_temples_count_when_all_six_sides_are_built() -> None:
    assert points(f"t2 0,0; {ring('q')}; T 5,5", "temples") == 4
    assert points(f"t2 0,0; {around_but('q', '1,0')}; T 5,5", "temples") == 0


def test_a_lake_beside_a_temple_leaves_it_open() -> None:
    assert points(LAKE.replace("b 0,0", "t 0,0").replace("B 9,9", "T 9,9"), "temples") == 0


def test_variant_temples_above_level_one_count_double() -> None:
    assert points(f"t 0,0; {ring('q')}; T 5,5", "temples", variant_temples=True) == 2
    assert points(f"t2 0,0; {ring('q')}; T 5,5", "temples", variant_temples=True) == 8
    assert points(f"t3 0,0; {ring('q')}; T 5,5", "temples", variant_temples=True) == 12


# ---- gardens
def test_gardens_count_anywhere() -> None:
    assert points("g 0,0; g2 1,0; G 5,5", "gardens") == 9


# A lake of two hexes, 1,0 and 2,0, with a garden at its shore.
LONG_LAKE = "g 0,0; q 1,-1; q 2,-1; q 3,-1; q 3,0; q 2,1; q 1,1; q 0,1; G 9,9"


def test_variant_gardens_beside_a_lake_count_double() -> None:
    city = LAKE.replace("b 0,0", "g 0,0").replace("B 9,9", "G 9,9")
    assert points(city, "gardens") == 3
    assert points(city, "gardens", variant_gardens=True) == 6
    assert points("g 0,0; G 9,9", "gardens", variant_gardens=True) == 3


def test_a_lake_has_any_size_unless_the_table_wants_a_single_hex() -> None:
    assert points(LONG_LAKE, "gardens", variant_gardens=True) == 6
    assert points(LONG_LAKE, "gardens", variant_gardens=True, lake="single_hex") == 3
    single = LAKE.replace("b 0,0", "g 0,0").replace("B 9,9", "G 9,9")
    assert points(single, "gardens", variant_gardens=True, lake="single_hex") == 6


def test_a_bay_is_no_lake() -> None:
    assert points(LONG_LAKE.replace("q 3,0; ", ""), "gardens", variant_gardens=True) == 3


# ---- all of them
EVERYTHING = (
    "h4 0,0; h3 1,0; h3 2,0; H 3,0; "  # 10 in houses
    "m 0,1; M 1,1; "  # a market beside its plaza
    "b2 -1,0; q -1,1; B 2,1; "  # four empty sides
    "t2 5,5; q 5,4; q 6,4; q 6,5; q 5,6; q 4,6; q 4,5; T 9,9; "  # a temple built in
    "g 20,0; q 21,-1; q 22,-1; q 22,0; q 21,1; q 20,1; G 12,12"  # a garden at a lake
)


@pytest.mark.parametrize("colour", VARIANTS)
def test_each_variant_changes_its_own_colour_alone(colour: str) -> None:
    plain = {what: line.points for what, line in lines(EVERYTHING).items()}
    varied = {what: line.points for what, line in lines(EVERYTHING, **{f"variant_{colour}": True}).items()}
    assert varied == {**plain, colour: 2 * plain[colour]}
    assert plain[colour] > 0


def test_all_variants_together() -> None:
    plain = {what: line.points for what, line in lines(EVERYTHING).items()}
    together = {f"variant_{colour}": True for colour in VARIANTS}
    varied = {what: line.points for what, line in lines(EVERYTHING, **together).items()}
    assert varied == {what: 2 * worth for what, worth in plain.items()}


def test_the_score_sheet_names_every_reading_that_would_change_something() -> None:
    sheet = GAME.score_sheet(finished(LONG_LAKE), 0)
    assert sheet["plain"]["gardens"] == 3
    assert sheet["plain_total_without_stones"] == 3
    assert sheet["variants"]["gardens"] == 6
    assert set(sheet["other_readings"]) == {"lake=single_hex"}
    assert sheet["other_readings"]["lake=single_hex"]["variants"]["gardens"] == 3
    assert set(GAME.score_sheet(finished(LAKE), 0)["other_readings"]) == {"barracks_edge=any_empty"}
