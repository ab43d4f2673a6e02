"""`umpire screens`: the contact sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from firmware.cli import main


def test_the_contact_sheet_has_a_row_for_each_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few, more = tmp_path / "few.png", tmp_path / "more.png"
    assert main(["screens", "-o", str(few), "--only", "king-of-the-dice/score"]) == 0
    assert main(["screens", "-o", str(more), "--only", "king-of-the-dice"]) == 0
    assert "few.png: 798 x" in capsys.readouterr().out
    with Image.open(few) as one, Image.open(more) as other:
        assert one.width == other.width
        assert one.height < other.height
        assert one.getextrema() == (0, 255)


def test_a_word_that_no_screen_begins_with_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["screens", "-o", str(tmp_path / "x.png"), "--only", "chess"]) == 2
    assert "no screen's name begins with “chess”" in capsys.readouterr().err


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "no" / "folder.png"
    assert main(["screens", "-o", str(place), "--only", "views/notice"]) == 2
    assert str(place) in capsys.readouterr().err
