"""The rules held against the plain ones on random cities; a sample in the tests, thousands in the trials."""

from __future__ import annotations

from itertools import product
from random import Random

from rules.akropolis.edition import COLOURS
from rules.akropolis.game import AKROPOLIS as GAME
from rules.akropolis.grid import at_of
from rules.akropolis.state import Column, State, Turn
from rules.standing import Seat
from tests.rules.akropolis import plain
from tests.rules.akropolis.cities import VARIANTS
from tests.rules.play import shuffled

KINDS = "hmbtgHMBTGq"
READINGS = {"house_group": "most_value", "barracks_edge": "any_empty", "lake": "single_hex"}


def scattered(rng: Random) -> plain.City:
    """Any hexes at all on a small field: holes, bays and islands that no game would bring."""
    width, height = rng.randint(1, 9), rng.randint(1, 9)
    filled = rng.choice((0.3, 0.6, 0.85, 0.95))
    few = rng.choice(("hhhHHmM", "tTbBgGq", KINDS, KINDS + "hmbtg"))
    shift = rng.randint(-20, 20)
    city = {
        (q + shift, r - shift): (rng.choice(few), rng.choice((1, 1, 1, 2, 2, 3, 5)))
        for q, r in product(range(width), range(height))
        if rng.random() < filled
    }
    return city or {(0, 0): ("h", 1)}


def grown(rng: Random, turns: int) -> State:
    """A city as a game brings it: so many random tiles, laid legally by one player alone."""
    state = GAME.set_up(["Ada"], given={"alone": True, "stones": 0})
    order = shuffled(rng)
    for _ in range(turns):
        action = next(a for a in GAME.legal(state, None, order) if isinstance(a, Turn))
        state = GAME.judge(state, action)[0]  # type: ignore[assignment]
    return state


def seen(state: State) -> plain.City:
    columns: dict[int, Column] = state.cities[0].columns
    return {(at_of(cell)[0], at_of(cell)[1]): (column.kind, column.level) for cell, column in columns.items()}


def told(city: plain.City) -> list[dict[str, object]]:
    return [{"at": list(at), "kind": kind, "level": level} for at, (kind, level) in city.items()]


def check_scoring(seed: int) -> None:
    """A scattered city or a grown one, under variants and readings of any kind: both must say the same points."""
    rng = Random(seed)
    city = seen(grown(rng, rng.randint(1, 24))) if seed % 2 else scattered(rng)
    variants = {colour for colour in VARIANTS if rng.random() < 0.5}
    read = {name for name in READINGS if rng.random() < 0.5}
    settings: dict[str, object] = {f"variant_{colour}": True for colour in variants}
    settings |= {name: READINGS[name] for name in read}
    stones = rng.randrange(20)
    player = {"name": "Ada", "city": told(city), "stones": stones}
    state = GAME.position({"players": [player], "alone": True, "over": True, "settings": settings})
    seat: Seat = GAME.standing(state).seats[0]
    points = {line.what: line.points for line in seat.so_far_lines}
    expected = plain.score(city, variants, "house_group" in read, "barracks_edge" in read, "lake" in read)
    assert {colour: points[colour] for colour in COLOURS} == expected, f"city {seed}"
    assert points["stones"] == stones
    assert seat.so_far == sum(expected.values()) + stones


def check_legal(seed: int, turns: int) -> int:
    """Every way of laying one tile, tried by brute force: what the rules offer is what the plain ones allow."""
    rng = Random(seed)
    state = grown(rng, turns)
    city = seen(state)
    under = {(at_of(cell)[0], at_of(cell)[1]): column.laid for cell, column in state.cities[0].columns.items()}
    face = rng.choice(sorted(state.unseen))
    left, right = min(q for q, _ in city) - 3, max(q for q, _ in city) + 4
    top, bottom = min(r for _, r in city) - 3, max(r for _, r in city) + 4
    may_lie = {
        (at, level)
        for first in product(range(left, right), range(top, bottom))
        for at in plain.tiles_round_points(first)
        if (level := plain.level_if_legal(city, under, at)) is not None
    }
    offered = [a for a in GAME.legal(state, None, shuffled(rng)) if isinstance(a, Turn) and a.face == face]
    laid = [(tuple(tuple(at_of(cell)) for cell in action.at), action.level) for action in offered]
    assert len(laid) == len(set(laid)), f"city {seed}: an action is offered twice"
    assert set(laid) == may_lie, f"city {seed}"
    return len(laid)
