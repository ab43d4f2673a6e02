"""Whole evenings by the buttons alone, against the truth that the rules know."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from rules.shelf import game_called
from rules.sitting import Done, Sitting
from tests.firmware.table.tables import Seat
from tests.rules.dealer import dealer_of
from tests.rules.play import shuffled


def evening_by_hand(folder: Path, name: str, seed: int, players: int, limit: int = 2000) -> dict[str, Any]:
    """A random game told by four buttons, from the first action to the winner; its end is the rules' own."""
    rng = Random(seed)
    game = game_called(name)
    dealer = dealer_of(name)(rng, players)
    begun = dealer.set_up()
    truth = Sitting(game, game.set_up(**begun))
    seat = Seat(folder)
    seat.begin(name, **begun)
    order = shuffled(rng)
    taken_back = 0
    for _ in range(limit):
        if game.turn(truth.state) is None:
            break
        action = next(game.legal(truth.state, dealer.given(truth.state), order))
        seat.player.tell(action)
        if rng.random() < 0.05:  # somebody changes their mind, and then again
            seat.player.take_back()
            seat.player.tell(action)
            taken_back += 1
        assert isinstance(truth.act(action), Done)
        assert seat.table.state == truth.state, f"{name} {seed}: the table holds another state than the rules"
        dealer.saw(action, truth.state)
    assert game.turn(seat.table.state) is None, f"{name} {seed}: the evening did not end"
    assert not seat.logged, seat.logged
    figures = {"actions": len(truth.steps), "presses": seat.player.presses, "taken_back": taken_back}
    seat.close()
    return figures
