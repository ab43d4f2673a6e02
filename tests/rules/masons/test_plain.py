"""A second, plain reckoning of boards and cards agrees; tests/trials does thousands more."""

from __future__ import annotations

from tests.rules.masons.against_plain import check, check_board


def test_the_plain_reckoning_agrees_in_random_games() -> None:
    assert sum(check(seed) for seed in range(14)) > 350


def test_the_plain_reckoning_agrees_on_boards_thrown_together() -> None:
    assert sum(check_board(seed) for seed in range(120)) > 40
