"""`umpire print`: writes the sheet asked for, and says plainly what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.cli import main
from vision.sheets import SHEETS


@pytest.mark.parametrize("sheet", list(SHEETS))
def test_each_sheet_is_written_where_asked(sheet: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sheet.pdf"
    assert main(["print", sheet, "--paper", "a3", "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert "100 %" in capsys.readouterr().out


def test_without_a_name_the_file_is_called_after_sheet_and_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "tray"]) == 0
    assert [p.name for p in tmp_path.iterdir()] == ["umpire-tray-a4.pdf"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tray", "--size", "300x200"], "print it on A3"),
        (["tray", "--size", "big"], "not a size"),
        (["tray", "--size", "20x20"], "out of reach"),
        (["corners", "--size", "200x150"], "one size only"),
        (["tray", "-o", "/nowhere/at/all.pdf"], "cannot be written"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", *words]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())
