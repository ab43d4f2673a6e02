"""The JSON forms: what is read, what is refused in a sentence, and positions entered by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.masons.game import MASONS
from rules.record import header_of, read, write
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from tests.rules.masons.boards import box_less, cards, houses, palaces, position, rolled, turn, wall
from tests.rules.play import allowed

CITY = ("L20", "L21", "L33")


# ---- actions
@pytest.mark.parametrize(
    "told",
    [
        {"stage": "early_roll"},
        {"stage": "wall", "wall_placed": "L20"},
        {"stage": "wall", "wall_placed": "L20", "encloses": None, "player": 2},
        {"stage": "wall", "wall_placed": "L20", "encloses": ["S12"]},
        turn(rolled("red", "?"), {}, {"S12": "red"}),
        turn(rolled("red", "?", tower="grey"), {"P08": "grey"}, {"S12": "red"}, city_completed=None, palaces=[]),
        {
            **turn(rolled("red", "red"), {}, {"S12": "red"}),
            "wall_placed": "L20",
            "city_completed": ["S12"],
            "joined": {"with": ["S13"], "walls_removed": ["L21"]},
            "palaces": [{"colour": "red"}],
            "rearranged": True,
            "arrangement": {"S12": {"houses": ["red"], "palaces": ["blue"]}},
            "removed": {"walls": ["L21"], "towers": []},
            "city_scored": ["S12", "S13"],
        },
        cards("size", "wall"),
        cards("size", "wall", drawn=1, city=["S12"], player=0),
        {"stage": "cards", "discarded": 1, "drawn": 2},
        {"stage": "swap", "discarded": 3},
    ],
)
def test_an_action_round_trips(told: dict[str, Any]) -> None:
    assert MASONS.told(MASONS.action(told)) == told


def test_null_is_nothing_and_missing_is_untold() -> None:
    plain = turn(rolled("red", "red"), {}, {})
    null = MASONS.action({**plain, "joined": None, "palaces": None, "arrangement": None, "rearranged": False})
    assert null == MASONS.action(plain)
    assert MASONS.action({**plain, "city_completed": None}) != MASONS.action(plain)


def test_dice_and_cards_are_brought_into_their_order() -> None:
    assert MASONS.action(cards("wall", "size")) == MASONS.action(cards("size", "wall"))
    assert MASONS.action(turn(rolled("?", "blue"))) == MASONS.action(turn(rolled("blue", "?")))


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({}, "lacks “stage”"),
        ({"stage": "dance"}, "choose one of"),
        ({"stage": "wall"}, "lacks “wall_placed”"),
        ({"stage": "wall", "wall_placed": "L20", "colour": "red"}, "does not know"),
        ({"stage": "end"}, "lacks “dice”"),
        ({"stage": "end", "dice": {"tower": "red", "houses": ["red", "red"]}}, "choose one of: black"),
        ({"stage": "end", "dice": {"tower": None, "houses": ["red"]}}, "two house dice"),
        ({"stage": "end", "dice": {"tower": None, "houses": ["red", "mauve"]}}, "mauve"),
        ({"stage": "end", "dice": {"houses": ["red", "red"], "yaw": 3}}, "does not know"),
        (turn(rolled("red", "red"), {"P08": "red"}), "choose one of: black"),
        (turn(rolled("red", "red"), {}, {"S12": "black"}), "choose one of: yellow"),
        (turn(rolled("red", "red"), palaces=[{"colour": "red", "space": "S12"}]), "does not know"),
        (turn(rolled("red", "red"), rearranged=True), "goes with “arrangement”"),
        (turn(rolled("red", "red"), joined={"walls_removed": []}), "lacks “with”"),
        (turn(rolled("red", "red"), arrangement={"S12": {"towers": []}}), "does not know"),
        (cards("joker"), "joker"),
        ({"stage": "cards", "discarded": -1}, "at least 0"),
        ({"stage": "swap"}, "lacks “discarded”"),
        ({"stage": "swap", "discarded": "all"}, "whole number"),
    ],
)
def test_what_is_no_action(told: dict[str, Any], says: str) -> None:
    with pytest.raises(Trouble, match=says):
        MASONS.action(told)


def test_given_dice() -> None:
    state = allowed(MASONS, position(), wall("L21")).state
    assert next(MASONS.legal(state, {"dice": {"tower": "grey", "houses": ["?", "red"]}}))
    with pytest.raises(Trouble, match="lack the tower die"):
        MASONS.legal(state, {"dice": {"tower": None, "houses": ["red", "red"]}})
    for wrong in ({"dice": {"tower": "grey"}}, {"dice": {"tower": ["grey"], "houses": ["red", "red"]}}, {"die": 3}):
        with pytest.raises(Trouble):
            MASONS.legal(state, wrong)
    assert next(MASONS.legal(position(), {}))
    with pytest.raises(Trouble, match="does not know"):
        MASONS.set_up(["Ada", "Bo"], given={"alone": True})


def test_actions_in_words() -> None:
    state = position(CITY, stage="cards", to_act=[0], city_scored=["S12"])
    words = {
        "rolled before building": {"stage": "early_roll"},
        "wall on L20": wall("L20"),
        "size and wall played": cards("size", "wall"),
        "a card discarded unscored": {"stage": "cards", "discarded": 1},
        "no card played": cards(),
        "cards swapped: 3": {"stage": "swap", "discarded": 3},
    }
    for text, told in words.items():
        assert str(MASONS.in_words(state, MASONS.action(told))) == text
    whole = turn(rolled("red", "?", tower="grey"), {"P08": "grey"}, {"S12": "red"}, wall_placed="L20")
    more = {"city_completed": ["S12"], "joined": {"with": ["S13", "S14"]}, "arrangement": {}}
    text = (
        "wall on L20; towers: grey on P08; houses: red on S12; city completed, spaces: 1; "
        "joined to an older city, spaces: 2; its pieces moved about"
    )
    assert str(MASONS.in_words(state, MASONS.action({**whole, **more}))) == text


# ---- positions
def test_a_position_by_hand_is_played_on() -> None:
    state = position(CITY, {"P08": "grey"}, {"S12": palaces("red")}, next_player=2, turns=5)
    assert MASONS.board(state)["cities"] == [["S12"]]
    assert MASONS.supply(state) == box_less(walls=30, towers={"grey": 9}, palaces={"red": 2})
    assert (state.hands, state.deck, MASONS.turn(state)) == ((6, 6, 6), 42, 2)
    assert MASONS.from_text(MASONS.text(state)) == state
    assert allowed(MASONS, state, wall("L83")).state.wall == 82


def test_a_position_with_lost_pieces_keeps_them_lost() -> None:
    state = position(CITY, supply={"walls": 20, "houses": {"red": 3}})
    assert MASONS.describe(state)["supply"] == box_less(walls=20, houses={"red": 3})
    assert MASONS.from_text(MASONS.text(state)) == state
    assert "supply" not in MASONS.describe(position(CITY))


def test_settings_and_an_edition_stand_in_a_position() -> None:
    state = position(settings={"last_piece": "of a colour"}, edition={"cards": 55})
    data = MASONS.describe(state)
    assert data["settings"] == {"last_piece": "of a colour"}
    assert data["edition"]["cards"] == 55
    assert MASONS.position(data) == state
    assert [setting.name for setting in MASONS.may_change(state)] == ["exchange", "last_piece"]


SCORED = {"stage": "cards", "to_act": [0], "city_scored": ["S12"]}


@pytest.mark.parametrize(
    ("walls", "more", "says"),
    [
        (CITY, {"stage": "end"}, "lacks “wall_placed”"),
        (CITY, {"stage": "end", "wall_placed": "L83"}, "not among the walls"),
        (CITY, {"wall_placed": "L20"}, "is for the stage “end”"),
        (CITY, {"stage": "cards", "to_act": [0]}, "“city_scored”"),
        (CITY, {"stage": "swap", "to_act": [0]}, "“city_scored”"),
        (CITY, {**SCORED, "city_scored": ["S13"]}, "none of its completed cities"),
        (CITY, {**SCORED, "to_act": []}, "“to_act”"),
        (CITY, {**SCORED, "to_act": [3]}, "“to_act”"),
        (CITY, {**SCORED, "to_act": [1, 1]}, "twice"),
        (CITY, {"to_act": [0]}, "“to_act”"),
        ((), {"spaces": {"S12": palaces("red")}}, "outside every completed city"),
        ((), {"spaces": {"S12": houses(*["red"] * 13)}}, "1 red houses more than the box has"),
        ((), {"towers": {"P08": "red"}}, "cannot be 'red'"),
        ((), {"supply": {"walls": 34}}, "at most 33"),
        ((), {"supply": {"walls": 0}}, "no wall is left"),
        ((), {"players": [{"name": "Ada", "cards": 61}, "Bo"]}, "there are 60"),
        ((), {"players": [{"name": "Ada", "scored": {"luck": 3}}, "Bo"]}, "luck"),
        ((), {"players": ["Ada"]}, "2 to 4"),
        ((), {"players": ["Ada", "Ada"]}, "same name"),
        ((), {"deck": 43}, "at most 42"),
        ((), {"stage": "rest"}, "choose one of"),
        ((), {"colour": "red"}, "does not know"),
        ((), {"settings": {"edge": True}}, "no setting"),
    ],
)
def test_what_is_no_position(walls: Any, more: dict[str, Any], says: str) -> None:
    with pytest.raises(Trouble, match=says):
        position(walls, **more)


def test_cities_told_must_be_those_that_walls_enclose() -> None:
    def with_cities(walls: Any, *cities: list[str], **more: Any) -> Any:
        board = {"walls": list(walls), "cities": list(cities)}
        return MASONS.position({"players": ["Ada", "Bo"], "board": board, **more})

    assert with_cities(CITY, ["S12"]) == position(CITY, players=("Ada", "Bo"))
    for walls, cities in ((CITY, [["S13"]]), (CITY, []), (("L20",), [["S12"]])):
        with pytest.raises(Trouble, match="leave “cities” out"):
            with_cities(walls, *cities)
    with pytest.raises(Trouble, match="stands within a completed city"):
        position(["L19", "L20", "L24", "L35", "L40", "L52", "L21"])
    with pytest.raises(Trouble, match="stands within a completed city"):
        position(["L19", "L20", "L24", "L35", "L40", "L52"], {"P14": "white"})
    open_edge = {"settings": {"edge_closes": True}}
    assert len(with_cities(["L05", "L07"], ["S03"], **open_edge).pieces.cities) == 1
    with pytest.raises(Trouble, match="not enclosed"):
        with_cities(["L05"], ["S03"], **open_edge)


# ---- by hand and back
def test_house_rules_things_set_by_hand_and_undo() -> None:
    sitting = Sitting(MASONS, MASONS.set_up(["Ada", "Bo"]))

    def did(**event: Any) -> Done:
        done = sitting.do(event)
        assert isinstance(done, Done), done
        return done

    did(do="action", action=wall("L21"))
    wrong = turn(rolled("red", "red", tower="white"), {"P08": "black", "P14": "grey"}, {"S12": "red", "S13": "red"})
    did(do="override", action=wrong, clause="tower_wrong_colour")
    assert MASONS.board(sitting.state)["towers"] == {"P08": "black", "P14": "grey"}
    did(do="set", at="board.towers.P08", value="white", clause="tower")
    assert MASONS.supply(sitting.state)["towers"] == {"black": 10, "white": 9, "grey": 9}
    did(do="set", at="players.1.vp", value=7, clause="by-hand")
    assert [seat.so_far for seat in MASONS.standing(sitting.state).seats] == [0, 7]
    did(do="setting", name="exchange", value="before joining")
    before = sitting.state
    did(do="undo", count=4)
    did(do="redo", count=4)
    assert sitting.state == before
    assert [step.set_aside for step in sitting.marked] == [("tower_wrong_colour",), ("tower",), ("by-hand",)]
    text = write(header_of(MASONS, players=["Ada", "Bo"]), sitting.events)
    assert read(text).sitting.state == before
    with pytest.raises(Trouble, match="cannot be set aside"):
        sitting.do({"do": "override", "action": wall("L21"), "clause": "line-taken"})
    with pytest.raises(Trouble, match="cannot be changed any more"):
        sitting.do({"do": "setting", "name": "edge_closes", "value": True})
