from __future__ import annotations

import pytest

from tests.rules.golden_checks import check_golden, check_written_anew


@pytest.mark.parametrize("number", [1, 2])
def test_a_golden_game_replays_to_its_ledger(number: int) -> None:
    check_golden("akropolis", number)


@pytest.mark.parametrize("number", [1, 2])
def test_the_command_writes_the_same_golden_game_again(number: int) -> None:
    check_written_anew("akropolis", number)
