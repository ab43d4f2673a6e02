"""Evenings told by four buttons alone, in full: many of every game, and what it takes in presses."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

from firmware.byhand.actions import entry_for
from rules.shelf import GAMES, game_called
from tests.firmware.byhand.ways import told_evening, wandered
from tests.rules.play import random_sitting

PIECES = [*GAMES, "any-answers"]
EVENINGS = 20
BESIDES = 3  # other legal actions of every position, told and not done
WANDERED = 40  # entries of an evening that are answered without any sense


def prove(piece: str) -> dict[str, Any]:
    if piece == "any-answers":
        return {"entries": sum(wander(name, seed) for name in GAMES for seed in range(EVENINGS))}
    numbers = [n for n in game_called(piece).numbers if n > 1]
    presses: dict[str, list[int]] = {"whole": [], "chance": [], "rest": []}
    actions = 0
    for seed in range(EVENINGS):
        figures = told_evening(piece, seed, numbers[seed % len(numbers)], BESIDES)
        actions += figures["actions"]
        for kind, counted in presses.items():
            counted += figures[kind]
    return {
        "evenings": EVENINGS,
        "actions": actions,
        "told": actions * (1 + BESIDES),
        **{f"presses_{kind}": median(counted) for kind, counted in presses.items() if counted},
        "most_presses": max(max(counted, default=0) for counted in presses.values()),
    }


def wander(name: str, seed: int) -> int:
    """Any answers at all lead to something that the judge can rule on."""
    rng, game = Random(seed), game_called(name)
    _, sitting = random_sitting(name, seed, 2)
    states = [sitting.start, *(step.state for step in sitting.steps[:-1])]
    for _ in range(WANDERED):
        state = rng.choice(states)
        entry = entry_for(game, state)
        wandered(entry, rng)
        game.judge(state, game.action(entry.action()))
    return WANDERED
