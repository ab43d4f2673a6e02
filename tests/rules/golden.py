"""Golden games: whole records with their ledgers beside them, written by `python -m tests.rules.golden [GAME ...]`.

They are read in diffs: whoever changes a rule sees here what it changes in two whole evenings of each game.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from firmware.telling import replay_in_words
from rules.game import AnyGame
from rules.record import header_of, read, write
from rules.shelf import GAMES, game_called
from rules.sitting import Done, Sitting
from tests.rules.dealer import dealer_of
from tests.rules.play import shuffled

HERE = Path(__file__).parent
EVENINGS = HERE.parents[1] / "firmware" / "evenings"  # the first golden game of a game is what `umpire demo` replays
TRIED = 8  # a golden player looks at so many legal actions and takes the one that brings most


def folder(game: str) -> Path:
    return HERE / game.replace("-", "_") / "golden"


def seeds(game: str) -> tuple[tuple[int, int], ...]:
    """(seed, players) of a game's golden games."""
    numbers = game_called(game).numbers
    return ((1, numbers[0]), (2, numbers[min(1, len(numbers) - 1)]))


def worth(game: AnyGame, state: Any, seat: int) -> int:
    return game.standing(state).seats[seat].now or 0


def sensible(game: AnyGame, state: Any, given: Any, rng: Random) -> Any:
    """Of a few legal actions the one that is worth most: golden games should show more than blunders."""
    seat = game.turn(state)
    assert seat is not None
    found = [next(game.legal(state, given, shuffled(rng))) for _ in range(TRIED)]
    found += list(islice(game.legal(state, given, shuffled(rng)), 2))
    return max(found, key=lambda action: worth(game, game.judge(state, action)[0], seat))


def play(name: str, seed: int, players: int) -> str:
    """The record of a golden game: now and then something is taken back and done again."""
    rng = Random(f"{name} {seed}")
    game = game_called(name)
    dealer = dealer_of(name)(rng, players)
    begun = dealer.set_up()
    sitting = Sitting(game, game.set_up(**begun))
    while game.turn(sitting.state) is not None:
        action = sensible(game, sitting.state, dealer.given(sitting.state), rng)
        done = sitting.act(action)
        assert isinstance(done, Done), done
        dealer.saw(action, sitting.state)
        if len(sitting.steps) % 25 == 12:
            sitting.do({"do": "undo", "count": 2})
            sitting.do({"do": "redo", "count": 2})
    return write(header_of(game, **begun), sitting.events)


def ledger(record: str) -> str:
    return "\n".join(replay_in_words(read(record))) + "\n"


def main(games: list[str]) -> None:
    for name in games or list(GAMES):
        folder(name).mkdir(exist_ok=True)
        for number, (seed, players) in enumerate(seeds(name), 1):
            record = play(name, seed, players)
            (folder(name) / f"game{number}.jsonl").write_text(record)
            (folder(name) / f"game{number}.txt").write_text(ledger(record))
            if number == 1:
                EVENINGS.mkdir(exist_ok=True)
                (EVENINGS / f"{name}.jsonl").write_text(record)
            print(f"{name} {number}: {len(record.splitlines()) - 1} events")


if __name__ == "__main__":
    main(sys.argv[1:])
