"""The file of looks: kept whole, and refused when it is not."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.test_laying import drawing
from vision.taught import Face, Looks, Picture, kept, load, thumb, too_alike
from vision.trouble import Trouble


def looks() -> Looks:
    picture = Picture("a.jpg", thumb(np.full((60, 80, 3), 90, np.uint8)))
    face = Face({"face": "tower"}, kept(drawing()))
    return Looks("dice_malo", "Z", 16.0, (face,), (picture,))


def test_what_was_kept_is_read_back_alike(tmp_path: Path) -> None:
    path = tmp_path / "looks"
    looks().save(path)
    again = load(path)
    assert again.set == "dice_malo"
    assert again.die_mm == 16.0
    assert again.faces[0].label == {"face": "tower"}
    assert np.array_equal(again.faces[0].patch, looks().faces[0].patch)
    assert again.pictures == looks().pictures
    assert path.stat().st_size < 100_000


def test_one_changed_letter_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "looks"
    looks().save(path)
    path.write_text(path.read_text().replace("tower", "power"))
    with pytest.raises(Trouble, match="checksum does not fit"):
        load(path)


def test_half_a_file_and_foreign_ones_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "looks"
    looks().save(path)
    whole = path.read_text()
    path.write_text(whole[: len(whole) // 2])
    with pytest.raises(Trouble, match="torn or is no file of looks"):
        load(path)
    path.write_text("[1, 2]")
    with pytest.raises(Trouble, match="no file of looks"):
        load(path)
    path.write_text(json.dumps({**json.loads(whole), "version": 99}))
    with pytest.raises(Trouble, match="of version 99"):
        load(path)
    with pytest.raises(Trouble, match="is missing"):
        load(tmp_path / "nothing")


def test_faces_that_nobody_can_tell_apart_are_both_named() -> None:
    face = drawing()
    turned = np.ascontiguousarray(np.rot90(face))
    other = np.ascontiguousarray(face[:, ::-1])
    faces = [Face({"face": "log"}, face), Face({"face": "oak"}, turned), Face({"face": "elm"}, other)]
    said = too_alike(faces)
    assert len(said) == 1
    assert "log" in said[0]
    assert "oak" in said[0]


def test_a_darker_look_is_not_the_same() -> None:
    face = drawing()
    assert too_alike([Face({"face": "white"}, face), Face({"face": "grey"}, face * 0.5)]) == []
