"""Random games of every kind against random python-chess games, in one run: actions a second, ledger included."""

from __future__ import annotations

from random import Random
from time import process_time

import chess

from rules.game import Allowed
from rules.shelf import GAMES, game_called
from tests.bench.figures import Figure
from tests.rules.dealer import dealer_of
from tests.rules.play import shuffled

SECONDS = 3.0  # of each game, in slices that take turns with chess so that both meet the same machine
SLICE = 0.5


def chess_slice(rng: Random, seconds: float) -> tuple[int, float]:
    """Random chess: the legal moves as a list, one of them pushed, until the end or 200 plies."""
    plies = 0
    start = process_time()
    while process_time() - start < seconds:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            plies += 1
    return plies, process_time() - start


def game_slice(name: str, rng: Random, seconds: float) -> tuple[int, float]:
    """Random games: the first legal action of a random order, judged, and its state taken."""
    game, order = game_called(name), shuffled(rng)
    actions = 0
    start = process_time()
    while process_time() - start < seconds:
        players = rng.choice(game.numbers)
        dealer = dealer_of(name)(rng, players)
        state = game.set_up(**dealer.set_up())
        while game.turn(state) is not None:
            action = next(game.legal(state, dealer.given(state), order))
            verdict = game.judge(state, action)
            assert isinstance(verdict, Allowed)
            state = verdict.state
            dealer.saw(action, state)
            actions += 1
    return actions, process_time() - start


def measure() -> list[Figure]:
    figures = []
    for name in GAMES:
        rng = Random(1)
        totals = {"game": [0, 0.0], "chess": [0, 0.0]}
        for _ in range(round(SECONDS / SLICE)):
            for who, (count, time) in (
                ("chess", chess_slice(rng, SLICE)),
                ("game", game_slice(name, rng, SLICE)),
            ):
                totals[who][0] += count
                totals[who][1] += time
        ours, theirs = (totals[who][0] / totals[who][1] for who in ("game", "chess"))
        figures.append(Figure(f"{name}, random games", ours, "actions/s", "python-chess", theirs, "at least 1"))
    return figures
