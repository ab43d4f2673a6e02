"""Games played at random, and what must hold in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.game import Allowed, AnyGame, Refused
from rules.ledger import total
from rules.record import header_of, read, write
from rules.shelf import game_called
from rules.sitting import Done, Sitting
from tests.rules.dealer import dealer_of


def shuffled(rng: Random) -> Any:
    """An order for `legal`: every choice in any order."""

    draw = rng.random

    def order(choices: Sequence[Any]) -> list[Any]:
        return sorted(choices, key=lambda _: draw())  # a fair shuffle, and a faster one than Random.shuffle

    return order


def random_sitting(name: str, seed: int, players: int, limit: int = 2000) -> tuple[dict[str, Any], Sitting]:
    """A whole game of random legal actions, through the sitting; with the arguments that it was set up with."""
    rng = Random(seed)
    game = game_called(name)
    dealer = dealer_of(name)(rng, players)
    begun = dealer.set_up()
    sitting = Sitting(game, game.set_up(**begun))
    order = shuffled(rng)
    for _ in range(limit):
        state = sitting.state
        if game.turn(state) is None:
            break
        action = next(game.legal(state, dealer.given(state), order))
        done = sitting.act(action)
        assert isinstance(done, Done), f"{name} {seed}: the first legal action was refused: {done}"
        dealer.saw(action, sitting.state)
    return begun, sitting


def check_whole_game(name: str, seed: int, players: int) -> dict[str, Any]:
    """Plays a random game to its end and asserts what every game promises. Returns a few figures."""
    begun, sitting = random_sitting(name, seed, players)
    game = sitting.game
    assert game.turn(sitting.state) is None, f"{name} {seed}: the game did not end"
    check_ledger(game, sitting)
    check_text_forms(game, sitting)
    check_record(game, begun, sitting)
    check_undo(sitting, Random(seed))
    standing = game.standing(sitting.state)
    assert standing.over
    assert standing.outcome is not None
    assert sorted(s for place in standing.outcome.places for s in place) == list(range(players))
    return {"actions": len(sitting.steps), "points": [seat.so_far for seat in standing.seats]}


def check_ledger(game: AnyGame, sitting: Sitting) -> None:
    """At every moment, a player's entries are what is scored so far; at the end that is the score."""
    entries: list[Any] = []
    for step in sitting.steps:
        entries.extend(step.ledger)
        for entry in step.ledger:
            assert entry.clause in game.clauses, f"no clause {entry.clause}"
            assert str(entry.why)
        standing = game.standing(step.state)
        for seat in standing.seats:
            assert seat.so_far == total(entries, seat.seat, game.points)
            assert seat.so_far == sum(line.points for line in seat.so_far_lines)
            assert seat.now == sum(line.points for line in seat.now_lines)
            if standing.over:
                assert seat.now == seat.so_far


def check_text_forms(game: AnyGame, sitting: Sitting) -> None:
    for step in sitting.steps:
        text = game.text(step.state)
        back = game.from_text(text)
        assert back == step.state
        assert game.text(back) == text
        told = step.made["action"]
        assert game.told(game.action(told)) == told


def check_record(game: AnyGame, begun: dict[str, Any], sitting: Sitting) -> None:
    text = write(header_of(game, **begun), sitting.events)
    replayed = read(text)
    assert replayed.sealed
    assert replayed.sitting.state == sitting.state
    assert replayed.sitting.ledger == sitting.ledger
    assert write(replayed.header, replayed.sitting.events) == text


def check_undo(sitting: Sitting, rng: Random) -> None:
    """Undo of any number is exact, and undo then redo gives the same state; the record keeps both."""
    states = [sitting.start, *(step.state for step in sitting.steps)]
    count = rng.randint(1, len(sitting.steps))
    events = len(sitting.events)
    end, ledger = sitting.state, sitting.ledger
    sitting.do({"do": "undo", "count": count})
    assert sitting.state == states[-1 - count]
    sitting.do({"do": "redo", "count": count})
    assert sitting.state == end
    assert sitting.ledger == ledger
    assert len(sitting.events) == events + 2
    del sitting.events[events:]


def verdict_of(game: AnyGame, state: Any, action: dict[str, Any], *waived: str) -> Allowed[Any] | Refused:
    return game.judge(state, game.action(action), frozenset(waived))


def refusal(game: AnyGame, state: Any, action: dict[str, Any]) -> Refused:
    verdict = verdict_of(game, state, action)
    assert isinstance(verdict, Refused), f"allowed: {verdict}"
    assert str(verdict.reason)
    assert verdict.clause in game.clauses
    assert game.clauses[verdict.clause].refuses
    return verdict


def allowed(game: AnyGame, state: Any, action: dict[str, Any], *waived: str) -> Allowed[Any]:
    verdict = verdict_of(game, state, action, *waived)
    assert isinstance(verdict, Allowed), f"refused: {verdict.clause}: {verdict.reason}"
    return verdict
