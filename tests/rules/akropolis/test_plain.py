from __future__ import annotations

import pytest

from tests.rules.akropolis.against_plain import check_scoring


@pytest.mark.parametrize("seed", range(0, 300, 20))
def test_the_plain_scoring_agrees(seed: int) -> None:
    for city in range(seed, seed + 20):
        check_scoring(city)
