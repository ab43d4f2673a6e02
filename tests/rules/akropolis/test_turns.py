"""The site and its price, the Chief Architect's rounds, the stacks, and the end."""

from __future__ import annotations

from random import Random

import pytest

from rules.akropolis.edition import DEFAULT
from rules.akropolis.game import AKROPOLIS as GAME
from rules.akropolis.state import State, Turn
from rules.ledger import TABLE, total
from rules.trouble import Trouble
from tests.rules.akropolis.cities import placed, table
from tests.rules.akropolis.dealer import TheDealer
from tests.rules.play import allowed, random_sitting, refusal, shuffled

NAMES = ["Ada", "Bo", "Cy", "Di"]


def dealt(players: int, **settings: object) -> tuple[State, list[str]]:
    """A table set up with the first tiles of the box in their order, and the tiles that are left."""
    faces = DEFAULT.faces(players, bool(settings.get("all_tiles")))
    tiles = [face for face in sorted(faces) for _ in range(faces[face])]
    state = GAME.set_up(NAMES[:players], settings, given={"site": tiles[: players + 2]})
    return state, tiles[players + 2 :]


# ---- set-up
@pytest.mark.parametrize(
    ("players", "tiles", "settings"),
    [(2, 37, {}), (3, 49, {}), (4, 61, {}), (2, 61, {"all_tiles": True}), (3, 61, {"all_tiles": True})],
)
def test_the_tiles_of_the_player_number_make_eleven_stacks_and_all_tiles_more(
    players: int, tiles: int, settings: dict[str, object]
) -> None:
    state, rest = dealt(players, **settings)
    assert len(rest) + players + 2 == tiles
    assert state.stacks == {(2, 61): 19, (3, 61): 14}.get((players, tiles) if settings else (0, 0), 11)
    assert state.stacks * (players + 1) == len(rest) == sum(state.unseen.values())
    assert len(state.site) == players + 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_later_players_begin_with_more_stones_and_all_with_a_house_plaza_and_three_quarries(players: int) -> None:
    state, _ = dealt(players)
    assert [city.stones for city in state.cities] == [1, 2, 3, 4][:players]
    for city in state.cities:
        assert sorted(column.kind for column in city.columns.values()) == ["H", "q", "q", "q"]
        assert {column.level for column in city.columns.values()} == {1}
    assert (state.seat, GAME.chief(state)) == (0, 0)


def test_the_site_may_be_filled_by_the_first_action() -> None:
    later = GAME.set_up(NAMES[:2])
    assert later.waits
    at_once = GAME.set_up(NAMES[:2], given={"site": ["Hqq", "hqm", "bth", "Tqq"]})
    verdict = allowed(GAME, later, {"refill": ["qqH", "qmh", "thb", "qTq"]})
    assert verdict.state == at_once
    assert not verdict.ledger


@pytest.mark.parametrize("players", [1, 5])
def test_other_numbers_do_not_play(players: int) -> None:
    with pytest.raises(Trouble, match="2 to 4"):
        GAME.set_up([*NAMES, "Ed"][:players])


def test_a_first_site_of_another_size_or_of_tiles_that_are_not_there_is_trouble() -> None:
    with pytest.raises(Trouble, match="has 4 tiles, not 3"):
        GAME.set_up(NAMES[:2], given={"site": ["Hqq", "hqm", "bth"]})
    with pytest.raises(Trouble, match="cannot hold 2 tiles bth"):
        GAME.set_up(NAMES[:2], given={"site": ["bth", "hqm", "bth", "Hqq"]})
    with pytest.raises(Trouble, match="cannot hold 1 tiles Bqh"):  # a tile for three
        GAME.set_up(NAMES[:2], given={"site": ["Bqh", "hqm", "bth", "Hqq"]})


# ---- the price
def test_the_fourth_tile_costs_three_stones_as_in_the_rulebook() -> None:
    state = table("Hqq hqm bth Tqq gqm bqt", 4, chief=3)
    verdict = allowed(GAME, state, placed("Tqq", 0, 1, 2, take=4))
    assert [(e.seat, e.what, e.change, e.clause) for e in verdict.ledger] == [(3, "stones", -3, "price")]
    assert verdict.state.cities[3].stones == 1
    assert verdict.state.site == ("Hqq", "hqm", "bth", "gqm", "bqt")


def test_the_first_tile_is_free_even_without_stones() -> None:
    state = GAME.position({**GAME.describe(table("Hqq hqm bth Tqq")), "players": [{"name": "A", "stones": 0}, "B"]})
    assert allowed(GAME, state, placed("Hqq", 0, 1, 2, take=1)).ledger == ()
    assert {action.take for action in GAME.legal(state) if isinstance(action, Turn)} == {1}


def test_stones_gained_by_a_tile_do_not_pay_for_it() -> None:
    laid = allowed(GAME, table("hqm Hqq bth Tqq"), placed("hqm", 0, 1, 2, take=1)).state
    players = GAME.describe(laid)["players"]
    players[0]["stones"] = 0
    state = GAME.position({**GAME.describe(table("Hqq bth Tqq gqm")), "players": players})
    assert refusal(GAME, state, placed("bth", 0, 0, 2, take=2)).clause == "price"
    assert allowed(GAME, state, placed("Hqq", 0, 0, 2, take=1)).state.cities[0].stones == 1


def test_the_place_need_not_be_told_where_a_face_lies_once() -> None:
    state = table("Hqq hqm bth Tqq")
    assert (
        allowed(GAME, state, placed("mhq", 0, 1, 2)).state == allowed(GAME, state, placed("mhq", 0, 1, 2, take=2)).state
    )


# ---- rounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chief_plays_first_and_last_and_then_the_next_one_is_chief(players: int) -> None:
    rng = Random(players)
    dealer = TheDealer(rng, players)
    state = GAME.set_up(**dealer.set_up())
    for number in range(3):
        assert GAME.chief(state) == number % players
        seats = []
        for _ in range(players + 1):
            seats.append(state.seat)
            action = next(GAME.legal(state, dealer.given(state), shuffled(rng)))
            before, state = state, allowed(GAME, state, GAME.told(action)).state
            dealer.saw(action, state)
        assert seats == [(number + turn) % players for turn in range(players + 1)]
        assert len(state.site) == players + 2
        assert state.stacks == before.stacks - 1


def test_the_tile_left_opens_the_new_site_and_one_stack_follows() -> None:
    verdict = allowed(GAME, table("Hqq hqm"), placed("Hqq", 0, 1, 2, take=1, refill=["thb", "Tqq", "gqq"]))
    assert verdict.state.site == ("hqm", "bth", "Tqq", "gqq")
    assert (verdict.state.stacks, GAME.chief(verdict.state)) == (10, 1)
    entry = verdict.ledger[-1]
    assert (entry.seat, entry.what, entry.change, entry.clause) == (TABLE, "stacks", -1, "site-refill")
    assert "Bo is Chief Architect" in str(entry.why)


def test_the_site_may_be_filled_up_after_the_turn_to_the_same_end() -> None:
    refill = ["bth", "Tqq", "gqq"]
    at_once = allowed(GAME, table("Hqq hqm"), placed("Hqq", 0, 1, 2, take=1, refill=refill)).state
    turned = allowed(GAME, table("Hqq hqm"), placed("Hqq", 0, 1, 2, take=1)).state
    assert (turned.waits, turned.seat) == (True, 1)
    assert allowed(GAME, turned, {"refill": refill}).state == at_once
    assert [GAME.told(a) for a in GAME.legal(turned, {"refill": refill})] == [{"refill": refill}]


# ---- the end
def test_with_one_tile_and_no_stack_left_the_end_is_scored_into_the_ledger() -> None:
    state = table("hhq hqm", stacks=0)
    verdict = allowed(GAME, state, placed("hhq", 0, 1, 2, take=1))
    assert GAME.turn(verdict.state) is None
    assert verdict.state.site == ("hqm",)  # the last tile is not played
    assert [total(verdict.ledger, seat, "vp") for seat in (0, 1)] == [2 + 1, 2]
    assert {entry.clause for entry in verdict.ledger} == {"houses", "stones-left"}
    standing = GAME.standing(verdict.state)
    assert standing.over
    assert [seat.so_far for seat in standing.seats] == [3, 2]


def test_before_the_end_nothing_is_scored_and_the_live_score_stands_beside() -> None:
    seat = GAME.standing(allowed(GAME, table("hhq hqm bth Tqq"), placed("hhq", 0, 1, 2, take=1)).state).seats[0]
    assert (seat.so_far, seat.so_far_lines) == (0, ())
    assert seat.now == 3


@pytest.mark.parametrize(("players", "turns", "settings"), [(2, 18, {}), (3, 16, {}), (4, 15, {})])
def test_twelve_rounds_give_everybody_as_many_tiles(players: int, turns: int, settings: dict[str, object]) -> None:
    state, rest = dealt(players, **settings)
    rng = Random(1)
    while GAME.turn(state) is not None:
        ends = len(state.site) == 2 and state.stacks > 0
        given = {"refill": rest[: players + 1]} if ends else {}
        state = allowed(GAME, state, GAME.told(next(GAME.legal(state, given, shuffled(rng))))).state
        rest = rest[players + 1 :] if ends else rest
    assert [city.laid for city in state.cities] == [turns] * players
    assert not rest


@pytest.mark.parametrize(("players", "turns"), [(2, 30), (3, 20)])
def test_the_longer_game_uses_all_tiles(players: int, turns: int) -> None:
    seed = next(s for s in range(50) if "all_tiles" in TheDealer(Random(s), players).settings)
    _, sitting = random_sitting("akropolis", seed, players)
    assert [city.laid for city in sitting.state.cities] == [turns] * players


def test_more_stones_than_the_box_holds_are_warned_of() -> None:
    players = [{"name": "A", "stones": 39}, {"name": "B", "stones": 1}]
    state = GAME.position({**GAME.describe(table("hqm Hqq bth Tqq")), "players": players})
    state = allowed(GAME, state, placed("hqm", 0, 1, 2, take=1)).state
    state = allowed(GAME, state, placed("Hqq", 0, 1, 2, take=1)).state
    assert state.seat == 0
    verdict = allowed(GAME, state, placed(state.site[0], 0, 0, 2, take=1))
    assert any("41 stones" in str(warning) for warning in verdict.warnings)
