from __future__ import annotations

from tests.rules.arkadia.against_plain import check


def test_the_plain_scoring_agrees_on_random_positions() -> None:
    assert sum(check(seed) for seed in range(400)) > 60  # buildings completed
