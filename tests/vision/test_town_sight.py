"""Light taken off a board, print recognised under any light."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from vision.town_looks import UNLIKE, bins, density
from vision.town_plan import TownPlan, read_plan
from vision.town_sight import BORDER, SCALE, Field, light_between
from vision.town_view import alike, fine, like

LAYOUT = json.loads((Path(__file__).parents[1] / "photos" / "arkadia" / "layout.json").read_text())


@pytest.fixture(scope="module")
def plan() -> TownPlan:
    return read_plan(LAYOUT)


def printed(plan: TownPlan, scale: float) -> Field:
    """A board with print that changes from pixel to pixel."""
    width = round((plan.spec.width_mm + 2 * BORDER) * scale)
    height = round((plan.spec.height_mm + 2 * BORDER) * scale)
    return np.asarray(np.random.default_rng(3).normal(-1.5, 0.3, (height, width, 3)), np.float32)


def test_another_lamp_is_told_from_pieces(plan: TownPlan) -> None:
    empty = printed(plan, SCALE)
    height, width = empty.shape[:2]
    slope = np.linspace(-0.4, 0.5, width, dtype=np.float32)[None, :, None] * np.array([1.0, 0.9, 0.7], np.float32)
    now = empty + slope
    now[100:300, 200:500] += 1.5  # pieces
    found = light_between(now, empty, plan)
    assert found.shape == (height, width, 3)
    assert float(np.abs(found - slope).max()) < 0.1


def test_print_is_the_same_under_another_light_and_not_under_a_piece(plan: TownPlan) -> None:
    before = printed(plan, 1.0)
    shaded = before - np.linspace(0, 1.2, before.shape[1], dtype=np.float32)[None, :, None]
    assert alike(like(fine(before), fine(shaded), plan, "c7"))
    covered = before.copy()
    x, y = (plan.middle("c7") + BORDER).astype(int)
    covered[y - 10 : y + 10, x - 10 : x + 10] = -0.5
    assert not alike(like(fine(before), fine(covered), plan, "c7"))


def test_what_was_shown_is_likelier_than_what_was_not() -> None:
    shown = np.tile(np.array([[-1.0, 0.8, 0.1]], np.float32), (50, 1))
    table = density(shown)

    def at(*three: float) -> float:
        return float(table[bins(np.array([three], np.float32))[0]])

    assert at(-1.0, 0.8, 0.1) > 1.0
    assert at(-1.5, 0.8, 0.1) > UNLIKE  # in a shadow
    assert at(-1.0, -0.8, 0.1) < UNLIKE
    assert at(-0.1, 0.8, 0.1) < at(-1.9, 0.8, 0.1)  # shadows darken, nothing brightens
