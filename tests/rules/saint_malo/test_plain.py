from __future__ import annotations

from tests.rules.saint_malo.against_plain import check


def test_the_plain_scoring_agrees_on_random_cities() -> None:
    for seed in range(2000):
        check(seed)
