"""The JSON forms: what can be said in several ways is the same, what cannot be understood is one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from rules.akropolis.edition import DEFAULT
from rules.akropolis.game import AKROPOLIS as GAME
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from tests.rules.akropolis.cities import alone, hexes, placed, table
from tests.rules.play import allowed

PLACES = [[0, 1], [1, 1], [0, 2]]


def tile(**more: Any) -> dict[str, Any]:
    return {"placed": {"hexes": "hmq", "at": PLACES, **more}}


# ---- actions
def test_a_tile_may_be_named_from_any_of_its_hexes_on() -> None:
    turned = [{"placed": {"hexes": "hmq"[n:] + "hmq"[:n], "at": PLACES[n:] + PLACES[:n], "level": 1}} for n in range(3)]
    assert len({GAME.action(action) for action in turned}) == 1
    assert GAME.told(GAME.action(turned[1])) == {"placed": {"hexes": "hmq", "at": PLACES, "level": 1}}


def test_what_a_photograph_adds_does_no_harm() -> None:
    assert GAME.action(tile(tile=38, mm=[[0.0, 0.0]] * 3)) == GAME.action(tile())


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ({}, "lacks “placed”"),
        ({"take": 1}, "lacks “placed”"),
        (tile(hexes="hm"), "three letters"),
        (tile(hexes="hmx"), "three letters"),
        (tile(hexes=7), "must be a word"),
        (tile(at=PLACES[:2]), "three places"),
        (tile(at=[[0, 1], [1, 1], [2, 2]]), "round one point"),
        (tile(at=[[0, 1], [0, 2], [1, 1]]), "clockwise"),
        (tile(at=[[0, 1], [1, 1], [0, 1]]), "round one point"),
        (tile(at=[[0, 1], [1, 1], "0,2"]), "must be a place"),
        (tile(at=[[0, 1], [1, 1], [0, True]]), "must be a place"),
        (tile(at=[[999, 1], [1000, 1], [999, 2]]), "no city reaches farther"),
        (tile(level=0), "at least 1"),
        (tile(height=2), "does not know: 'height'"),
        ({**tile(), "take": 0}, "at least 1"),
        ({**tile(), "price": 1}, "does not know: 'price'"),
        ({**tile(), "refill": "hmq"}, "must be a list"),
        ({**tile(), "refill": ["hm"]}, "three letters"),
        ({"end": "now"}, "true or false"),
        ({"end": False}, "“end” is true"),
        ({"end": True, "take": 1}, "does not know: 'take'"),
        ({"refill": ["hmq"], "take": 1}, "does not know: 'take'"),
    ],
)
def test_an_action_that_cannot_be_understood_is_one_sentence(action: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        GAME.action(action)


@pytest.mark.parametrize(
    "action",
    [
        {"player": 1, "take": 2, **tile(level=1), "refill": ["hmq", "bth", "Hqq"]},
        tile(),
        {"refill": ["hmq", "bth", "Hqq"]},
        {"end": True},
    ],
)
def test_told_and_read_again_an_action_is_the_same(action: dict[str, Any]) -> None:
    assert GAME.told(GAME.action(action)) == action


def test_in_words() -> None:
    state = table("Hqq hqm bth Tqq")
    words = str(GAME.in_words(state, GAME.action({"take": 2, **tile()})))
    assert words == "tile 2 of the site, hmq on 0,1 1,1 0,2, level 1"
    assert str(GAME.in_words(state, GAME.action({"refill": ["hmq"]}))) == "the site is filled up: hmq"
    assert str(GAME.in_words(alone(), GAME.action({"end": True}))) == "the game has ended"


# ---- positions
def position(**more: Any) -> dict[str, Any]:
    return {"players": ["Ada", "Bo"], "site": {"tiles": [{"hexes": "Hqq"}, {"hexes": "hqm"}]}, **more}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "lacks “players”"),
        ({"players": ["Ada"]}, "2 to 4"),
        (position(game="masons"), "choose one of: akropolis"),
        (position(chief=2), "at most 1"),
        (position(stacks=-1), "at least 0"),
        (position(stacks=12), "more stacks than tiles"),
        (position(weather="fine"), "does not know: 'weather'"),
        (position(site={"tiles": [{"hexes": "Hqq"}] * 5}), "holds 4 tiles at the most"),
        (position(site={"tiles": [{"hexes": "Hqq", "place": 2}]}), "it is the 1."),
        (position(site={"tiles": [{"hexes": "Hqq"}]}, stacks=0), "the game is over"),
        (position(unseen={"hm": 1}), "three letters"),
        (position(unseen={"hmq": -1}), "at least 0"),
        (position(settings={"variant_quarries": True}), "no setting"),
        (position(settings={"lake": "big"}), "choose one of"),
        (position(over=True), "lacks “stones”"),
        ({"players": [{"name": "A", "stones": 0}], "alone": True, "stacks": 3}, "does not know: 'stacks'"),
    ],
)
def test_a_position_that_cannot_be_is_one_sentence(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        GAME.position(data)


@pytest.mark.parametrize(
    ("city", "sentence"),
    [
        ([], "is empty"),
        ([{"at": [0, 0], "kind": "x", "level": 1}], "cannot be 'x'"),
        ([{"at": [0, 0], "kind": "h", "level": 0}], "at least 1"),
        ([{"at": [0, 0], "kind": "h"}], "lacks “level”"),
        ([{"at": [0, 0], "kind": "h", "level": 1}] * 2, "two hexes on 0,0"),
        ([{"at": [0, 0], "kind": "G", "level": 1, "stars": 2}], "must be 3"),
        ([{"at": [0, 0], "kind": "h", "level": 1, "laid": -1}], "at least 0"),
        ([{"at": [0, 0], "kind": "h", "level": 1, "roof": "red"}], "does not know: 'roof'"),
    ],
)
def test_a_city_that_cannot_be_is_one_sentence(city: list[dict[str, Any]], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        alone(city=city)


def test_a_city_as_a_photograph_shows_it_is_read() -> None:
    seen = [{**hex, "mm": [1.0, 2.0], "stars": 1 if hex["kind"] == "H" else 0} for hex in hexes("H 0,0; q2 1,0")]
    assert alone(city=seen) == alone(city=hexes("H 0,0; q2 1,0"))


def test_a_site_as_a_photograph_shows_it_is_read() -> None:
    shown = {"tiles": [{"place": 1, "tile": 7, "hexes": "qqH", "mm": [[0, 0]] * 3}, {"place": 2, "hexes": "mhq"}]}
    assert GAME.position(position(site=shown)) == GAME.position(position())


def test_a_position_of_names_alone_is_the_set_up() -> None:
    assert GAME.position({"players": ["Ada", "Bo"]}) == GAME.set_up(["Ada", "Bo"])


def test_a_position_in_the_middle_of_a_game_goes_on() -> None:
    cy = {"name": "Cy", "stones": 4, "city": hexes("H 0,0; q 0,-1; q 1,0; q -1,1; h 0,1; m 1,1; q 0,2")}
    site = {"tiles": [{"hexes": "Hqq"}, {"hexes": "hqm"}, {"hexes": "bth"}]}
    state = GAME.position({"players": ["Ada", "Bo", cy], "site": site, "stacks": 4, "chief": 1})
    assert (GAME.turn(state), state.waits) == (0, False)  # the Chief and the next one have played
    after = allowed(GAME, state, placed("Hqq", 0, 1, 2, take=1)).state
    assert GAME.turn(after) == 1
    assert GAME.from_text(GAME.text(after)) == after
    assert hash(GAME.from_text(GAME.text(after))) == hash(after)


def test_values_and_spaces_can_be_set_by_hand() -> None:
    sitting = Sitting(GAME, allowed(GAME, table("hhq hqm", stacks=0), placed("hhq", 0, 1, 2, take=1)).state)
    before = GAME.standing(sitting.state).seats[0].so_far or 0
    done = sitting.do({"do": "set", "at": "players.0.stones", "value": 9, "clause": "stones-left"})
    assert isinstance(done, Done)
    assert [(e.seat, e.what, e.change) for e in sitting.ledger] == [(0, "vp", 8)]
    assert GAME.standing(sitting.state).seats[0].so_far == before + 8
    running = Sitting(GAME, table("hhq hqm bth Tqq"))
    running.do({"do": "set", "at": "players.1.city.0.kind", "value": "h", "clause": "by-hand"})
    assert [(e.seat, e.clause) for e in running.ledger] == [(1, "by-hand")]
    assert GAME.describe(running.state)["players"][1]["city"][0]["kind"] == "h"


def test_in_the_state_are_only_changed_settings_and_an_edition_of_ones_own() -> None:
    plain = GAME.describe(GAME.set_up(["Ada", "Bo"]))
    assert "settings" not in plain
    assert "edition" not in plain
    own = GAME.set_up(["Ada", "Bo"], {"lake": "single_hex"}, {"stones": [2, 2, 2, 2]})
    assert GAME.describe(own)["settings"] == {"lake": "single_hex"}
    assert GAME.describe(own)["edition"]["stones"] == [2, 2, 2, 2]
    assert GAME.from_text(GAME.text(own)) == own


# ---- editions
def test_the_usual_edition_has_61_tiles_of_50_faces() -> None:
    assert sum(count for _, _, count in DEFAULT.tiles) == 61
    assert len({face for face, _, _ in DEFAULT.tiles}) == 50
    assert [sum(DEFAULT.faces(players, False).values()) for players in (2, 3, 4)] == [37, 49, 61]


@pytest.mark.parametrize(
    ("players", "kinds"),
    [
        (2, {"h": 18, "m": 12, "b": 10, "t": 8, "g": 6, "H": 5, "M": 4, "B": 4, "T": 4, "G": 3, "q": 37}),
        (3, {"h": 27, "m": 16, "b": 13, "t": 10, "g": 7, "H": 6, "M": 5, "B": 5, "T": 5, "G": 4, "q": 49}),
        (4, {"h": 36, "m": 20, "b": 16, "t": 12, "g": 8, "H": 7, "M": 6, "B": 6, "T": 6, "G": 5, "q": 61}),
    ],
)
def test_the_hexes_of_a_player_number_are_as_the_player_aid_counts_them(players: int, kinds: dict[str, int]) -> None:
    faces = DEFAULT.faces(players, False)
    assert {kind: sum(face.count(kind) * n for face, n in faces.items()) for kind in kinds} == kinds


def test_an_edition_is_read_back_and_the_usual_one_is_the_default() -> None:
    data = GAME.edition_data(GAME.set_up(["Ada", "Bo"]))
    assert GAME.edition(data) is DEFAULT
    own = {**data, "stars": {**data["stars"], "gardens": 4}, "supply": 30}
    state = GAME.set_up(["Ada", "Bo"], edition=own)
    assert GAME.edition(GAME.edition_data(state)) == state.table.edition == GAME.edition(own)
    garden = {"name": "Ada", "city": hexes("g 0,0; G 1,0"), "stones": 0}
    scored = GAME.position({"players": [garden], "alone": True, "over": True, "edition": own})
    assert GAME.standing(scored).seats[0].so_far == 4


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"colour": "blue"}, "does not know"),
        ({"stones": [1, 2]}, "four numbers"),
        ({"stones": [1, 2, 3, -4]}, "four numbers"),
        ({"stars": {"houses": 1}}, "lacks “markets”"),
        ({"tiles": []}, "1 to 78 tiles"),
        ({"tiles": [{"hexes": "hhh", "mark": "2+", "count": 100}]}, "1 to 78 tiles"),
        ({"tiles": [{"hexes": "hh", "mark": "2+"}]}, "three letters"),
        ({"tiles": [{"hexes": "hhh", "mark": "5"}]}, "choose one of"),
        ({"starting_tile": [{"at": [0, 0], "kind": "H"}, {"at": [4, 0], "kind": "q"}]}, "next to it"),
        ({"starting_tile": []}, "next to it"),
    ],
)
def test_an_edition_that_cannot_be_is_one_sentence(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        GAME.edition(data)


def test_tiles_that_make_no_whole_stacks_are_trouble() -> None:
    with pytest.raises(Trouble, match="whole stacks of 3 for 2 players"):
        GAME.set_up(["Ada", "Bo"], edition={"tiles": [{"hexes": "hmq", "mark": "2+", "count": 12}]})


def test_an_edition_may_begin_with_another_tile() -> None:
    start = [{"at": [0, 0], "kind": "G"}, {"at": [0, -1], "kind": "g"}]
    state = GAME.set_up(["Ada"], edition={"starting_tile": start}, given={"alone": True, "stones": 0})
    assert GAME.standing(state).seats[0].now == 3
