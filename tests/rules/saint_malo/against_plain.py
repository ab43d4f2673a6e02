"""The rules' scoring held against the plain one on random cities; a sample in the tests, thousands in the trials."""

from __future__ import annotations

from random import Random

from rules.ledger import total
from rules.saint_malo.city import LETTER_OF
from rules.saint_malo.game import SAINT_MALO as GAME
from tests.rules.play import allowed
from tests.rules.saint_malo import plain

MARKS = [mark for mark in LETTER_OF if mark != "wall"]


def random_city(rng: Random) -> plain.City:
    """Any city at all: nearly empty, nearly full or full, with more or less wall."""
    filled, walls = rng.choice((0.2, 0.5, 0.8, 0.97, 1.0)), rng.choice((0.0, 0.5, 0.9, 1.0))
    city: plain.City = {}
    for row, column in plain.ALL_SPACES:
        if rng.random() < filled:
            outer = row in (0, 6) or column in (0, 6)
            city[row, column] = "wall" if outer and rng.random() < walls else rng.choice(MARKS)
    return city


def check(seed: int) -> None:
    rng = Random(seed)
    city = random_city(rng)
    coins, logs, lost, vp = rng.randrange(20), rng.randrange(10), rng.randrange(7), rng.randrange(80)
    cells = {f"{row},{column}": mark for (row, column), mark in city.items()}
    player = {"name": "A", "cells": cells, "whole": True, "coins": coins, "logs": logs, "vp": vp, "cannons_lost": lost}
    state = GAME.position({"players": [player, "B"]})
    now = GAME.standing(state).seats[0].now
    assert now == vp + plain.at_the_end(city, coins, logs, lost), f"city {seed}"
    assert state.cities[0].defence == plain.strength(city), f"city {seed}"
    free = [space for space in plain.ALL_SPACES if space not in city]
    if not free:
        return
    row, column = rng.choice(free)
    for person, heads, what, expected in (
        ("priest", 2, "vp", plain.for_priest(city, row, column)),
        ("merchant", 3, "coins", plain.for_merchant(city, row, column)),
        ("juggler", 4, "vp", plain.for_juggler(city, row, column)),
    ):
        turn = {
            "dice": ["head"] * 5,
            "symbol": "head",
            "dice_used": heads,
            "person": person,
            "cells": [f"{row},{column}"],
        }
        brought = allowed(GAME, state, turn).ledger
        assert total(brought, 0, what) == expected, f"city {seed}: {person} on {row},{column}"
