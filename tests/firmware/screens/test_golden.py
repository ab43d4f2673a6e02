"""Every page as it was last looked at, on both panels and in both languages."""

from __future__ import annotations

import difflib

import pytest

from tests.firmware.screens.golden import FOLDER, files

AGAIN = "look at it, then draw it anew: python -m tests.firmware.screens.golden"


@pytest.fixture(scope="module")
def wanted() -> dict[str, str]:
    return files()


def test_every_picture_is_as_it_was_looked_at(wanted: dict[str, str]) -> None:
    wrong = []
    for name, text in wanted.items():
        path = FOLDER / name
        held = path.read_text(encoding="utf-8") if path.exists() else ""
        if held != text:
            wrong += list(difflib.unified_diff(held.splitlines(), text.splitlines(), name, "as drawn now", n=20))[:60]
    assert not wrong, "\n".join([AGAIN, *wrong])


def test_no_picture_of_a_page_that_is_gone_is_kept(wanted: dict[str, str]) -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == set(wanted)
