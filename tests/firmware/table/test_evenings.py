"""A whole evening of every game, kept by four buttons and no camera."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.shelf import GAMES
from tests.firmware.table.evenings import evening_by_hand


@pytest.mark.parametrize("name", GAMES)
def test_an_evening_kept_by_the_buttons_ends_as_the_rules_say(name: str, tmp_path: Path) -> None:
    figures = evening_by_hand(tmp_path, name, seed=1, players=2)
    assert figures["actions"] > 20
