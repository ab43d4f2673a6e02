"""Random games of every kind against random python-chess games, in one run: actions a second, ledger included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import chess

from rules.game import Allowed
from rules.shelf import GAMES, game_called
from tests.bench.figures import Figure
from tests.rules.dealer import dealer_of

SLICES, SLICE = 13, 0.3  # how many, and how many seconds each


def chess_slice(rng: Random, seconds: float) -> tuple[int, float]:
    """Random chess: the legal moves as a list, one of them pushed, until the end or 200 plies."""
    plies = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            plies += 1
    return plies, perf_counter() - start


def mixed(rng: Random) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """A random order for the legal actions: every choice in any place, pairs by a single draw."""
    draw = rng.random

    def order(choices: Sequence[Any]) -> Sequence[Any]:
        if len(choices) < 3:
            return choices if len(choices) < 2 or draw() < 0.5 else choices[::-1]
        return sorted(choices, key=lambda _: draw())

    return order


def game_slice(name: str, rng: Random, seconds: float) -> tuple[int, float]:
    """Random games: the first legal action of a random order, judged, and its state taken.

    What is timed is the game: its set-up, the iterator with its order, the judge. While the dealer throws dice and
    turns cards over, which is no part of the rules, the clock stands still.
    """
    game, order = game_called(name), mixed(rng)
    actions, spent = 0, 0.0
    while spent < seconds:
        players = rng.choice(game.numbers)
        dealer = dealer_of(name)(rng, players)
        begun = dealer.set_up()
        start = perf_counter()
        state = game.set_up(**begun)
        spent += perf_counter() - start
        while game.turn(state) is not None:
            given = dealer.given(state)
            start = perf_counter()
            action = next(game.legal(state, given, order))
            verdict = game.judge(state, action)
            spent += perf_counter() - start
            assert isinstance(verdict, Allowed)
            state = verdict.state
            dealer.saw(action, state)
            actions += 1
    return actions, spent


def measure() -> list[Figure]:
    """The median slice of each, chess and the game taking turns so that both meet the same machine."""
    figures = []
    for name in GAMES:
        rng = Random(1)
        game_slice(name, rng, SLICE), chess_slice(rng, SLICE)  # warm up
        rates: dict[str, list[float]] = {"game": [], "chess": []}
        for _ in range(SLICES):
            for who, (count, time) in (("chess", chess_slice(rng, SLICE)), ("game", game_slice(name, rng, SLICE))):
                rates[who].append(count / time)
        ours, theirs = median(rates["game"]), median(rates["chess"])
        figures.append(Figure(f"{name}, random games", ours, "actions/s", "python-chess", theirs, "at least 1"))
    return figures
