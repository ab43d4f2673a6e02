"""A town board's geometry, from its layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.town_plan import TownPlan, read_plan, turns_of
from vision.trouble import Trouble

LAYOUT: dict[str, Any] = json.loads((Path(__file__).parents[1] / "photos" / "arkadia" / "layout.json").read_text())


@pytest.fixture
def plan() -> TownPlan:
    return read_plan(LAYOUT)


def test_squares_are_where_the_layout_says(plan: TownPlan) -> None:
    x, y = plan.origin
    assert np.allclose(plan.middle("a1"), [x + plan.pitch / 2, y + plan.pitch / 2])
    assert np.allclose(plan.middle("c7") - plan.middle("a1"), [2 * plan.pitch, 6 * plan.pitch])
    assert plan.square_at(*plan.middle("p12")) == "p12"
    assert plan.square_at(x - 1, y + 1) is None


def test_the_lot_is_no_part_of_the_town(plan: TownPlan) -> None:
    assert len(plan.ring) == 10
    assert len(plan.town) == plan.cols * plan.rows - 12
    assert not plan.lot & set(plan.town)


def test_neighbours_stay_on_the_board(plan: TownPlan) -> None:
    assert set(plan.beside("a1")) == {"b1", "a2"}
    assert set(plan.beside("c7")) == {"c6", "b7", "d7", "c8"}


def test_a_form_lies_in_quarter_turns_and_never_turned_over() -> None:
    z = ((0, 1), (1, 0), (1, 1), (2, 0))
    shapes = turns_of(z)
    assert len(shapes) == 2
    assert tuple(sorted(((0, 0), (1, 0), (1, 1), (2, 1)))) not in shapes
    assert len(turns_of(((0, 0), (1, 0), (0, 1), (1, 1)))) == 1


def test_every_lying_is_of_the_form_and_off_the_lot(plan: TownPlan) -> None:
    lyings = list(plan.lyings("residential_house"))
    assert ("a1", "b1") in lyings
    assert ("a1", "a2") in lyings
    assert all(not plan.lot & set(cells) for cells in lyings)
    across = (plan.cols - 1) * plan.rows
    down = plan.cols * (plan.rows - 1)
    assert len(lyings) < across + down


def test_a_layout_that_lacks_something_is_one_sentence() -> None:
    with pytest.raises(Trouble, match="layout of the town board"):
        read_plan({key: value for key, value in LAYOUT.items() if key != "pieces"})
