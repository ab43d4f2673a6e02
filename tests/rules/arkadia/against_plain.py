"""The rules' scoring held against the plain one on random positions; a sample in the tests, thousands in the trials."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.arkadia.edition import DEFAULT_DATA
from rules.arkadia.game import ARKADIA
from rules.game import Allowed
from tests.rules.arkadia import plain
from tests.rules.play import shuffled

COLOURS = ["yellow", "orange", "green", "violet"]
LETTERS = "abcdefghijklmnop"
PRINTED: dict[str, str | None] = DEFAULT_DATA["lot"]["ring"]
RIM = list(PRINTED)


def random_position(rng: Random) -> dict[str, Any]:
    """A town of any density, a castle of any height, purses of any size."""
    taken = {f"{letter}{row}" for letter in "ghij" for row in (5, 6, 7)}
    narrow, low = rng.choice((4, 8, 16)), rng.choice((4, 8, 12))  # a small corner fills up sooner
    corner = [f"{letter}{row}" for letter in LETTERS[:narrow] for row in range(1, low + 1)]
    buildings: list[dict[str, Any]] = []
    for _ in range(rng.choice((3, 10, 60))):
        name = rng.choice(list(DEFAULT_DATA["forms"]))
        form = DEFAULT_DATA["forms"][name]
        cells = turned(form["cells"], rng.randrange(4))
        place = rng.choice(corner)
        column, row = LETTERS.index(place[0]), int(place[1:])
        names = [f"{LETTERS[column + x]}{row + y}" for x, y in cells if column + x < 16 and row + y <= 12]
        laid = [b["family"] for b in buildings if b["form"] == name]
        family = rng.choice(plain.FAMILIES)
        if len(names) == len(cells) and not taken & set(names) and laid.count(family) < form["count"] // 4:
            buildings.append({"form": name, "family": family, "cells": names})
            taken |= set(names)
    players = rng.randint(2, 4)
    free = [square for square in corner if square not in taken]
    rng.shuffle(free)
    at = {}
    share = rng.choice((0.3, 0.7, 0.95))
    stock = {colour: rng.randint(0, 8) for colour in COLOURS[:players]} | {"beige": 20}
    for square in free:
        colour = rng.choice(list(stock))
        if stock[colour] and rng.random() < share:
            stock[colour] -= 1
            at[square] = ["w", colour]
    seats = [
        {
            "colour": colour,
            "workers": rng.randint(0, 3),
            "neutral": rng.randint(0, 1),
            "banners": rng.randint(0, 4),
            "gold": rng.randint(0, 30),
            "seals": {family: rng.randint(0, 4) for family in plain.FAMILIES},
            "hand": 1,
        }
        for colour in COLOURS[:players]
    ]
    castle, end = random_castle(rng), {}
    if all(len(pieces) > 1 for pieces in castle.values()):
        end = {"trigger": rng.randrange(players)}
    turn = rng.randrange(players)
    return {"players": seats, "buildings": buildings, "at": at, "castle": castle, "turn": turn, **end}


def turned(cells: list[list[int]], times: int) -> list[tuple[int, int]]:
    found = [(x, y) for x, y in cells]
    for _ in range(times):
        found = [(-y, x) for x, y in found]
        found = [(x - min(x for x, _ in found), y - min(y for _, y in found)) for x, y in found]
    return found


def random_castle(rng: Random) -> dict[str, list[str]]:
    castle: dict[str, list[str]] = {square: [] for square in RIM}
    pool = [family for family in plain.FAMILIES for _ in range(3)]
    third = list(plain.FAMILIES)
    left = rng.randint(0, 24)
    for _ in range(2):
        rest = list(pool)
        rng.shuffle(rest)
        for square in rng.sample(RIM, 10):
            if not left:
                return castle
            castle[square].append(rest.pop())
            left -= 1
        third += rest
    rng.shuffle(third)
    for square in rng.sample(RIM, min(left, 8)):
        castle[square].append(third.pop())
    return castle


def check(seed: int) -> int:
    """One position and a few of its legal turns. Returns how many buildings they completed."""
    rng = Random(seed)
    state = ARKADIA.position(random_position(rng))
    position = ARKADIA.describe(state)
    completed_in_all = 0
    for _ in range(3):
        action = ARKADIA.told(next(ARKADIA.legal(state, None, shuffled(rng))))
        verdict = ARKADIA.judge(state, ARKADIA.action(action))
        assert isinstance(verdict, Allowed)
        purses, completed, values = plain.after_turn(position, action, PRINTED, DEFAULT_DATA["tents"])
        after = ARKADIA.describe(verdict.state)
        assert ARKADIA.values(verdict.state) == values, f"position {seed}"
        newly = [b["id"] for b in after["buildings"] if b["done"] and b["id"] not in before_done(position)]
        assert newly == completed, f"position {seed}"
        for player, seat in zip(after["players"], ARKADIA.standing(verdict.state).seats, strict=True):
            purse = purses[player["colour"]]
            for what in ("workers", "neutral", "banners", "gold", "seals"):
                assert player[what] == purse[what], f"position {seed}: {what} of {player['colour']}"
            assert seat.now == plain.final_gold(purse, values), f"position {seed}"
        completed_in_all += len(completed)
    return completed_in_all


def before_done(position: dict[str, Any]) -> set[int]:
    return {b["id"] for b in position["buildings"] if b["done"]}
