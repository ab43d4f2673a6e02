"""Guild cards played, discarded and swapped, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from rules.masons.game import MASONS
from rules.masons.guild import FACES
from rules.masons.state import State
from tests.rules.masons.boards import cards, houses, palaces, position, rolled, turn, wall
from tests.rules.play import allowed, refusal

CITY = ("L20", "L21", "L33")  # around S12
OTHER = ("L74", "L75", "L82")  # around S46


def scoring(players: Any = ("Ada", "Bo", "Cleo"), **more: Any) -> State:
    more = {"stage": "cards", "to_act": [0, 1, 2], "city_scored": ["S12"], "deck": 30, **more}
    return position(CITY, {"P08": "grey"}, {"S12": houses("red")}, players=players, **more)


# ---- playing cards
def test_one_card_or_two_and_a_card_is_drawn() -> None:
    state = scoring()
    one = allowed(MASONS, state, cards("size", drawn=1)).state
    assert (one.points, one.hands, one.deck, one.discard) == ((6, 0, 0), (6, 6, 6), 29, 13)
    verdict = allowed(MASONS, one, cards("city_tower_any", "cities"))
    assert (verdict.state.points, verdict.state.hands) == ((6, 2, 0), (6, 5, 6))
    assert [(e.seat, e.what, e.change, e.clause) for e in verdict.ledger] == [
        (1, "vp", 1, "about-the-city"),
        (1, "vp", 1, "about-cities"),
        (1, "cards", -2, "one-or-two-cards"),
        (1, "cards", 1, "draw"),
    ]
    three = cards("size", "wall", "cities")
    assert refusal(MASONS, state, three).clause == "one-or-two-cards"
    assert allowed(MASONS, state, three, "one-or-two-cards").state.points[0] == 7
    assert refusal(MASONS, state, cards("size", drawn=2)).clause == "draw"
    assert allowed(MASONS, state, cards("size", drawn=2), "draw").state.hands[0] == 7


def test_or_a_card_is_discarded_unscored_and_two_are_drawn() -> None:
    state = scoring()
    after = allowed(MASONS, state, {"stage": "cards", "discarded": 1, "drawn": 2}).state
    assert (after.points, after.hands, after.deck) == ((0, 0, 0), (7, 6, 6), 28)
    assert refusal(MASONS, state, cards("size", discarded=1)).clause == "play-or-discard"
    assert refusal(MASONS, state, {"stage": "cards", "discarded": 2}).clause == "play-or-discard"
    assert refusal(MASONS, state, cards()).clause == "play-or-discard"
    assert refusal(MASONS, state, {"stage": "cards", "discarded": 1, "drawn": 1}).clause == "draw"


def test_nobody_plays_more_than_he_holds() -> None:
    state = scoring([{"name": "Ada", "cards": 1}, "Bo", "Cleo"])
    allowed(MASONS, state, cards("size"))
    assert refusal(MASONS, state, cards("size", "wall")).clause == "not-in-hand"
    nothing = scoring([{"name": "Ada", "cards": 0}, "Bo", "Cleo"])
    assert refusal(MASONS, nothing, cards("size")).clause == "not-in-hand"
    assert allowed(MASONS, nothing, cards()).state.hands == (1, 6, 6)


def test_the_city_is_the_one_just_closed() -> None:
    state = scoring()
    allowed(MASONS, state, cards("size", city=["S12"]))
    assert refusal(MASONS, state, cards("size", city=["S46"])).clause == "city-scored"


def test_when_the_supply_is_used_up_the_discards_are_shuffled() -> None:
    verdict = allowed(MASONS, scoring(deck=0), cards("size"))
    assert (verdict.state.hands, verdict.state.deck, verdict.state.discard) == ((6, 6, 6), 42, 0)
    assert "shuffle" in str(verdict.warnings[0])
    last = allowed(MASONS, scoring(deck=1), cards("size"))
    assert (last.state.deck, last.warnings) == (0, ())


def test_fewer_are_drawn_when_nothing_is_left_to_shuffle() -> None:
    players = [{"name": "Ada", "cards": 20}, {"name": "Bo", "cards": 20}, {"name": "Cleo", "cards": 20}]
    state = scoring(players, deck=0)
    assert allowed(MASONS, state, {"stage": "cards", "discarded": 1, "drawn": 1}).state.hands == (20, 20, 20)


# ---- swapping
def played(*faces: str, players: Any = ("Ada", "Bo", "Cleo"), **more: Any) -> State:
    state = scoring(players, **more)
    for face in faces:
        state = allowed(MASONS, state, cards(face)).state
    return state


def test_whoever_is_last_may_swap_and_then_the_next_turn_begins() -> None:
    state = played("size", "wall", "city_tower_any")
    assert (state.stage, state.to_act, state.points) == ("swap", (1,), (6, 0, 1))
    verdict = allowed(MASONS, state, {"stage": "swap", "discarded": 4, "drawn": 4})
    assert (verdict.state.hands, verdict.state.deck) == ((6, 6, 6), 23)
    assert [(e.seat, e.what, e.change) for e in verdict.ledger] == [(1, "cards", -4), (1, "cards", 4)]
    assert (verdict.state.stage, verdict.state.seat, verdict.state.scored) == ("wall", 1, 0)
    assert refusal(MASONS, state, {"stage": "swap", "discarded": 7}).clause == "not-in-hand"
    assert refusal(MASONS, state, {"stage": "swap", "discarded": 4, "drawn": 3}).clause == "swap"
    assert refusal(MASONS, state, cards("size")).clause == "wrong-moment"
    allowed(MASONS, state, {"stage": "swap", "discarded": 0})


def test_all_who_are_last_may_swap_the_active_player_first() -> None:
    state = scoring(next_player=2, to_act=[2, 0, 1])
    for face in ("wall", "size", "wall"):
        state = allowed(MASONS, state, cards(face)).state
    assert (state.stage, state.to_act) == ("swap", (2, 1))
    assert refusal(MASONS, state, {"stage": "swap", "discarded": 1, "player": 1}).clause == "not-your-turn"
    state = allowed(MASONS, state, {"stage": "swap", "discarded": 6}).state
    assert (state.stage, state.to_act) == ("swap", (1,))
    assert allowed(MASONS, state, {"stage": "swap", "discarded": 0}).state.seat == 0


# ---- the end
def last_turn(*walls: str, wall_placed: str, at: dict[str, str], **more: Any) -> State:
    """The state after a turn that places the last wall."""
    before = [line for line in walls if line != wall_placed]
    state = position(before, supply={"walls": 1}, **more)
    state = allowed(MASONS, state, wall(wall_placed)).state
    board = state.table.edition.board
    ends = [board.points[p] for p in board.ends[state.wall]]
    dice = rolled("?", "?", tower="white")
    after: State = allowed(MASONS, state, turn(dice, dict.fromkeys(ends, "white"), at)).state
    return after


def test_the_last_wall_without_a_city_ends_the_game_with_a_free_scoring() -> None:
    state = last_turn(*CITY, *OTHER, "L03", wall_placed="L03", at={"S03": "red"}, next_player=1)
    assert (state.stage, state.to_act, state.scored, state.ending) == ("cards", (1, 2, 0), 0, True)
    both = allowed(MASONS, state, cards("size", "wall", city=["S46"]))
    assert (both.state.points, both.state.hands) == ((0, 7, 0), (6, 4, 6))
    assert refusal(MASONS, state, cards("size")).clause == "name-a-city"
    assert refusal(MASONS, state, cards("size", city=["S46", "S12"])).clause == "name-a-city"
    allowed(MASONS, state, cards("wall"))
    assert refusal(MASONS, state, {"stage": "cards", "discarded": 1}).clause == "play-or-discard"
    assert refusal(MASONS, state, cards("wall", drawn=1)).clause == "draw"
    state = both.state
    for action in (cards(), cards("cities")):
        state = allowed(MASONS, state, action).state
    assert (state.stage, state.points, state.hands) == ("over", (2, 7, 0), (5, 4, 6))
    assert MASONS.turn(state) is None
    assert refusal(MASONS, state, wall("L83")).clause == "game-over"


def test_without_any_city_the_game_is_over_at_once() -> None:
    state = last_turn("L03", wall_placed="L03", at={"S03": "red"})
    assert (state.stage, MASONS.turn(state)) == ("over", None)


def test_when_the_last_wall_closes_a_city_cards_are_drawn_and_swapped_as_ever() -> None:
    state = last_turn(*CITY, wall_placed="L33", at={"S12": "red", "S22": "red"})
    assert (state.stage, state.scored != 0, state.ending) == ("cards", True, True)
    for _ in range(3):
        state = allowed(MASONS, state, cards("size", drawn=1)).state
    assert (state.stage, state.to_act, state.hands) == ("swap", (0, 1, 2), (6, 6, 6))
    for _ in range(3):
        state = allowed(MASONS, state, {"stage": "swap", "discarded": 2}).state
    assert state.stage == "over"


def test_the_last_tower_ends_the_game_after_the_rest_of_the_turn_even_if_one_comes_back() -> None:
    supply = {"towers": {"black": 0, "grey": 0, "white": 1}}
    hexagon = ["L20", "L24", "L35", "L40", "L52", "L21", "L19"]
    towers = dict.fromkeys(("P08", "P13", "P15", "P20", "P21"), "white") | {"P14": "black"}
    state = position(hexagon, towers, stage="end", wall_placed="L19", supply=supply)
    after = allowed(
        MASONS, state, turn(rolled("?", "?", tower="white"), {"P09": "white"}, {"S04": "red", "S13": "red"})
    )
    assert after.state.ending
    assert MASONS.supply(after.state)["towers"] == {"black": 1, "grey": 0, "white": 0}


def test_the_last_palace_ends_the_game() -> None:
    supply = {"palaces": {"yellow": 0, "green": 0, "blue": 0, "pink": 0, "red": 1}}
    state = position(CITY, _grey(), {"S12": houses("red")}, stage="end", wall_placed="L33", supply=supply)
    placing = turn(rolled("red", "red"), {}, {"S12": "red", "S22": "red"})
    verdict = allowed(MASONS, state, placing)
    assert verdict.state.ending
    assert MASONS.board(verdict.state)["spaces"]["S12"] == palaces("red")
    more = position(CITY, _grey(), {"S12": houses("red")}, stage="end", wall_placed="L33")
    assert not allowed(MASONS, more, placing).state.ending


def _grey() -> dict[str, str]:
    return dict.fromkeys(("P08", "P13", "P14"), "grey")


@pytest.mark.parametrize("reading", ["of a kind", "of a colour"])
def test_the_last_piece_of_one_colour_only_where_the_table_says_so(reading: str) -> None:
    ends = reading == "of a colour"
    placing = turn(rolled("red", "?", tower="white"), {"P08": "white", "P14": "grey"}, {"S12": "red", "S13": "blue"})
    for supply in ({"towers": {"white": 1}}, {"houses": {"red": 1}}):
        state = position(["L21"], stage="end", wall_placed="L21", supply=supply, settings={"last_piece": reading})
        assert allowed(MASONS, state, placing).state.ending == ends
    out = position(
        ["L21"], stage="end", wall_placed="L21", supply={"houses": {"pink": 0}}, settings={"last_piece": reading}
    )
    assert not allowed(MASONS, out, placing).state.ending
    supply = {"palaces": {"red": 1}}
    more = {"stage": "end", "wall_placed": "L33", "supply": supply, "settings": {"last_piece": reading}}
    state = position(CITY, _grey(), {"S12": houses("red")}, **more)
    assert allowed(MASONS, state, turn(rolled("red", "red"), {}, {"S12": "red", "S22": "red"})).state.ending == ends


# ---- who wins
def final(*points_and_cards: tuple[int, int]) -> State:
    players = [
        {"name": name, "vp": vp, "cards": hand}
        for name, (vp, hand) in zip(("Ada", "Bo", "Cleo"), points_and_cards, strict=False)
    ]
    return position(CITY, players=players, stage="over", ending=True)


@pytest.mark.parametrize(
    ("table", "winners", "clause"),
    [
        (((9, 1), (8, 6), (3, 6)), (0,), "most-points"),
        (((9, 1), (9, 2), (3, 6)), (1,), "tie-cards"),
        (((9, 2), (9, 2), (3, 6)), (0, 1), "shared-victory"),
    ],
)
def test_who_wins(table: Any, winners: tuple[int, ...], clause: str) -> None:
    standing = MASONS.standing(final(*table))
    assert standing.over
    assert standing.outcome is not None
    assert (standing.outcome.winners, standing.outcome.clause) == (winners, clause)


def test_the_standing_shows_where_points_come_from() -> None:
    state = played("size", "wall", "cities", players=[{"name": "Ada", "vp": 3}, "Bo", "Cleo"])
    first = MASONS.standing(state).seats[0]
    assert (first.so_far, first.now) == (9, 9)
    assert {line.what: line.points for line in first.so_far_lines} == {"city cards": 6, "by hand": 3}
    assert first.stock == (("cards", 6),)
    assert any("cards still in hand" in str(note) for note in MASONS.standing(state).notes)
    changed = MASONS.standing(scoring(settings={"last_piece": "of a colour"}))
    assert any("last_piece" in str(note) for note in changed.notes)


def test_there_are_27_faces() -> None:
    assert len(set(FACES)) == 27
    assert set(MASONS.guild(scoring())) == set(FACES)
