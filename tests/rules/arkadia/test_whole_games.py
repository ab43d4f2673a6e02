"""Random games, and what is always so in them."""

from __future__ import annotations

import pytest

from rules.arkadia.game import ARKADIA
from rules.ledger import Entry, total
from tests.rules.play import check_whole_game, random_sitting


@pytest.mark.parametrize(("seed", "players"), [(seed, 2 + seed % 3) for seed in range(9)])
def test_a_random_game_keeps_what_every_game_promises(seed: int, players: int) -> None:
    assert check_whole_game("arkadia", seed, players)["actions"] >= 20


@pytest.mark.parametrize(("seed", "players"), [(20, 2), (21, 3), (22, 4)])
def test_nothing_is_lost_and_nothing_appears(seed: int, players: int) -> None:
    _, sitting = random_sitting("arkadia", seed, players)
    before = ARKADIA.describe(sitting.start)
    entries: list[Entry] = []
    for step in sitting.steps:
        told = ARKADIA.describe(step.state)
        entries += step.ledger
        for square, what in before["at"].items():
            assert told["at"][square] == what  # what stands on the board stays there
        on_board = [what[1] for what in told["at"].values() if what[0] == "w"]
        for player in told["players"]:
            assert min(player["workers"], player["neutral"], player["banners"], player["gold"], player["hand"]) >= 0
            assert min(player["seals"].values()) >= 0
            colour = player["colour"]
            assert told["pool_workers"][colour] + player["workers"] + on_board.count(colour) == 11
            assert player["hand"] <= 4
        behind = sum(player["neutral"] for player in told["players"])
        assert told["pool_neutral"] + behind + on_board.count("beige") == 24
        pieces = sum(len(stack) for stack in told["castle"].values())
        assert pieces + sum(sum(pool.values()) for pool in told["pools"].values()) == 28
        assert pieces == min(sum(b["done"] for b in told["buildings"]), 28)
        heights = [len(stack) for stack in told["castle"].values()]
        assert max(heights) - min(heights) <= 1 or min(heights) == 2
        assert sum(ARKADIA.values(step.state).values()) <= 10
        cards = told["deck"] + len(told["discard"]) + len(told["face_up"]) + sum(p["hand"] for p in told["players"])
        assert cards == 40
        for seat, player in enumerate(told["players"]):
            start = sitting.start.players[seat]
            assert player["workers"] == start.workers + total(entries, seat, "workers")
            assert player["neutral"] == total(entries, seat, "neutral workers")
            assert player["banners"] == 4 + total(entries, seat, "banners")
            assert player["hand"] == 4 + total(entries, seat, "cards")
            for family, number in player["seals"].items():
                assert number == total(entries, seat, f"{family} seals")
        before = told
