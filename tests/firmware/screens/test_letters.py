"""The letters: high enough to read, all of a size, and no text is ever cut unseen."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.screens.letters import FONT, ICONS, LINE, dots, known, shortened, width, wrapped

TEXTS = st.text(alphabet=string.ascii_letters + string.digits + "äöüßÄÖÜ .,:-()éñ", max_size=120)


def ink(rows: tuple[str, ...]) -> list[int]:
    return [n for n, row in enumerate(rows) if "#" in row]


@pytest.mark.parametrize("letter", string.ascii_uppercase + string.digits + "ÄÖÜßbdfhkläöü")
def test_capitals_and_digits_are_eight_rows_high(letter: str) -> None:
    rows = ink(dots(letter))
    assert (rows[0], rows[-1]) == (0, 7)


@pytest.mark.parametrize("letter", string.ascii_uppercase + string.digits)
def test_large_figures_are_sixteen_rows_high(letter: str) -> None:
    rows = ink(dots(letter, big=True))
    assert rows[-1] - rows[0] + 1 == 16


@pytest.mark.parametrize("letter", "gjpqy,;„")
def test_only_tails_hang_below_the_line(letter: str) -> None:
    assert max(ink(dots(letter))) < LINE


def test_every_letter_has_all_its_rows_and_no_two_look_alike() -> None:
    seen: dict[tuple[str, ...], set[str]] = {}
    for letter, rows in FONT.items():
        assert len(rows) == LINE
        assert len({len(row) for row in rows}) == 1, letter
        assert set("".join(rows)) <= {"#", "."}, letter
        seen.setdefault(rows, set()).add(letter)
    alike = {"".join(sorted(letters)) for letters in seen.values() if len(letters) > 1}
    assert alike <= {"0O", "'‘’", "“”"}


def test_every_drawing_is_a_rectangle() -> None:
    for name, rows in ICONS.items():
        assert len({len(row) for row in rows}) == 1, name
        assert set("".join(rows)) == {"#", "."}, name


def test_names_from_elsewhere_can_be_written() -> None:
    for name in ("Zoë", "José", "François", "Łukasz", "Søren", "Åsa", "Dvořák", "Ñandú", "Žižek", "Æther"):
        assert all(known(letter) for letter in name), name
    assert width("é") == width("e")
    assert dots("é") != dots("e") != dots("è")


def test_a_letter_that_nobody_drew_is_a_box_and_not_nothing() -> None:
    assert not known("漢")
    assert ink(dots("漢"))


@given(TEXTS, st.integers(40, 252))
def test_wrapping_loses_no_letter_and_fits(text: str, room: int) -> None:
    lines = wrapped(text, room)
    assert all(width(line) <= room for line in lines)
    assert "".join(lines).replace(" ", "").replace("-", "") == text.replace(" ", "").replace("-", "")


@given(TEXTS, st.integers(12, 252))
def test_what_is_shortened_says_so(text: str, room: int) -> None:
    short = shortened(text, room)
    assert width(short) <= room
    assert short == text or short.endswith("…")
