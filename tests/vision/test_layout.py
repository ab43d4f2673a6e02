"""What a set's layout must say, and the sentences when it does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vision.layout import read_layout
from vision.trouble import Trouble

GOOD: dict[str, Any] = {
    "set": "dice_masons",
    "style": "Z",
    "surface": {"name": "dice", "first_marker": 0, "width_mm": 200.0, "height_mm": 150.0},
    "dice": {
        "size_mm": 15,
        "kinds": {"tower": {"count": 1, "faces": ["black", "white"]}, "house": {"count": 2, "faces": ["red", "?"]}},
    },
}


def written(folder: Path, data: object) -> Path:
    (folder / "layout.json").write_text(json.dumps(data))
    return folder


def test_kinds_and_their_counts_are_read(tmp_path: Path) -> None:
    layout = read_layout(written(tmp_path, GOOD))
    assert [(kind.name, kind.most, kind.faces) for kind in layout.kinds] == [
        ("tower", 1, ("black", "white")),
        ("house", 2, ("red", "?")),
    ]
    assert layout.most == 3
    assert layout.sizes == (15.0, 15.0)
    assert layout.taught


def test_pips_have_a_range_of_sizes_and_nothing_to_teach(tmp_path: Path) -> None:
    dice = {"count": "1 to 6", "size_mm": [12, 19], "faces": [1, 2, 3, 4, 5, 6]}
    layout = read_layout(written(tmp_path, {**GOOD, "set": "dice_pips", "dice": dice}))
    assert layout.sizes == (12.0, 19.0)
    assert layout.most == 6
    assert not layout.taught


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"set": "chess"}, "'chess', which cannot be read yet"),
        ({"set": 5}, 'does not name its "set"'),
        ({"dice": {"size_mm": 900, "count": 5, "faces": ["a"]}}, "dice of 900 to 900 mm"),
        ({"dice": {"size_mm": 16, "faces": ["a"]}}, "has no 'count'"),
        ({"dice": {"size_mm": 16, "count": "many", "faces": ["a"]}}, "does not fit the set"),
        ({"surface": {"name": "dice", "first_marker": 0, "width_mm": -3, "height_mm": 150}}, "a surface of -3 mm"),
        ({"surface": None}, "does not fit the set"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        read_layout(written(tmp_path, {**GOOD, **change}))


def test_a_missing_or_torn_layout_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"layout\.json is missing"):
        read_layout(tmp_path)
    (tmp_path / "layout.json").write_text('{"set": ')
    with pytest.raises(Trouble, match="cannot be read"):
        read_layout(tmp_path)
    with pytest.raises(Trouble, match="is not a folder"):
        read_layout(tmp_path / "nowhere")
