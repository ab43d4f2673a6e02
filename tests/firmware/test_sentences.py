"""What reaches a terminal is one line, of bearable length, and moves nothing."""

from __future__ import annotations

import pytest

from firmware.sentences import LONGEST, clean, one_line


@pytest.mark.parametrize("mark", ["\x1b", "\n", "\r", "\b", "\x07", "\x7f", "\x9b", "\u2028", "\ud800"])
def test_nothing_unseen_is_shown(mark: str) -> None:
    assert clean(f"a{mark}b") == "a�b"


def test_letters_and_tallies_stay_as_they_are() -> None:
    assert clean("Zoë: “+3 vp” – 🎲") == "Zoë: “+3 vp” – 🎲"


def test_a_sentence_is_one_line() -> None:
    assert one_line("the record\n is\ttorn \x1b[2J") == "the record is torn �[2J"


def test_a_long_sentence_is_cut() -> None:
    assert one_line("x" * LONGEST) == "x" * LONGEST
    assert one_line("x" * (LONGEST + 1)) == "x" * (LONGEST - 1) + "…"
