"""`umpire read` and `umpire teach`: lines, and one sentence for what cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware.cli import main

PHOTOS = Path(__file__).parent.parent / "photos"


def test_a_folder_of_pips_is_one_line_of_json_a_frame(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(PHOTOS / "dice_pips"), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["sequence"], line["file"]) for line in lines] == [("s1", "03.jpg"), ("s1", "04.jpg")]
    assert lines[0]["seen"] == {"dice": []}
    assert lines[0]["unsure"] == []
    for die in lines[1]["seen"]["dice"]:
        assert 0 <= die["certainty"] <= 1
        assert {"value", "x", "y", "next"} <= set(die)


def test_teaching_pips_keeps_a_file_that_reads_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pips.looks"
    assert main(["teach", str(PHOTOS / "dice_pips"), "-o", str(path)]) == 0
    assert "nothing to learn" in capsys.readouterr().out
    assert main(["read", str(PHOTOS / "dice_pips"), "--looks", str(path)]) == 0
    assert "s1/03.jpg  no dice read" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["read", "nowhere"], ["read", "nowhere", "--json"], ["teach", "nowhere", "-o", "x"]])
def test_what_is_not_there_is_one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "nowhere" in said.err
    assert len(said.err.splitlines()) == 1


def test_a_folder_and_a_picture_together_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    folder = PHOTOS / "dice_pips"
    assert main(["read", str(folder), str(folder / "play" / "s1" / "03.jpg")]) == 2
    assert "one folder, or pictures" in capsys.readouterr().err
