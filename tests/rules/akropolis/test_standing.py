"""Who wins and by which rule, and what the standing says about readings and settings."""

from __future__ import annotations

from typing import Any

import pytest

from rules.akropolis.game import AKROPOLIS as GAME
from rules.akropolis.state import State
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from tests.rules.akropolis.cities import VARIANTS, alone, finished, hexes, placed, table
from tests.rules.akropolis.test_scoring import LAKE, LONG_LAKE
from tests.rules.play import allowed


def over(*cities: tuple[str, int], **settings: Any) -> State:
    """Finished cities side by side, with the stones that were counted."""
    players = [
        {"name": name, "city": hexes(text), "stones": stones}
        for name, (text, stones) in zip(("Ada", "Bo", "Cy"), cities, strict=False)
    ]
    return GAME.position({"players": players, "over": True, "settings": settings})


def notes(state: State) -> list[str]:
    return [str(note) for note in GAME.standing(state).notes]


# ---- outcome
def test_the_most_points_win() -> None:
    outcome = GAME.standing(over(("g 0,0; G 5,5", 0), ("g2 0,0; G 5,5", 1), ("q 0,0", 3))).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ((1,), "most-points")
    assert outcome.places == ((1,), (2,), (0,))  # among those who have 3 points the stones part


def test_a_tie_goes_to_the_most_stones() -> None:
    outcome = GAME.standing(over(("g 0,0; G 5,5", 1), ("h 0,0; H 5,5", 3))).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ((1,), "tie-stones")


def test_a_tie_in_stones_too_is_shared() -> None:
    outcome = GAME.standing(over(("g 0,0; G 5,5", 2), ("g 9,0; G 5,5", 2), ("q 0,0", 0))).outcome
    assert outcome is not None
    assert (outcome.places, outcome.clause) == (((0, 1), (2,)), "shared-victory")


def test_the_live_outcome_counts_what_stands_now() -> None:
    standing = GAME.standing(allowed(GAME, table("hhq hqm bth Tqq"), placed("hhq", 0, 1, 2)).state)
    assert not standing.over
    assert standing.outcome is not None
    assert standing.outcome.winners == (0,)
    assert [seat.so_far for seat in standing.seats] == [0, 0]


# ---- readings
def test_the_readings_in_use_are_named() -> None:
    said = notes(finished("q 0,0"))
    assert any(note.startswith("reading barracks_edge: outside") for note in said)
    assert any(note.startswith("reading house_group: most_hexes") for note in said)
    assert not any("lake: any_size" in note for note in said)  # the lake matters to the variant alone
    assert any(note.startswith("reading lake: any_size") for note in notes(finished("q 0,0", variant_gardens=True)))


@pytest.mark.parametrize(
    ("city", "settings", "note"),
    [
        (LAKE, {}, "read as any_empty: Ada +2"),
        (LAKE, {"barracks_edge": "any_empty"}, "read as outside: Ada -2"),
        (LONG_LAKE, {"variant_gardens": True}, "read as single_hex: Ada -3"),
        ("h 0,0; h 1,0; h3 5,5; H 9,9", {}, "read as most_value: Ada +1"),
    ],
)
def test_a_reading_that_matters_says_whom_the_other_would_change(
    city: str, settings: dict[str, Any], note: str
) -> None:
    assert any(note in said for said in notes(finished(city, **settings)))


def test_settings_that_are_not_the_default_are_named() -> None:
    said = notes(finished("q 0,0", variant_houses=True, lake="single_hex"))
    assert "setting variant_houses: true" in said
    assert "setting lake: single_hex" in said


def test_all_tiles_with_three_players_differs_from_the_rulebook_and_says_so() -> None:
    state = GAME.set_up(["A", "B", "C"], {"all_tiles": True})
    assert any("14 stacks" in note for note in notes(state))
    assert not any("stacks" in note for note in notes(GAME.set_up(["A", "B"], {"all_tiles": True})))


def test_one_city_alone_says_what_it_does_not_know() -> None:
    assert any("stones are paid only" in note for note in notes(alone()))


# ---- settings that may still be changed
def test_a_reading_may_be_changed_until_the_end_and_a_variant_never() -> None:
    sitting = Sitting(GAME, alone(city=hexes(LAKE)))
    assert isinstance(sitting.do({"do": "setting", "name": "barracks_edge", "value": "any_empty"}), Done)
    assert GAME.standing(sitting.state).seats[0].now == 2
    with pytest.raises(Trouble, match="cannot be changed any more"):
        sitting.do({"do": "setting", "name": "variant_houses", "value": True})
    assert isinstance(sitting.do({"do": "action", "action": {"end": True}}), Done)
    with pytest.raises(Trouble, match="cannot be changed any more"):
        sitting.do({"do": "setting", "name": "barracks_edge", "value": "outside"})


def test_defaults_are_the_first_choices() -> None:
    state = GAME.set_up(["A", "B"])
    assert GAME.table_settings(state).changed == {}
    for colour in VARIANTS:
        assert GAME.table_settings(state)[f"variant_{colour}"] is False
    assert GAME.with_settings(state, GAME.table_settings(state).but("lake", "single_hex")) != state
