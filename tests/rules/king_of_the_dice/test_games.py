"""Whole games at random keep what every game promises, with any number of players and with other settings."""

from __future__ import annotations

from random import Random

import pytest

from rules.game import Allowed
from rules.king_of_the_dice.cards import NONE
from rules.king_of_the_dice.clauses import SETTINGS
from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.king_of_the_dice.state import State
from tests.rules.king_of_the_dice import plain
from tests.rules.king_of_the_dice.dealer import TheDealer
from tests.rules.play import check_whole_game, shuffled

GAME = KING_OF_THE_DICE


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_whole_game(seed: int, players: int) -> None:
    check_whole_game("king-of-the-dice", seed, players)


def every_card(state: State) -> list[str]:
    """All cards that are on the table face up or known by their stack."""
    told = GAME.describe(state)
    cards = [card for player in told["players"] for card in player["pile"]]
    cards += [card for slot, card in told["slots"].items() if slot[0] in "Cp" and card not in (None, "empty")]
    cards += [card for card in told.get("discards", []) if card]
    return cards


def play(seed: int, settings: dict[str, bool], check: bool = True) -> State:
    """A random game; whatever happens, cards are kept together and points are what the piles say."""
    rng = Random(seed)
    dealer = TheDealer(rng, rng.randint(2, 5))
    state = GAME.set_up(**dealer.set_up(), settings=settings)
    while not state.over:
        turns = GAME.legal(state, dealer.given(state), shuffled(rng))
        verdict = GAME.judge(state, turn := next(turns))
        assert isinstance(verdict, Allowed), f"{seed} {settings}: {verdict}"
        before, state = state, verdict.state
        dealer.saw(turn, state)
        if check:
            cards = every_card(state)
            assert len(cards) + state.draw + state.penalties - (state.penalties > 0) + sum(state.villages) == 65
            assert len(set(cards)) >= len(cards) - 6  # only penalty cards come more than once
            assert state.draw <= before.draw
            assert sum(state.villages) <= sum(before.villages)
            assert state.over or NONE not in state.row
            for seat, pile in zip(GAME.standing(state).seats, GAME.describe(state)["players"], strict=True):
                assert seat.so_far == plain.points(pile["pile"])
            assert GAME.from_text(GAME.text(state)) == state
    return state


@pytest.mark.parametrize("seed", range(12))
def test_games_with_other_settings(seed: int) -> None:
    rng = Random(seed)
    play(seed, {setting.name: rng.random() < 0.5 for setting in SETTINGS})


def test_games_end_in_each_way() -> None:
    ends = set()
    for seed in range(120):
        state = play(seed, {}, check=False)
        ends.add("penalties" if not state.penalties else "villages" if not all(state.villages) else "draw")
    assert ends == {"penalties", "villages", "draw"}


def test_all_sorts_of_things_happen() -> None:
    """The random games meet what is special in this game; else the tests above would prove little."""
    met = set()
    for seed in range(40):
        rng = Random(seed)
        dealer = TheDealer(rng, 4)
        state = GAME.set_up(**dealer.set_up())
        while not state.over:
            turn = next(GAME.legal(state, dealer.given(state), shuffled(rng)))
            verdict = GAME.judge(state, turn)
            assert isinstance(verdict, Allowed)
            met |= {
                name
                for name, there in {
                    "village": turn.villages,
                    "penalty": turn.penalty,
                    "dragon": turn.given,
                    "bonus": len(turn.taken) > 1,
                    "another turn": verdict.state.extra,
                    "four rolls": turn.rolls == 4,
                    "throws": turn.throws,
                    "fairies": any(entry.change >= 5 and entry.clause == "fairy" for entry in verdict.ledger),
                }.items()
                if there
            }
            state = verdict.state
            dealer.saw(turn, state)
    assert met == {"village", "penalty", "dragon", "bonus", "another turn", "four rolls", "throws", "fairies"}
