from __future__ import annotations

import pytest

from tests.rules.golden_checks import check_golden, check_written_anew

TURNS = {1: 9, 2: 6}  # the cards are used up after 35 turns at the most, of all players together


@pytest.mark.parametrize("number", [1, 2])
def test_a_golden_game_replays_to_its_ledger(number: int) -> None:
    check_golden("king-of-the-dice", number, TURNS[number])


@pytest.mark.parametrize("number", [1, 2])
def test_the_command_writes_the_same_golden_game_again(number: int) -> None:
    check_written_anew("king-of-the-dice", number)
