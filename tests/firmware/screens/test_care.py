"""Nothing burns in: the picture wanders, grows dim and goes dark, by the clock alone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware.doors.ports import DIM, FULL, OFF
from firmware.screens.care import Times, care
from firmware.screens.catalogue import Catalogue
from firmware.screens.drawing import draw
from firmware.screens.scenes import scenes
from firmware.screens.sheet import MARGIN_X, MARGIN_Y
from firmware.screens.views import Screen
from firmware.settings import BurnInSettings

TIMES = Times()
HOUR, STEP = 3600, 5
SIZE = (128, 64)
SCENES = dict(scenes())
WORDS = Catalogue("de")


def lit(screen: Screen, shift: tuple[int, int]) -> NDArray[np.bool_]:
    return np.asarray(draw(screen, SIZE, WORDS, shift).convert("L")) > 0


def test_a_press_makes_it_bright_and_waiting_dark() -> None:
    assert care(0, 5000).level == FULL
    assert care(TIMES.dim - 1, 5000).level == FULL
    assert care(TIMES.dim, 5000).level == DIM
    assert care(TIMES.off - 1, 5000).level == DIM
    assert care(TIMES.off, 5000).level == OFF


def test_a_box_whose_settings_nobody_touched_takes_this_care() -> None:
    usual = BurnInSettings()
    assert Times(usual.shift_every, usual.dim_after, usual.off_after) == TIMES


def test_the_same_times_give_the_same_answer() -> None:
    assert care(7.5, 123.4) == care(7.5, 123.4)


def test_it_moves_by_a_dot_or_two_in_both_directions_at_least_once_a_minute() -> None:
    assert TIMES.step <= 60
    places = [care(0, n * TIMES.step).shift for n in range(200)]
    for (x, y), (across, down) in pairwise(places):
        assert abs(across - x) in (1, 2)
        assert abs(down - y) in (1, 2)
    assert {x for x, _ in places} == set(range(MARGIN_X + 1))
    assert {y for _, y in places} == set(range(MARGIN_Y + 1))
    assert len(set(places)) == (MARGIN_X + 1) * (MARGIN_Y + 1)


@pytest.mark.parametrize("name", ["saint-malo/standing", "views/choice", "arkadia/castle"])
def test_a_shifted_picture_is_the_same_picture_elsewhere(name: str) -> None:
    still = lit(SCENES[name], (0, 0))
    for x, y in ((1, 0), (0, 1), (4, 3)):
        assert np.array_equal(lit(SCENES[name], (x, y)), np.roll(still, (y, x), axis=(0, 1)))
    assert not still[:, SIZE[0] - MARGIN_X :].any()
    assert not still[SIZE[1] - MARGIN_Y :].any()


def most_lit(shown: list[tuple[NDArray[np.bool_], float]]) -> float:
    """How large a part of the time the dot is lit that is lit most; each step has a picture, and how long it idles."""
    total = np.zeros((SIZE[1], SIZE[0]))
    for n, (picture, idle) in enumerate(shown):
        now = care(idle, n * STEP)
        if now.level != OFF:
            total += np.roll(picture, (now.shift[1], now.shift[0]), axis=(0, 1))
    return float(total.max()) / len(shown)


@pytest.mark.parametrize("name", sorted(SCENES))
def test_in_an_hour_of_one_page_half_play_half_idle_no_dot_is_lit_too_long(name: str) -> None:
    """The worst that can be: the same page all the time, a press every few seconds, then nobody for half an hour."""
    picture = lit(SCENES[name], (0, 0))
    steps = HOUR // STEP
    shown = [(picture, 0.0 if n < steps // 2 else (n - steps // 2) * STEP) for n in range(steps)]
    share = most_lit(shown)
    assert share <= 0.6, share


def test_in_an_hour_of_short_rests_no_dot_is_lit_too_long() -> None:
    """Eight minutes of turning pages, eight of thinking over one of them, again and again."""
    pictures = [lit(screen, (0, 0)) for name, screen in SCENES.items() if name.startswith("saint-malo")]
    shown = []
    for n in range(HOUR // STEP):
        within, turn = (n * STEP) % 960, n * STEP // 960
        page = n // 4 if within < 480 else turn * 7
        shown.append((pictures[page % len(pictures)], max(0.0, within - 480.0)))
    share = most_lit(shown)
    assert share <= 0.6, share
