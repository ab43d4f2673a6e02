"""Values set by hand: marked events that the sitting takes, told by answers; and purses that are not told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from firmware.byhand.entry import Asked
from firmware.byhand.setting import set_for
from rules.shelf import GAMES, game_called
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from tests.firmware.byhand.ways import answered, followed, wandered
from tests.rules.play import random_sitting

SET = [
    ("saint-malo", "players.0.cells.2,5", "church3"),
    ("saint-malo", "players.1.cells.0,1", "wall"),
    ("saint-malo", "players.1.coins", 7),
    ("saint-malo", "boxes", 9),
    ("king-of-the-dice", "slots.penalty", None),
    ("king-of-the-dice", "extra_turn", True),
    ("king-of-the-dice", "next_player", 1),
    ("masons", "players.1.cards", 5),
    ("masons", "board.towers.P01", "white"),
    ("masons", "board.spaces.S01", {"houses": ["red", "blue"], "palaces": []}),
    ("masons", "board.walls", ["L05"]),
    ("akropolis", "players.0.stones", 12),
    ("akropolis", "players.1.city.0.kind", "g"),
    ("arkadia", "players.0.gold", 8),
    ("arkadia", "players.1.seals.red", 3),
    ("arkadia", "at.p1", ["w", "beige"]),
    ("arkadia", "face_up.1", "unknown"),
]


def begun(name: str) -> Sitting:
    """A table at its beginning, as the dealer sets it up."""
    _, sitting = random_sitting(name, 11, 2, limit=0)
    return sitting


@pytest.mark.parametrize(("name", "at", "value"), SET)
def test_a_value_is_set_by_answers_and_stays_marked(name: str, at: str, value: Any) -> None:
    sitting = begun(name)
    event = {"do": "set", "at": at, "value": value, "clause": "by-hand"}
    entry = set_for(sitting.game, sitting.state)
    answered(entry, followed(set_for(sitting.game, sitting.state, event)))
    assert entry.action() == event
    done = sitting.do(entry.action())
    assert isinstance(done, Done)
    assert sitting.marked[0].set_aside == ("by-hand",)


def test_a_card_is_taken_out_of_a_pile() -> None:
    _, sitting = random_sitting("king-of-the-dice", 5, 2, limit=12)
    pile = sitting.game.describe(sitting.state)["players"][0]["pile"]
    event = {"do": "set", "at": "players.0.pile", "value": pile[1:], "clause": "by-hand"}
    entry = set_for(sitting.game, sitting.state)
    answered(entry, followed(set_for(sitting.game, sitting.state, event)))
    assert isinstance(sitting.do(entry.action()), Done)
    assert sitting.game.describe(sitting.state)["players"][0]["pile"] == pile[1:]


def test_what_lies_somewhere_is_taken_away() -> None:
    sitting = begun("saint-malo")
    for value in ("wall", None):
        event = {"do": "set", "at": "players.0.cells.0,1", "value": value, "clause": "by-hand"}
        entry = set_for(sitting.game, sitting.state)
        answered(entry, followed(set_for(sitting.game, sitting.state, event)))
        assert isinstance(sitting.do(entry.action()), Done)
    assert sitting.state == sitting.start


@pytest.mark.parametrize("name", GAMES)
def test_any_answers_at_all_come_to_something_set_or_to_a_sentence(name: str) -> None:
    rng = Random(5)
    _, sitting = random_sitting(name, 5, 2, limit=25)
    done = 0
    for _ in range(40):
        entry = set_for(sitting.game, sitting.state)
        wandered(entry, rng)
        try:
            sitting.do(entry.action())
        except Trouble:  # what does not fit together is a sentence for the table, and nothing is set
            continue
        done += 1
        sitting.do({"do": "undo"})
    assert done > 5


def test_a_purse_is_set_without_showing_what_is_in_it() -> None:
    game = game_called("arkadia")
    data = game.describe(game.set_up(["Ada", "Bo"]))
    for key in ("supply", "pool_workers", "pools"):
        data.pop(key, None)

    def asked_of(**purse: Any) -> list[Asked | None]:
        data["players"][0] |= purse
        entry, asked = set_for(game, game.position(data)), []
        for word in ("Ada", "gold", "0 to 99"):
            question = entry.question()
            assert question is not None
            asked.append(question)
            entry.answer([str(option.words) for option in question.options].index(word))
        return [*asked, entry.question()]

    assert asked_of(gold=3, workers=2) == asked_of(gold=77, workers=9)


def test_the_number_now_is_where_the_marker_begins() -> None:
    sitting = begun("saint-malo")
    entry = set_for(sitting.game, sitting.state)
    for word in ("Anke", "coins", "0 to 9"):
        question = entry.question()
        assert question is not None
        entry.answer([str(option.words) for option in question.options].index(word))
    question = entry.question()
    assert question is not None
    assert str(question.options[question.chosen].words) == "3"
