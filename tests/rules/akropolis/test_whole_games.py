from __future__ import annotations

import pytest

from tests.rules.play import check_whole_game


@pytest.mark.parametrize(("seed", "players"), [(seed, 2 + seed % 3) for seed in range(15)])
def test_a_random_game_keeps_what_every_game_promises(seed: int, players: int) -> None:
    figures = check_whole_game("akropolis", seed, players)
    assert figures["actions"] in {2: (36, 60), 3: (48, 60), 4: (60,)}[players]
