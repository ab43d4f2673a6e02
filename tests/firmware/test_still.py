"""`umpire still`: a line a frame, knowing only the frames before it; bad folders get one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli import main
from tests.vision.tables import photo


def lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    assert main(["still", str(folder), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def write(folder: Path, number: int, image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> None:
    assert cv2.imwrite(str(folder / f"{number:03}.jpg"), image)


def test_each_frame_gets_its_line_and_later_frames_change_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, hand = photo("board.jpg"), photo("board_hand.jpg")
    film = [board] * 3 + [hand] * 7 + [board] * 6
    early = tmp_path / "early"
    early.mkdir()
    for number, frame in enumerate(film):
        write(tmp_path, number, frame)
        if number < 8:
            write(early, number, frame)
    told = lines(tmp_path, capsys)
    assert [line["file"] for line in told] == [f"{n:03}.jpg" for n in range(len(film))]
    assert [line["still"] for line in told] == [True] * 3 + [False] * 7 + [False] * 4 + [True] * 2
    assert lines(early, capsys) == told[:8]


def test_without_json_it_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, 0, photo("tray.jpg"))
    assert main(["still", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "000.jpg  still\n"


def test_a_missing_empty_or_torn_folder_gets_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = cv2.imencode(".jpg", photo("tray.jpg"))[1].tobytes()
    torn, text = tmp_path / "torn", tmp_path / "text"
    for folder, content in ((torn, whole[: len(whole) // 2]), (text, b"not a picture")):
        folder.mkdir()
        (folder / "0.jpg").write_bytes(content)
    (tmp_path / "empty").mkdir()
    for folder, sentence in (
        (tmp_path / "none", "no folder"),
        (tmp_path / "empty", "holds no picture"),
        (torn, "not a whole picture"),
        (text, "not a whole picture"),
    ):
        assert main(["still", str(folder)]) == 2
        told = capsys.readouterr().err
        assert sentence in told
        assert told.count("\n") == 1
