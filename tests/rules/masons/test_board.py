"""The board as data: what it must be to be a board, and the surveys and editions that are refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from rules.masons.board import bits, connected
from rules.masons.edition import DEFAULT, edition_from
from rules.masons.game import MASONS
from rules.trouble import Trouble
from tests.rules.masons.boards import cards, position, rolled, turn, wall
from tests.rules.play import allowed

# Eight triangles in three regions; the shore is left and right.
ROWS = [["A1", "A2"], ["B1", "B2", "B3"], ["C1", "C2", "C3", "C4"]]
SHORE = ("B1", "C1", "B3", "C4")
LINES = ("A1A2", "A1B1", "A1B2", "A2B2", "A2B3", "B1B2", "B2B3", "B1C1", "B1C2", "B2C2", "B2C3", "B3C3", "B3C4")
BOTTOM = ("C1C2", "C2C3", "C3C4")
SMALL: dict[str, Any] = {
    "points": [{"id": point, "x": 10.5, "y": 3, "shore": point in SHORE} for row in ROWS for point in row],
    "lines": [{"id": f"{two[:2]}-{two[2:]}", "points": [two[:2], two[2:]]} for two in (*LINES, *BOTTOM)],
    "spaces": [
        {"id": name, "points": [name[0:2], name[2:4], name[4:6]], "region": region}
        for region, names in (
            ("R1", ("A1B1B2", "A1A2B2", "A2B2B3")),
            ("R2", ("B1C1C2", "B1B2C2")),
            ("R3", ("B2C2C3", "B2B3C3", "B3C3C4")),
        )
        for name in names
    ],
}


def test_the_default_board_is_a_board() -> None:
    board = DEFAULT.board
    v, e, f = len(board.points), len(board.lines), len(board.spaces)
    border = board.rim.bit_count()
    assert (v, e, f) == (35, 83, 49)
    assert v - e + f == 1
    assert 3 * f == 2 * (e - border) + border
    assert all(connected(board, region) for region in board.regions)
    assert sum(region.bit_count() for region in board.regions) == f
    assert all(board.lines_at[p] & board.rim for p in bits(board.shore))


def test_the_default_supply() -> None:
    assert DEFAULT.supply == (33, 10, 10, 10, 12, 12, 12, 12, 12, 3, 3, 3, 3, 3)
    assert (DEFAULT.cards, DEFAULT.hand) == (60, 6)


def test_an_owners_board() -> None:
    edition = edition_from(SMALL)
    assert (len(edition.board.points), len(edition.board.spaces)) == (9, 8)
    assert edition_from(edition.data) == edition
    assert edition != DEFAULT
    state = MASONS.set_up(["Ada", "Bo"], edition=SMALL)
    state = allowed(MASONS, state, wall("B2-C2")).state
    assert MASONS.from_text(MASONS.text(state)) == state
    assert MASONS.edition(MASONS.edition_data(state)) == edition


def test_a_survey_is_taken_as_it_is_and_told_lines_must_agree() -> None:
    survey = {**SMALL, "set": "masons", "style": "A", "surface": {}, "side_mm": 54.0, "pieces": {}}
    assert edition_from(survey) == edition_from(SMALL)
    lines = edition_from(SMALL).data["lines"]
    assert edition_from({**SMALL, "lines": lines}) == edition_from(SMALL)
    assert [line["id"] for line in lines if line["boundary"]] == ["B1-B2", "B2-B3", "B2-C2"]
    for key in ("boundary", "edge"):
        wrong = [{**line, key: not line[key]} if n == 3 else line for n, line in enumerate(lines)]
        with pytest.raises(Trouble, match=f"“{key}”"):
            edition_from({**SMALL, "lines": wrong})


def test_another_box() -> None:
    edition = edition_from({"supply": {"walls": 30, "palaces_each": 2}, "cards": 50, "hand": 5})
    assert (edition.walls, edition.towers, edition.palaces, edition.cards) == (30, 10, 2, 50)
    assert edition.board is DEFAULT.board
    state = MASONS.set_up(["Ada", "Bo"], edition=edition.data)
    assert (state.hands, state.deck) == ((5, 5), 40)
    with pytest.raises(Trouble, match="too few"):
        MASONS.set_up(["Ada", "Bo"], edition={"cards": 11})


def without(name: str) -> Callable[[dict[str, Any]], None]:
    def spoil(data: dict[str, Any]) -> None:
        for key in ("points", "lines", "spaces"):
            data[key] = [item for item in data[key] if item["id"] != name]

    return spoil


def set_to(key: str, index: int, field: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(data: dict[str, Any]) -> None:
        data[key][index][field] = value

    return spoil


def more(key: str, item: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    return lambda data: data[key].append(item)


def all_shore(data: dict[str, Any]) -> None:
    for point in data["points"]:
        point["shore"] = point["id"] != "B2"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (without("A1"), "point “A1”"),
        (without("A1-A2"), "2 of its 3 sides"),
        (without("A1A2B2"), "0 spaces beside it|V|make|pieces|hang together"),
        (more("points", {"id": "Z9"}), "make 2, and must make 1"),
        (more("points", {"id": "A1"}), "no other has"),
        (more("lines", {"id": "far", "points": ["A1", "C4"]}), "0 spaces beside it"),
        (more("lines", {"id": "again", "points": ["A2", "A1"]}), "same points"),
        (more("spaces", {"id": "again", "points": ["A1", "B1", "B2"], "region": "R1"}), "same three points"),
        (set_to("lines", 0, "points", ["A1", "A1"]), "2 different points"),
        (set_to("spaces", 0, "points", ["A1", "B1"]), "3 different points"),
        (set_to("spaces", 0, "region", "R4"), "R4"),
        (set_to("spaces", 0, "region", "R3"), "in pieces"),
        (set_to("points", 3, "shore", True), "inland"),
        (all_shore, "in 1 stretches"),
        (set_to("points", 0, "shore", "yes"), "true or false"),
        (set_to("points", 0, "x", "left"), "must be a number"),
        (set_to("points", 0, "colour", "red"), "does not know"),
    ],
)
def test_what_is_no_board(spoil: Callable[[dict[str, Any]], None], says: str) -> None:
    data = copy.deepcopy(SMALL)
    spoil(data)
    with pytest.raises(Trouble, match=says):
        edition_from(data)


def test_a_hole_is_no_board() -> None:
    data = DEFAULT.data
    data["spaces"] = [space for space in data["spaces"] if space["id"] != "S24"]
    for line in data["lines"]:
        del line["boundary"], line["edge"]
    with pytest.raises(Trouble, match="make 0, and must make 1"):
        edition_from(data)


def test_boards_that_only_touch_at_a_point_do_not_hang_together() -> None:
    data = copy.deepcopy(SMALL)
    data["points"] += [{"id": "D1", "shore": False}, {"id": "D2", "shore": False}]
    data["lines"] += [{"id": f"{a}-{b}", "points": [a, b]} for a, b in (("C4", "D1"), ("C4", "D2"), ("D1", "D2"))]
    data["spaces"].append({"id": "lost", "points": ["C4", "D1", "D2"], "region": "R3"})
    with pytest.raises(Trouble, match="do not hang together"):
        edition_from(data)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"supply": {"walls": 0}}, "at least 1"),
        ({"supply": {"houses_each": 201}}, "at most 200"),
        ({"supply": {"gates": 3}}, "does not know"),
        ({"regions": [{"id": "R2"}, {"id": "R1"}, {"id": "R3"}], **SMALL}, "in this order"),
        ({"cards": "many"}, "whole number"),
        ({"title": "Masons"}, "does not know"),
    ],
)
def test_what_is_no_edition(data: dict[str, Any], says: str) -> None:
    with pytest.raises(Trouble, match=says):
        edition_from(data)


def test_names_of_another_board_are_refused() -> None:
    with pytest.raises(Trouble, match="no line 'L99'"):
        position(["L99"])
    with pytest.raises(Trouble, match="no point 'X'"):
        position([], {"X": "white"})
    with pytest.raises(Trouble, match="no space 'X'"):
        position([], {}, {"X": {"houses": ["red"]}})


def test_where_no_line_is_left_the_game_ends() -> None:
    rim = ["A1-A2", "A1-B1", "A2-B3", "B1-C1", "B3-C4", "C1-C2", "C2-C3", "C3-C4"]
    towers = dict.fromkeys(("A1", "A2", "B1", "B3", "C1", "C2", "C3", "C4"), "white")
    state = position(rim[:-1], towers, edition=SMALL)
    state = allowed(MASONS, state, wall("C3-C4")).state
    verdict = allowed(MASONS, state, turn(rolled("red", "red"), {}, {"B3C3C4": "red"}))
    assert [str(w) for w in verdict.warnings] == ["no line is left for a wall: the game ends with this turn"]
    assert "no-room" in [entry.clause for entry in verdict.ledger]
    state = verdict.state
    assert (state.stage, state.ending, len(MASONS.board(state)["cities"][0])) == ("cards", True, 8)
    for _ in range(3):
        state = allowed(MASONS, state, cards("size")).state
    for _ in range(3):
        state = allowed(MASONS, state, {"stage": "swap", "discarded": 0}).state
    assert (state.stage, state.points) == ("over", (9, 9, 9))
    with pytest.raises(Trouble, match="no line is left for a wall"):
        position(rim, towers, edition=SMALL)
