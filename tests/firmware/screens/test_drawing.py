"""Pictures as panels take them, and what lies over every view."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from firmware.screens.catalogue import Catalogue
from firmware.screens.drawing import draw, page_count, sheet_of
from firmware.screens.scenes import scenes
from firmware.screens.views import Choice, Keys, Name, Notice, Picture, Proposal, Screen, Why
from rules.words import SILENCE, say
from tests.firmware.screens.golden import PANELS

SMALL, LARGE = PANELS["small"], PANELS["large"]
WORDS = Catalogue("en")
SCENES = dict(scenes())
KEYS = Keys(say("look"), say("take back"), hold_confirm=say("menu"))


def written(view: Screen, size: tuple[int, int] = SMALL) -> list[str]:
    return sheet_of(view, size, WORDS, (0, 0))[0].written


@pytest.mark.parametrize("name", ["saint-malo/standing", "views/picture", "views/help", "masons/over"])
def test_each_panel_gets_its_own_kind_of_picture(name: str) -> None:
    small, large = draw(SCENES[name], SMALL, WORDS), draw(SCENES[name], LARGE, WORDS)
    assert (small.mode, small.size) == ("1", SMALL)
    assert (large.mode, large.size) == ("L", LARGE)


def test_the_large_panel_sets_apart_what_matters_less() -> None:
    shades = set(np.unique(np.asarray(draw(SCENES["saint-malo/standing"], LARGE, WORDS))))
    assert len(shades) == 3


def test_a_long_notice_is_read_page_by_page() -> None:
    lines = tuple(say("{}", f"sentence number {n} of quite a few") for n in range(9))
    notice = Notice(say("Umpire"), lines)
    pages = page_count(notice, SMALL, WORDS)
    assert pages > 2
    read = [text for n in range(pages) for text in written(Screen(Notice(say("Umpire"), lines, page=n)))]
    assert all(f"sentence number {n} of" in " ".join(read) for n in range(9))
    assert f"1/{pages}" in written(Screen(notice))


def test_a_page_too_far_is_the_last() -> None:
    lines = tuple(say("{}", n) for n in range(9))
    last = page_count(Notice(say("Umpire"), lines), SMALL, WORDS) - 1
    at_last, too_far = (written(Screen(Notice(say("Umpire"), lines, page=n))) for n in (last, 99))
    assert at_last == too_far


def test_the_chosen_answer_is_marked_and_in_sight_wherever_it_is() -> None:
    options = tuple(say("{}", f"answer {n}") for n in range(20))
    for chosen in range(20):
        shown = written(Screen(Choice(say("which value?"), options, chosen)))
        assert shown[shown.index("▸") + 1] == f"answer {chosen}"
        assert f"{chosen + 1}/20" in shown


def test_a_choice_without_answers_can_be_drawn() -> None:
    assert "which value?" in written(Screen(Choice(say("which value?"), ())))


def test_a_proposal_shows_all_that_it_would_change_on_its_pages() -> None:
    view = SCENES["arkadia/proposal"].view
    assert isinstance(view, Proposal)
    pages = page_count(view, SMALL, WORDS)
    shown = " ".join(text for n in range(pages) for text in written(Screen(replace(view, page=n))))
    for entry in view.worth:
        assert entry.what in shown


def test_a_trial_and_a_doubt_are_told_apart_from_a_sure_reading() -> None:
    view = SCENES["saint-malo/proposal"].view
    assert isinstance(view, Proposal)
    assert any("may I?" in text for text in written(SCENES["views/may I"]))
    assert any("(?)" in text for text in written(SCENES["views/may I"]))
    assert not any("(?)" in text or "may I?" in text for text in written(SCENES["saint-malo/proposal"]))


def test_why_names_the_arithmetic_and_the_rulebooks_heading() -> None:
    view = SCENES["saint-malo/why"].view
    assert isinstance(view, Why)
    pages = page_count(view, SMALL, WORDS)
    shown = " ".join(text for n in range(pages) for text in written(Screen(replace(view, page=n))))
    for entry in view.entries:
        assert f"[{view.game.clauses[entry.clause].heading}]" in shown
        assert str(entry.why) in shown


def test_a_name_shows_the_end_that_is_being_written() -> None:
    shown = written(Screen(Name(say("who is number {}?", 1), "Maximiliane-Sophie", "r")))
    assert shown[1].startswith("…")
    assert shown[1].endswith("Sophie")
    assert "r" in shown


@pytest.mark.parametrize("shape", [(90, 160), (160, 90), (64, 64, 3), (4, 300)])
def test_a_picture_of_any_size_fits(shape: tuple[int, ...]) -> None:
    view = Picture(say("Where things lie"), np.full(shape, 200, dtype=np.uint8), (say("Looking..."),))
    for size in (SMALL, LARGE):
        sheet, _ = sheet_of(Screen(view), size, WORDS, (0, 0))
        assert not sheet.outside
        assert np.asarray(sheet.image).any()


def test_help_says_what_each_button_does_now_and_nothing_of_those_that_do_nothing() -> None:
    shown = written(Screen(Notice(say("Umpire"), keys=KEYS), help=True))
    assert "✓" in shown
    assert "look" in shown
    assert any("menu" in text for text in shown)
    assert "◂" not in shown
    assert " ".join(written(Screen(Notice(SILENCE), help=True))) == "no button does anything now"


def test_the_bar_of_a_hold_grows() -> None:
    lit = []
    for held in (0.1, 0.5, 1.0):
        picture = np.asarray(draw(Screen(Notice(say("Umpire")), held=held, held_for=say("menu")), SMALL, WORDS))
        lit.append(int(picture[58:].sum()))
    assert lit[0] < lit[1] < lit[2]


def test_signs_stand_in_the_corner_only_while_they_are_true() -> None:
    plain = draw(Screen(Notice(say("Umpire"))), SMALL, WORDS).tobytes()
    assert draw(Screen(Notice(say("Umpire")), signs={"camera": False}), SMALL, WORDS).tobytes() == plain
    pictures = {
        draw(Screen(Notice(say("Umpire")), signs={sign: True}), SMALL, WORDS).tobytes()
        for sign in ("camera", "power", "house_rule")
    }
    assert len(pictures | {plain}) == 4


def test_no_line_frames_a_page() -> None:
    """A frame that is always there is what burns in first."""
    for name, screen in SCENES.items():
        if name in ("views/hold", "views/picture"):
            continue
        lit = np.asarray(draw(screen, SMALL, WORDS))
        assert lit.mean(axis=1).max() < 0.75, name
        assert lit.mean(axis=0).max() < 0.75, name


def test_no_game_is_loaded_before_its_first_page() -> None:
    """A box should show its first picture soon: five games' rules are not read for it."""
    ask = "import sys, firmware.screens; print([name for name in sys.modules if name.startswith('rules.masons')])"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
