"""Whole random games, with every number of players, settings and boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.game import Allowed
from rules.masons.board import bits
from rules.masons.city import areas
from rules.masons.forms import left_over
from rules.masons.game import MASONS
from rules.masons.state import State
from tests.rules.masons.dealer import TheDealer
from tests.rules.mixing import check_mixed, mixed_evening
from tests.rules.play import check_whole_game, shuffled


@pytest.mark.parametrize("players", MASONS.numbers)
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_keeps_every_promise(seed: int, players: int) -> None:
    assert check_whole_game("masons", seed, players)["actions"] > 20


@pytest.mark.parametrize("seed", range(6))
def test_an_evening_on_which_everything_happens(seed: int) -> None:
    header, sitting = mixed_evening("masons", seed, 60, 2 + seed % 3)
    check_mixed(header, sitting)


def sound(state: State) -> None:
    """What holds on every board: nothing gets lost, and walls say what the cities are."""
    box, pieces = state.table.edition, state.pieces
    assert left_over(box.supply, pieces) == pieces.supply
    assert min(pieces.supply) >= 0
    assert sum(state.hands) + state.deck + state.discard == box.cards
    assert min(*state.hands, state.deck, state.discard) >= 0
    if state.table.settings["edge_closes"] is False:
        assert {*pieces.cities, *state.enclosed} == set(areas(box.board, pieces.walls))
    standing = pieces.towers[0] | pieces.towers[1] | pieces.towers[2]
    if not state.enclosed and state.stage != "end" and any(pieces.supply[1:4]):
        for line in bits(pieces.walls):
            assert all(standing >> p & 1 for p in box.board.ends[line])


@pytest.mark.parametrize(
    "settings",
    [{}, {"exchange": "before joining"}, {"last_piece": "of a colour"}, {"edge_closes": True}],
    ids=str,
)
@pytest.mark.parametrize("seed", range(4))
def test_nothing_gets_lost(seed: int, settings: dict[str, Any]) -> None:
    rng = Random(seed)
    dealer = TheDealer(rng, 3)
    state = MASONS.set_up(**dealer.set_up(), settings=settings)
    order = shuffled(rng)
    for _ in range(1000):
        if MASONS.turn(state) is None:
            break
        action = next(MASONS.legal(state, dealer.given(state), order))
        verdict = MASONS.judge(state, action)
        assert isinstance(verdict, Allowed), verdict
        assert min(verdict.state.points) >= 0
        state = verdict.state
        sound(state)
        assert MASONS.from_text(MASONS.text(state)) == state
    assert MASONS.turn(state) is None
    assert state.ending


def test_two_to_four_play() -> None:
    for players in MASONS.numbers:
        state = MASONS.set_up([f"player {n}" for n in range(players)])
        assert (state.hands, state.deck, state.points) == ((6,) * players, 60 - 6 * players, (0,) * players)
        assert MASONS.turn(state) == 0
    for names in (["Ada"], ["A", "B", "C", "D", "E"], ["Ada", ""]):
        with pytest.raises(Exception, match=r"played by|needs a name"):
            MASONS.set_up(names)
