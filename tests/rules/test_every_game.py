"""What holds for every game on the shelf, whatever happens at its table and whatever it is asked."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from firmware.telling import replay_in_words, replay_told
from rules.record import header_of, read, write
from rules.referee import Referee
from rules.shelf import GAMES, game_called
from rules.sitting import Sitting
from rules.trouble import Trouble
from tests.rules.dealer import dealer_of
from tests.rules.mixing import check_mixed, mixed_evening
from tests.rules.nonsense import with_nonsense


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_the_record_of_a_mixed_evening_brings_it_back(name: str, seed: int) -> None:
    check_mixed(*mixed_evening(name, seed, 30))


@pytest.mark.parametrize("name", GAMES)
def test_nonsense_in_a_record_is_trouble_at_worst(name: str) -> None:
    rng = Random(name)
    header, sitting = mixed_evening(name, 1, 12)
    evening = [header, *({"n": n, **event} for n, event in enumerate(sitting.events, 1))]
    position = [header_of(sitting.game, position=sitting.game.describe(sitting.state))]
    for lines in (evening, position) * 60:
        text = "".join(json.dumps(line) + "\n" for line in with_nonsense(lines, rng))
        try:
            replayed = read(text)
        except Trouble:
            continue
        json.dumps(replay_told(replayed))
        assert all("\n" not in line for line in replay_in_words(replayed))
        again = read(write(replayed.header, replayed.sitting.events))
        assert again.sitting.state == replayed.sitting.state


@pytest.mark.parametrize("name", GAMES)
def test_nonsense_in_a_question_is_one_sentence_and_changes_nothing(name: str) -> None:
    rng = Random(name)
    game = game_called(name)
    _, sitting = mixed_evening(name, 2, 12)
    referee = Referee(game)
    asked = list(questions(name, sitting, rng))
    for _ in range(150):
        before = referee.sitting.state if referee.begun else None
        question = rng.choice(asked)
        answer = referee.answer(with_nonsense(question, rng) if rng.random() < 0.7 else question)
        json.dumps(answer)
        if not answer["ok"]:
            assert "\n" not in answer["trouble"]
            assert (referee.sitting.state if referee.begun else None) == before


def questions(name: str, sitting: Sitting, rng: Random) -> list[dict[str, Any]]:
    dealer = dealer_of(name)(rng, 2)
    begun = json.loads(json.dumps(dealer.set_up()))
    found: list[dict[str, Any]] = [
        {"ask": "new", **begun},
        {"ask": "position", "position": sitting.game.describe(sitting.state)},
        {"ask": "legal", "given": json.loads(json.dumps(dealer.given(sitting.start))), "limit": 3, "seed": 1},
        {"ask": "standing", "purses": False},
    ]
    for event in sitting.events:
        found.append({"ask": "do", "event": event})
        if "action" in event:
            found.append({"ask": "judge", "action": event["action"]})
    return found
