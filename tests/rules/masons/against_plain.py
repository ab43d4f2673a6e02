"""Random games, in which every turn and every card is reckoned a second time by `plain.py`."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.game import Allowed
from rules.masons.game import MASONS
from rules.masons.state import Build, Cards
from tests.rules.masons import plain
from tests.rules.masons.dealer import TheDealer
from tests.rules.play import shuffled


def check(seed: int) -> int:
    """Plays one game; how many positions agreed."""
    rng = Random(seed)
    dealer = TheDealer(rng, rng.choice(MASONS.numbers))
    state = MASONS.set_up(**dealer.set_up())
    layout = MASONS.edition_data(state)
    order = shuffled(rng)
    agreed = 0
    while MASONS.turn(state) is not None:
        action = next(MASONS.legal(state, dealer.given(state), order))
        verdict = MASONS.judge(state, action)
        assert isinstance(verdict, Allowed), verdict
        after = verdict.state
        if isinstance(action, Build):
            told = MASONS.told(action)
            board, supply, city = plain.after_turn(layout, MASONS.board(state), MASONS.supply(state), told)
            assert plain.alike(board, MASONS.board(after)), (seed, told)
            assert supply == MASONS.supply(after), (seed, told)
            assert plain.guild(layout, board, city) == MASONS.guild(after), (seed, told)
            agreed += 1
        elif isinstance(action, Cards):
            city = next(iter((action.city and [list(action.city)]) or MASONS.board(state)["cities"]), None)
            if state.scored:
                city = MASONS.describe(state)["city_scored"]
            worth = plain.guild(layout, MASONS.board(state), city)
            points = [entry.change for entry in verdict.ledger if entry.what == "vp"]
            assert points == [worth[face] for face in action.faces], (seed, action)
        state = after
    return agreed


def check_board(seed: int) -> int:
    """A board thrown together at random, scored for each of its cities; how many there are."""
    rng = Random(seed)
    box = MASONS.edition()
    layout, board = box.data, box.board
    walls = rng.sample(board.lines, rng.randint(20, 32))
    cities = plain.closed_areas(layout, walls)
    walls = [w for w in walls if not any(_both_sides(layout, w) <= city for city in cities)]
    points = [p for p in board.points if not any(_around(layout, p) <= city for city in cities)]
    towers = {p: rng.choice(plain.TOWERS) for p in rng.sample(points, rng.randint(5, len(points) - 10))}
    inside = {space for city in cities for space in city}
    spaces = {}
    palaces = dict.fromkeys(plain.HOUSES, 3)
    for space in rng.sample(board.spaces, 25):
        houses = rng.choices(plain.HOUSES, k=rng.choice((0, 1, 1, 2)))
        here = [c for c in rng.choices(plain.HOUSES, k=rng.choice((0, 1, 2))) if space in inside]
        for colour in list(here):
            if palaces[colour]:
                palaces[colour] -= 1
            else:
                here.remove(colour)
        spaces[space] = {"houses": houses, "palaces": here}
    if any(list(towers.values()).count(colour) > box.towers for colour in plain.TOWERS):
        return 0
    if any(str(spaces).count(colour) > box.houses for colour in plain.HOUSES):
        return 0
    laid = {"walls": walls, "towers": towers, "spaces": spaces, "cities": [sorted(city) for city in cities]}
    plain_board: dict[str, Any] = laid
    base = {"players": ["Ada", "Bo"], "board": {key: laid[key] for key in ("walls", "towers", "spaces")}}
    state = MASONS.position(base)
    assert plain.alike(MASONS.board(state), plain_board), seed
    assert MASONS.guild(state) == plain.guild(layout, plain_board, None), seed
    for city in plain_board["cities"]:
        scored = MASONS.position({**base, "stage": "cards", "to_act": [0], "city_scored": city})
        assert MASONS.guild(scored) == plain.guild(layout, plain_board, city), seed
    return len(cities)


def _both_sides(layout: Any, wall: str) -> set[str]:
    line = next(line for line in layout["lines"] if line["id"] == wall)
    beside = {space["id"] for space in plain.spaces_beside(layout, line)}
    return beside if len(beside) == 2 else {"outside"}


def _around(layout: Any, point: str) -> set[str]:
    on_rim = any(point in line["points"] and len(plain.spaces_beside(layout, line)) == 1 for line in layout["lines"])
    return {"outside"} if on_rim else {space["id"] for space in layout["spaces"] if point in space["points"]}
