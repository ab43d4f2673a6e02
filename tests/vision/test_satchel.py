"""What was taught of a board, kept in one file: the same bytes back, one sentence for a file that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vision.satchel import layout_set, load, pack
from vision.trouble import Trouble

FOLDER = Path(__file__).parents[1] / "photos" / "king_row"


def test_what_is_kept_is_what_was_packed(tmp_path: Path) -> None:
    packed = pack(FOLDER)
    packed.save(tmp_path / "row.looks")
    again = load(tmp_path / "row.looks")
    assert again == packed
    assert again.set == layout_set(FOLDER) == "king_row"
    file = str(packed.entries[0]["file"])
    assert (again.picture(file) == packed.picture(file)).all()


def _body(path: Path) -> dict[str, Any]:
    pack(FOLDER).save(path)
    said: dict[str, Any] = json.loads(path.read_text())
    return said


def test_a_torn_foreign_or_changed_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "row.looks"
    with pytest.raises(Trouble, match="is missing"):
        load(path)
    said = _body(path)
    text = path.read_text()
    for wrong, sentence in (
        (text[:2000], "torn"),
        ("[]", "holds no looks"),
        (json.dumps({**said, "kind": "umpire looks"}), "holds no looks"),
        (json.dumps({**said, "version": 2}), "of version 2"),
        (text.replace('"king_row"', '"king_rov"'), "checksum does not fit"),
    ):
        path.write_text(wrong)
        with pytest.raises(Trouble, match=sentence) as trouble:
            load(path)
        assert "\n" not in str(trouble.value)


def test_a_folder_without_teaching_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"layout\.json is missing"):
        pack(tmp_path)
    (tmp_path / "layout.json").write_text('{"set": "king_row"}')
    with pytest.raises(Trouble, match=r"teach\.json is missing"):
        pack(tmp_path)
    (tmp_path / "teach").mkdir()
    (tmp_path / "teach" / "teach.json").write_text('[{"file": "gone.jpg"}]')
    with pytest.raises(Trouble, match=r"gone\.jpg cannot be read"):
        pack(tmp_path)
    (tmp_path / "teach" / "teach.json").write_text("{}")
    with pytest.raises(Trouble, match="must be a list"):
        pack(tmp_path)
