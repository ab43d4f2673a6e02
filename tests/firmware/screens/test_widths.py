"""Every string on every panel in both languages: it fits, or it is broken into lines, and nothing is cut."""

from __future__ import annotations

import ast
import string

import pytest

from firmware.screens.catalogue import LANGUAGES, Catalogue
from firmware.screens.drawing import sheet_of
from firmware.screens.letters import width, wrapped
from firmware.screens.overlay import SIGNS, signs
from firmware.screens.scenes import scenes
from firmware.screens.sheet import Sheet
from firmware.screens.views import Choice, Keys, Notice, Screen, View
from rules.words import SILENCE, Phrase, say
from tests.firmware.screens.golden import PANELS
from tests.firmware.screens.patterns import calls, everything, patterns, texts, trees

SIZES = tuple(PANELS.values())
SHOWN = [(size, Catalogue(language)) for size in SIZES for language in LANGUAGES]
IDS = [f"{size[0]}-{words.language}" for size, words in SHOWN]
ASKING = ("firmware/byhand/", "firmware/table/")
EVERYTHING = sorted(everything())


def phrase(pattern: str) -> Phrase:
    """A pattern with something in its gaps."""
    gaps = sum(1 for _, name, _, _ in string.Formatter().parse(pattern) if name is not None)
    return Phrase(pattern, (12,) * gaps)


def said_in(names: tuple[str, ...], place: int | None = None) -> set[str]:
    """The patterns said within calls of these names, or as one of their arguments."""
    found = set()
    for _, tree in trees():
        for call in calls(tree, names):
            for part in call.args if place is None else call.args[place : place + 1]:
                for inner in [node for node in ast.walk(part) if isinstance(node, ast.Call)]:
                    if getattr(inner.func, "id", "") == "say" and inner.args:
                        found |= set(texts(inner.args[0]))
    return found


def drawn(view: View, size: tuple[int, int], words: Catalogue) -> list[Sheet]:
    """All pages of a view."""
    sheet, pages = sheet_of(Screen(view), size, words, (0, 0))
    if not isinstance(view, Notice):
        return [sheet]
    turned = [Notice(view.title, view.lines, view.keys, view.tone, page) for page in range(pages)]
    return [sheet_of(Screen(one), size, words, (0, 0))[0] for one in turned]


def check(sheets: list[Sheet], what: str) -> None:
    for sheet in sheets:
        assert not sheet.outside, (what, sheet.outside)
        assert not sheet.across, (what, sheet.across)
        assert not sheet.shortened, (what, sheet.shortened)


def check_chosen(sheet: Sheet, text: str) -> None:
    assert text not in sheet.shortened
    assert letters(text) in letters("".join(sheet.written))


def letters(text: str) -> str:
    return "".join(letter for letter in text if not letter.isspace() and letter not in "-")


@pytest.mark.parametrize(("size", "words"), SHOWN, ids=IDS)
def test_every_sentence_breaks_into_lines_that_fit_and_lack_no_letter(size: tuple[int, int], words: Catalogue) -> None:
    room = Sheet(size).wide
    for pattern in EVERYTHING:
        text = words.say(phrase(pattern))
        lines = wrapped(text, room)
        assert all(width(line) <= room for line in lines), pattern
        assert letters("".join(lines)) == letters(text), pattern


@pytest.mark.parametrize(("size", "words"), SHOWN, ids=IDS)
def test_the_longest_sentences_are_shown_page_by_page_to_their_end(size: tuple[int, int], words: Catalogue) -> None:
    for pattern in sorted(EVERYTHING, key=lambda text: -len(words.say(phrase(text))))[:12]:
        check(drawn(Notice(phrase(pattern), tone="refused"), size, words), pattern)
        sheets = drawn(Notice(say("Umpire"), (phrase(pattern),) * 3), size, words)
        check(sheets, pattern)
        shown = [text for sheet in sheets for text in sheet.written]
        for line in wrapped(words.say(phrase(pattern)), Sheet(size).wide):
            assert shown.count(line) == 3, (pattern, line)


@pytest.mark.parametrize(("size", "words"), SHOWN, ids=IDS)
def test_every_question_has_room_as_a_title_beside_all_signs(size: tuple[int, int], words: Catalogue) -> None:
    questions = [text for text, where in patterns().items() if where.startswith(ASKING) and text.endswith("?")]
    assert len(questions) > 50
    for pattern in questions:
        sheet = Sheet(size)
        room = signs(sheet, dict.fromkeys(SIGNS, True))
        assert len(wrapped(words.say(phrase(pattern)), room)) <= 2, pattern


@pytest.mark.parametrize(("size", "words"), SHOWN, ids=IDS)
def test_every_answer_can_be_read_when_it_is_chosen(size: tuple[int, int], words: Catalogue) -> None:
    answers = said_in(("Answer", "Option"))
    assert len(answers) > 10
    for pattern in answers:
        view = Choice(say("which value?"), (say("yes"), phrase(pattern), say("no")), 1, about=say("a turn"))
        check_chosen(sheet_of(Screen(view), size, words, (0, 0))[0], words.say(phrase(pattern)))


@pytest.mark.parametrize(("size", "words"), SHOWN, ids=IDS)
def test_what_a_button_does_fits_into_help(size: tuple[int, int], words: Catalogue) -> None:
    found = said_in(("Does", "Keys"))
    assert len(found) > 10
    usual = Keys(
        say("look"), say("take back"), say("page"), say("page"), say("menu"), say("peek"), say("why?"), say("help")
    )
    check([sheet_of(Screen(Notice(SILENCE, keys=usual), help=True), size, words, (0, 0))[0]], "the usual keys")
    for pattern in found:
        word = phrase(pattern)
        for keys in (Keys(word, say("back"), word, word, say("menu")), Keys(hold_back=word, hold_previous=word)):
            check([sheet_of(Screen(Notice(SILENCE, keys=keys), help=True), size, words, (0, 0))[0]], pattern)
        held = Screen(Notice(say("Umpire")), held=0.5, held_for=word)
        check([sheet_of(held, size, words, (0, 0))[0]], pattern)


@pytest.mark.parametrize(("size", "words"), SHOWN, ids=IDS)
def test_the_foot_never_shows_half_a_word(size: tuple[int, int], words: Catalogue) -> None:
    for pattern in said_in(("Does", "Keys")):
        word = phrase(pattern)
        sheet = sheet_of(Screen(Notice(say("Umpire"), keys=Keys(word, word, word, word))), size, words, (0, 0))[0]
        check([sheet], pattern)
        for text in sheet.written:
            assert text in ("Umpire", "◂▸", "✓", "↶", f"✓ {words.say(word)}", f"↶ {words.say(word)}")


@pytest.mark.parametrize(("size", "words"), SHOWN, ids=IDS)
def test_nothing_on_any_sample_is_cut_or_lies_on_something_else(size: tuple[int, int], words: Catalogue) -> None:
    for name, screen in scenes():
        check([sheet_of(screen, size, words, (0, 0))[0]], name)


def test_a_title_beside_all_signs_still_fits() -> None:
    signs = {"camera": True, "power": True, "house_rule": True}
    for size, words in SHOWN:
        view = Choice(say("which card was turned over?"), (say("yes"),))
        check([sheet_of(Screen(view, signs=signs), size, words, (0, 0))[0]], "signs")


@pytest.mark.parametrize(("size", "words"), SHOWN, ids=IDS)
def test_help_without_any_button_fits(size: tuple[int, int], words: Catalogue) -> None:
    check([sheet_of(Screen(Notice(SILENCE), help=True), size, words, (0, 0))[0]], "no button")


def test_a_word_wider_than_the_panel_is_broken_and_not_cut() -> None:
    long = "Donaudampfschifffahrtsgesellschaftskapitänsmütze"
    assert width(long) > SIZES[0][0]
    sheets = drawn(Notice(say("{}", long)), SIZES[0], Catalogue("de"))
    assert letters("".join(sheets[0].written)) == long
