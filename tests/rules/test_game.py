"""What all games share: their players, their shelf, their text forms; and the small values they are told in."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.clauses import HOUSE, Clause, Clauses
from rules.ledger import TABLE, Entry, total
from rules.saint_malo.game import SAINT_MALO
from rules.settings import Setting, Settings
from rules.shelf import GAMES, game_called
from rules.trouble import Trouble
from rules.words import listed, say
from tests.rules.dealer import dealer_of
from tests.rules.tables import table


# ---- players and seats
@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ([], "played by 2 to 5, not by 0"),
        (["Anke"], "not by 1"),
        (list("abcdef"), "not by 6"),
        (["Anke", "Anke"], "the same name"),
        (["Anke", " "], "needs a name"),
        (["Anke", 7], "needs a name"),
        (["Anke", "Ste\nfan"], "one line"),
        (["Anke", "x" * 61], "at most 60"),
    ],
)
def test_players_that_cannot_play(players: list[Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        SAINT_MALO.set_up(players)


def test_a_seat_is_found_by_name_or_number() -> None:
    state = table().state
    assert SAINT_MALO.seat_of(state, "Stefan") == SAINT_MALO.seat_of(state, 1) == 1
    for nobody in ("Otto", 2, -1, True, ""):
        with pytest.raises(Trouble, match="nobody here is called"):
            SAINT_MALO.seat_of(state, nobody)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", "[" * 100_000, '{"players":["a","b"],"players":["c","d"]}', "NaN"]
)
def test_what_is_no_text_form_is_trouble(text: str) -> None:
    with pytest.raises(Trouble):
        SAINT_MALO.from_text(text)


# ---- the shelf
@pytest.mark.parametrize("name", GAMES)
def test_every_game_on_the_shelf_keeps_to_the_form(name: str) -> None:
    game = game_called(name)
    assert game.name == name
    assert game.title
    assert game.version >= 1
    assert list(game.numbers) == sorted(set(game.numbers))
    assert "by-hand" in game.clauses  # what is set by hand is entered under it
    for clause in HOUSE:
        assert game.clauses.get(clause.id, clause) == clause
    for id, clause in game.clauses.items():
        assert id == clause.id
        assert clause.heading
        assert clause.sentence.endswith("."), id
        assert clause.refuses or not clause.waivable, id
    names = [setting.name for setting in game.settings]
    assert len(set(names)) == len(names)
    for setting in game.settings:
        assert len(set(map(repr, setting.choices))) == len(setting.choices) >= 2
        assert not setting.clause or setting.clause in game.clauses
        assert setting.sentence


@pytest.mark.parametrize("name", GAMES)
def test_the_edition_of_a_state_is_read_back(name: str) -> None:
    game = game_called(name)
    begun = dealer_of(name)(Random(1), game.numbers[0]).set_up()
    assert game.edition(game.edition_data(game.set_up(**begun))) == game.edition(begun.get("edition"))


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(Trouble, match="no game called 'chess' here; the games are saint-malo"):
        game_called("chess")


# ---- clauses, settings, ledger, words
def test_two_clauses_of_one_name_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="two clauses are called a"):
        Clauses([Clause("a", "A", "One."), Clause("a", "A", "Two.")])


SETTINGS = (Setting("pass", ("stuck", "always"), "When?"), Setting("idle", (True, False), "May he?", any_time=True))


def test_settings_are_complete_and_only_what_is_known() -> None:
    chosen = Settings(SETTINGS, {"idle": False})
    assert dict(chosen) == {"pass": "stuck", "idle": False}
    assert chosen.changed == {"idle": False}
    assert chosen.but("idle", True) == Settings(SETTINGS)
    assert hash(chosen.but("idle", True)) == hash(Settings(SETTINGS))
    assert chosen != Settings(SETTINGS)


@pytest.mark.parametrize("chosen", [{"pass": "never"}, {"idle": 1}, {"idle": "true"}, {"pass": []}, {"wind": "west"}])
def test_a_choice_that_there_is_not_is_trouble(chosen: dict[str, Any]) -> None:
    with pytest.raises(Trouble, match=r"choose one of|the settings are"):
        Settings(SETTINGS, chosen)


def test_a_total_counts_one_seat_and_one_thing() -> None:
    why = say("so")
    entries = [Entry(0, "vp", 3, why, "a"), Entry(1, "vp", 5, why, "a"), Entry(0, "coins", 7, why, "a")]
    entries += [Entry(0, "vp", -1, why, "a"), Entry(TABLE, "vp", 9, why, "a")]
    assert total(entries, 0, "vp") == 2


def test_sentences_are_put_together_only_when_they_are_shown() -> None:
    inner = say("{} coins", 2)
    phrase = say("{} pays {}", "An{}ke", inner)
    assert str(phrase) == "An{}ke pays 2 coins"
    assert phrase.pattern == "{} pays {}"
    assert str(say("100 {")) == "100 {"


@pytest.mark.parametrize(
    ("words", "text"), [([], "none"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_a_list_in_words(words: list[str], text: str) -> None:
    assert listed(words) == text
