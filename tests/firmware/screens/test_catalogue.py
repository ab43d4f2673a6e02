"""Two languages: whatever can be said has German, with the same gaps, in letters that the panel has."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

import pytest

from firmware.screens.catalogue import Catalogue, read_german
from firmware.screens.letters import known
from firmware.screens.scenes import evening
from rules.akropolis.edition import KINDS
from rules.shelf import GAMES
from rules.trouble import Trouble
from rules.words import Phrase, say
from tests.firmware.screens.patterns import everything, missing

GERMAN, ENGLISH = Catalogue("de"), Catalogue("en")


def gaps(pattern: str) -> list[str]:
    """The gaps of a pattern by their numbers, whether it numbers them or not."""
    named = [name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None]
    return sorted(name or str(place) for place, name in enumerate(named))


def test_everything_that_can_be_said_has_german() -> None:
    lacking = missing()
    assert not lacking, "see python -m tests.firmware.screens.patterns:\n" + "\n".join(lacking)


def test_german_has_the_gaps_of_its_pattern() -> None:
    wrong = {pattern: said for pattern, said in read_german().items() if gaps(pattern) != gaps(said)}
    assert not wrong


def test_german_is_german() -> None:
    """What reads the same in both languages is short, a name or a figure; a sentence left in English is not."""
    same = {pattern for pattern, said in read_german().items() if pattern == said and len(pattern.split()) > 3}
    assert {pattern for pattern in same if re.search(r"\w{2}", pattern)} == set()


def test_every_letter_of_both_languages_can_be_drawn() -> None:
    shown = "".join([*everything(), *read_german().values()])
    assert {letter for letter in shown if not known(letter) and letter not in "{}"} == set()


def test_english_is_the_pattern_itself() -> None:
    assert ENGLISH.say(say("{} on {}", "wall", "3,4")) == "wall on 3,4"
    assert ENGLISH.say(say("{} played", "tower_black and size")) == "tower black and size played"


def test_german_puts_its_own_words_into_the_gaps() -> None:
    assert GERMAN.say(say("{} on {}", "wall", "3,4")) == "Mauer auf 3,4"
    assert GERMAN.say(say("{} played", "tower_black and size")) == "Türme schwarz und Größe gespielt"
    assert GERMAN.say(say("the houses become palaces in: {}", "S01, S02 and S07")).endswith("in: S01, S02 und S07")
    assert GERMAN.say(say("houses: {}", "none")) == "Häuser: nichts"
    assert GERMAN.say(say("towers: {}", "black on P1 and white on P2")) == "Türme: schwarz auf P1 und weiß auf P2"
    assert GERMAN.say(say("takes {}", "orc 3+2 and goblin any4")) == "nimmt Ork 3+2 und Kobold any4"
    assert GERMAN.say(say("{}; {} goes to {}", say("takes {}", "dragon min28"), "dragon min28", "Ada")) == (
        "nimmt Drache min28; Drache min28 geht an Ada"
    )


def test_a_sentence_from_elsewhere_is_not_said_half_in_german() -> None:
    for sentence in ("the wall is not there, and the file on the card is empty", "no such file or directory"):
        assert GERMAN.say(say("This was not kept: {}", sentence)) == f"Das wurde nicht gesichert: {sentence}"


def test_names_of_players_stay_as_they_are() -> None:
    for name in ("Red", "Ada", "Heinz-Rüdiger", "Mr. White", "Wall-E", "{}", "{0.__class__}"):
        assert name in GERMAN.say(say("it is {}'s turn", name))


def test_what_german_lacks_is_said_in_english() -> None:
    assert GERMAN.say(say("a sentence of tomorrow: {}", "wall")) == "a sentence of tomorrow: Mauer"


def test_a_slip_in_a_translation_costs_no_sentence() -> None:
    slips = Catalogue("de")
    slips._patterns = {"{} on {}": "{} auf {} und {}"}
    assert slips.say(say("{} on {}", 1, 2)) == "1 on 2"


def test_silence_is_silent() -> None:
    assert GERMAN.say(Phrase("")) == ENGLISH.say(Phrase("")) == ""


def test_only_languages_that_there_are() -> None:
    with pytest.raises(Trouble, match="the language is one of en, de"):
        Catalogue("fr")


def fills(phrase: Phrase) -> Iterator[str]:
    for fill in phrase.fills:
        if isinstance(fill, Phrase):
            yield from fills(fill)
        elif isinstance(fill, str):
            yield fill


@pytest.mark.parametrize("name", GAMES)
def test_no_word_of_an_evening_stays_english(name: str) -> None:
    """Whatever fills a gap in a whole evening's ledger is a name, a code of the board, or has German."""
    sitting = evening(name)
    standing = sitting.game.standing(sitting.state)
    said = [phrase for step in sitting.steps for phrase in (step.words, *step.warnings)]
    said += [entry.why for step in sitting.steps for entry in step.ledger] + list(standing.notes)
    said += [line.how for seat in standing.seats for line in seat.now_lines]
    whats = {entry.what for step in sitting.steps for entry in step.ledger}
    german = set(read_german().values())
    left = set()
    for fill in {fill for phrase in said for fill in fills(phrase)} | whats:
        told = GERMAN.word(fill).replace("/", " ").split()
        for word in re.findall(r"(?<![\w'-])[a-z]{2,}(?![\w'-])", fill):
            if word in told and word not in german and not set(word) <= set(KINDS):
                left.add(fill)
    assert left == set()
