"""The legal actions against brute force on small positions: nothing legal missing, nothing illegal offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from rules.game import Allowed
from rules.masons.edition import COLOURS, TOWERS
from rules.masons.game import MASONS
from rules.masons.guild import FACES
from rules.masons.state import Action, Build, Cards, EarlyRoll, Joined, State, Swap, Wall
from tests.rules.masons.boards import box_less, houses, palaces, position
from tests.rules.play import shuffled

Given = dict[str, Any]


def left_alone(choices: Any) -> Any:
    """No rearranging: of the choice whether pieces are moved about, only the no."""
    return (False,) if tuple(choices) == (False, True) else choices


def agree(state: State, given: Given, every: Iterator[Action], order: Any = left_alone) -> int:
    """What is offered, each once, is what the judge allows of everything that can be written down."""
    offered = Counter(MASONS.told(a).__repr__() for a in MASONS.legal(state, given, order))
    assert max(offered.values(), default=1) == 1, "an action is offered twice"
    allowed = {repr(MASONS.told(a)) for a in every if isinstance(MASONS.judge(state, a), Allowed)}
    assert set(offered) == allowed
    return len(allowed)


def every_wall(state: State) -> Iterator[Action]:
    yield EarlyRoll()
    for line in state.table.edition.board.lines:
        yield Wall(line)


def every_turn(state: State, dice: tuple[str, str], die: str | None) -> Iterator[Action]:
    """Every way to place up to two towers and up to two houses on the places beside the wall, and on one beyond."""
    board = state.table.edition.board
    points = sorted({*board.ends[state.wall], 34})
    spaces = sorted({*board.sides[state.wall], 48})
    tower = [(board.points[p], colour) for p in points for colour in TOWERS]
    house = [(board.spaces[s], colour) for s in spaces for colour in COLOURS]
    cities = [Joined(board.names(city)) for city in state.pieces.cities]
    towers = [(), *((one,) for one in tower), *combinations(tower, 2)]
    placed = [(), *((one,) for one in house), *combinations_with_replacement(house, 2)]
    for t, h in product(towers, placed):
        yield from _told_in_full(state, Build(die, dice, t, h), [None, *cities])


def _told_in_full(state: State, plain: Build, joins: list[Joined | None]) -> Iterator[Action]:
    """The turn with what follows from it told as the legal actions tell it."""
    if not state.enclosed:
        yield plain._replace(completed=())
        return
    board = state.table.edition.board
    for joined in joins:
        verdict = MASONS.judge(state, plain._replace(joined=joined))
        if isinstance(verdict, Allowed):
            shared = [e.places for e in verdict.ledger if e.clause == "cleared" and e.what == "walls"]
            became = [e for e in verdict.ledger if e.what.endswith("palaces")]
            colours = tuple(e.what.split()[0] for e in became for _ in range(-e.change))
            if joined is not None:
                lines = [board.lines.index(line) for line in shared[0]]
                both = [n for n in lines if any(board.spaces[s] in joined.older for s in board.sides[n])]
                joined = Joined(joined.older, tuple(board.lines[n] for n in both))
            yield plain._replace(joined=joined, completed=board.names(state.enclosed[0]), palaces=colours)


def test_walls() -> None:
    rng = Random(1)
    lines = MASONS.edition().board.lines
    for _ in range(10):
        state = position(["L20", "L21", "L33", *rng.sample([n for n in lines if n not in ("L20", "L21", "L33")], 8)])
        assert agree(state, {}, every_wall(state)) < len(lines)


SHORTAGES: list[dict[str, Any]] = [
    {},
    {"towers": {"white": 0}},
    {"towers": {"white": 1, "black": 0}},
    {"towers": {"white": 0, "black": 0, "grey": 1}},
    {"towers": dict.fromkeys(TOWERS, 0)},
    {"houses": {"red": 0}},
    {"houses": {"red": 1}},
    {"houses": {"red": 1, "blue": 0, "green": 0, "pink": 0, "yellow": 0}},
    {"houses": {**dict.fromkeys(COLOURS, 0), "green": 2}},
    {"houses": dict.fromkeys(COLOURS, 0)},
]


@pytest.mark.parametrize("short", SHORTAGES, ids=str)
@pytest.mark.parametrize("line", ["L21", "L03"], ids=["inland", "edge"])
def test_towers_and_houses(line: str, short: dict[str, Any]) -> None:
    inland = line == "L21"
    for towers in ({}, {"P08": "white"}) if inland else ({"P02": "black"},):
        on_board = {kind: dict(counts) for kind, counts in box_less(**short).items() if isinstance(counts, dict)}
        for colour in towers.values():
            on_board["towers"][colour] = min(on_board["towers"][colour], 8)
        supply = {**on_board, "walls": 20}
        state = position([line], towers, stage="end", wall_placed=line, supply=supply)
        die = "white" if MASONS.needs_tower_die(state) else None
        for dice in (("red", "red"), ("blue", "red"), ("red", "?")) if inland else (("blue", "red"), ("red", "red")):
            given = {"dice": {"tower": die, "houses": list(dice)}}
            assert agree(state, given, every_turn(state, dice, die))


def test_between_two_towers() -> None:
    state = position(["L21"], {"P08": "white", "P14": "grey"}, stage="end", wall_placed="L21")
    assert agree(state, {"dice": {"tower": None, "houses": ["?", "?"]}}, every_turn(state, ("?", "?"), None)) == 25


def test_cities_joined_or_not() -> None:
    """The new city S13 lies between the cities S12 and S14."""
    walls = ["L20", "L21", "L33", "L23", "L24", "L36", "L19"]
    towers = dict.fromkeys(("P08", "P13", "P14", "P09", "P15"), "grey")
    spaces = {"S12": houses("red"), "S13": houses("red", "blue"), "S14": palaces("blue")}
    state = position(walls, towers, spaces, stage="end", wall_placed="L19")
    assert [state.table.edition.board.names(city) for city in state.pieces.cities] == [("S12",), ("S14",)]
    for dice in (("red", "red"), ("blue", "red"), ("blue", "?")):
        assert agree(state, {"dice": {"tower": None, "houses": list(dice)}}, every_turn(state, dice, None)) >= 3


def test_every_arrangement_of_a_new_city() -> None:
    walls = ["L20", "L33", "L19", "L23"]
    towers = dict.fromkeys(("P08", "P13", "P14", "P09"), "grey")
    spaces = {"S12": houses("red", "blue"), "S13": houses("red", "pink")}
    state = position(walls, towers, spaces, stage="end", wall_placed="L19")
    given = {"dice": {"tower": None, "houses": ["red", "green"]}}
    for placed in (("red", "green"), ("green", "red")):
        found = []
        for action in MASONS.legal(state, given):
            assert isinstance(action, Build)
            if tuple(colour for _, colour in action.houses) == placed:
                verdict = MASONS.judge(state, action)
                assert isinstance(verdict, Allowed)
                spaces_then = MASONS.board(verdict.state)["spaces"]
                found.append(repr([spaces_then.get(s) for s in ("S12", "S13")]))
        # Beside L19 lie S04, which stays outside, and S13: the second house goes into the city.
        single = ["blue", "pink", "green"] if placed[1] == "green" else ["red", "blue", "pink"]
        kinds = [*(("houses", colour) for colour in single), ("palaces", "red")]
        every = set()
        for sides in product((0, 1), repeat=len(kinds)):
            laid: list[dict[str, list[str]]] = [{"houses": [], "palaces": []}, {"houses": [], "palaces": []}]
            for side, (kind, colour) in zip(sides, kinds, strict=True):
                laid[side][kind].append(colour)
            for here in laid:
                here["houses"].sort(key=COLOURS.index)
            every.add(repr([here if any(here.values()) else None for here in laid]))
        assert len(found) == len(set(found))
        assert set(found) == every


@pytest.mark.parametrize("hand", [0, 1, 2, 6])
def test_cards(hand: int) -> None:
    players = [{"name": "Ada", "cards": hand}, "Bo"]
    more = {"stage": "cards", "to_act": [0, 1], "city_scored": ["S12"]}
    state = position(["L20", "L21", "L33"], players=players, **more)
    every = [Cards(faces, 0, n) for k in range(4) for faces in _some_faces(k) for n in (0, 1, 2)]
    every += [Cards(faces, 1, n) for k in range(2) for faces in _some_faces(k) for n in (0, 1, 2, 3)]
    assert agree(state, {}, iter(every)) == {0: 1, 1: 28, 2: 28 + 378, 6: 28 + 378}[hand]


def _some_faces(count: int) -> Iterator[tuple[str, ...]]:
    if count < 3:
        yield from combinations_with_replacement(FACES, count)
    else:
        yield FACES[:3]


def test_cards_of_the_last_scoring_name_a_city_where_it_matters() -> None:
    walls = ["L20", "L21", "L33", "L74", "L75", "L82"]
    state = position(walls, stage="cards", to_act=[0], ending=True)
    board = state.table.edition.board
    every: list[Action] = []
    for count in range(3):
        for faces in combinations_with_replacement(FACES, count):
            if any(face.startswith("city_") or face == "size" for face in faces):
                every += [Cards(faces, 0, None, board.names(city)) for city in state.pieces.cities]
            every.append(Cards(faces))
    assert agree(state, {}, iter(every)) == 1 + 15 + 24 + 15 * 16 // 2 + 2 * (378 - 15 * 16 // 2)


def test_swaps() -> None:
    state = position(["L20", "L21", "L33"], stage="swap", to_act=[1], city_scored=["S12"])
    assert agree(state, {}, iter([Swap(n, m) for n in range(9) for m in range(9)])) == 7


def test_any_legal_action_can_come_first() -> None:
    walls = ["L20", "L33", "L19", "L23"]
    towers = {"P08": "grey", "P13": "grey", "P14": "grey", "P09": "white"}
    state = position(walls, towers, {"S12": houses("red")}, stage="end", wall_placed="L19")
    given = {"dice": {"tower": None, "houses": ["red", "green"]}}
    every = set(MASONS.legal(state, given))
    rng = Random(3)
    assert {next(MASONS.legal(state, given, shuffled(rng))) for _ in range(400)} == every
    assert Counter(MASONS.legal(state, given, shuffled(rng))) == Counter(every)


def test_without_the_dice_every_roll_is_listed() -> None:
    state = position(["L21"], stage="end", wall_placed="L21")
    found = list(MASONS.legal(state))
    dice = [(*action.dice, action.die) for action in found if isinstance(action, Build)]
    assert len(set(dice)) == 21 * 3
    of_one = list(MASONS.legal(state, {"dice": {"tower": "grey", "houses": ["?", "blue"]}}))
    assert of_one == [action for action in found if isinstance(action, Build) and action[:2] == ("grey", ("blue", "?"))]
