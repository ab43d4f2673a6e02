"""Proofs: small, bounded, tied to their events, and never in the way of one."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.journal import Evening, Journal, Limits, cropped
from firmware.journal.disk import Disk
from firmware.journal.journal import PICTURES
from firmware.journal.pictures import ALTERED, DROPPED, KEPT, LOST, jpeg_of
from rules.record import header_of, sha
from rules.saint_malo.game import SAINT_MALO
from rules.sitting import Done
from rules.words import SILENCE
from tests.rules.tables import NAMES, citizen

HEADER = header_of(SAINT_MALO, NAMES)
CITIZEN = {"do": "action", "action": citizen("3,3")}
CELLS = ("3,3", "3,4", "3,5", "2,3", "2,4", "2,5")


def noise(seed: int = 1, height: int = 480, width: int = 640) -> Any:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def played(evening: Evening, number: int, seed: int) -> None:
    for event in range(number):
        answer = evening.do({"do": "action", "action": citizen(CELLS[event])}, noise(seed + event), noise(seed + 99))
        assert isinstance(answer, Done)


def states(evening: Evening, number: int) -> list[str]:
    found = []
    for event in range(1, number + 1):
        proof = evening.proof(event)
        assert proof is not None
        assert proof.before is not None
        found.append(proof.before.state)
    return found


def meddled(folder: Path, sql: str) -> None:
    other = sqlite3.connect(folder / PICTURES)
    other.execute(sql)
    other.commit()
    other.close()


def test_a_picture_comes_back_as_it_was_kept_with_the_hash_of_its_line(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        evening = journal.begin(HEADER)
        evening.do(CITIZEN, noise(1, 240, 320), noise(2, 240, 320))
        evening.do({"do": "undo"})
        proof = evening.proof(1)
        assert proof is not None
        assert [(side, shot.state, shot.words) for side, shot in proof.shots] == [
            ("before", KEPT, SILENCE),
            ("after", KEPT, SILENCE),
        ]
        assert proof.line == sha(evening.record().splitlines()[1])
        assert evening.proof(2) is None
        assert proof.before is not None
        assert proof.before.jpeg is not None
        seen = cv2.imdecode(np.frombuffer(proof.before.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert seen is not None
        assert seen.shape == (240, 320, 3)


@pytest.mark.parametrize("shape", [(1296, 2304, 3), (2304, 1296, 3), (40, 30, 3), (1, 1, 3), (500, 500)])
def test_any_picture_is_made_small(shape: tuple[int, ...]) -> None:
    limits = Limits(side=600, one=30_000)
    jpeg = jpeg_of(np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8), limits)
    assert jpeg is not None
    assert len(jpeg) <= 30_000
    seen = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    assert max(seen.shape[:2]) <= 600


def test_a_crop_holds_its_points_and_stays_in_the_picture() -> None:
    picture = noise()
    picture[100:200, 300:400] = 255
    cut = cropped(picture, [(300, 100), (399, 199)])
    assert (cut == 255).all(axis=2).sum() == 100 * 100
    assert cut.shape[0] < 120
    assert cropped(picture, [(-50, -50), (9999, 9999)]).shape == picture.shape
    assert cropped(picture, []).shape == picture.shape
    assert cropped(picture, [(-90, -90), (-80, -80)]).shape == picture.shape, "a crop of nothing is no crop"


def test_a_picture_that_cannot_be_used_holds_up_no_event(tmp_path: Path) -> None:
    with Journal.open(tmp_path, limits=Limits(one=10)) as journal:
        evening = journal.begin(HEADER)
        assert isinstance(evening.do(CITIZEN, noise()), Done)
        assert "small enough" in str(evening.picture_trouble)
        assert isinstance(evening.do({"do": "undo"}, np.zeros((0, 0, 3), np.uint8), None), Done)
        assert "small enough" in str(evening.picture_trouble)
        evening.do({"do": "redo"})
        assert evening.picture_trouble == SILENCE


def test_the_oldest_finished_games_pictures_go_first_and_never_an_event(tmp_path: Path) -> None:
    one = len(jpeg_of(noise(), Limits(side=200)) or b"")
    limits = Limits(side=200, total=int(one * 13.5), spare=0)  # room for six events with two pictures each
    with Journal.open(tmp_path, limits=limits) as journal:
        unfinished, finished, later = (journal.begin(HEADER) for _ in range(3))
        for evening in (unfinished, finished, later):
            played(evening, 2, 10 * evening.id)
        finished.finish()
        later.finish()
        now = journal.begin(HEADER)
        played(now, 1, 50)
        assert (states(finished, 2), states(later, 2)) == ([DROPPED] * 2, [KEPT] * 2)
        for number in (2, 3):
            now.do({"do": "action", "action": citizen(CELLS[number])}, noise(60 + number), noise(70 + number))
        assert states(later, 2) == [DROPPED] * 2
        assert states(unfinished, 2) == [KEPT] * 2, "a game that may go on keeps its pictures longer"
        for number in (4, 5):
            now.do({"do": "action", "action": citizen(CELLS[number])}, noise(80 + number), noise(90 + number))
        for _ in range(2):
            now.do({"do": "undo"}, noise(1), noise(2))
            now.do({"do": "redo"}, noise(3), noise(4))
        assert states(unfinished, 2) == [DROPPED] * 2
        assert states(now, 9) == [DROPPED] * 3 + [KEPT] * 6
        assert [kept.events for kept in journal.games()] == [9, 2, 2, 2]
    size = (tmp_path / PICTURES).stat().st_size
    assert size < limits.total * 2, "room that was made is used again"


def test_the_room_that_pictures_take_is_known_after_a_restart(tmp_path: Path) -> None:
    one = len(jpeg_of(noise(), Limits(side=200)) or b"")
    limits = Limits(side=200, total=one * 5, spare=0)
    with Journal.open(tmp_path, limits=limits) as journal:
        evening = journal.begin(HEADER)
        played(evening, 2, 1)
    with Journal.open(tmp_path, limits=limits) as journal:
        evening = journal.reopen(evening.id)
        evening.do({"do": "undo"}, noise(7), noise(8))
        assert states(evening, 3) == [DROPPED, KEPT, KEPT]


def test_a_picture_in_anothers_place_is_told(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        evening = journal.begin(HEADER)
        played(evening, 2, 1)
    meddled(tmp_path, "UPDATE pictures SET jpeg = (SELECT jpeg FROM pictures WHERE n = 2 AND side = 'before')")
    with Journal.open(tmp_path) as journal:
        evening = journal.reopen(evening.id)
        assert states(evening, 2) == [ALTERED, KEPT]
        proof = evening.proof(1)
        assert proof is not None
        assert proof.before is not None
        assert "do not trust it" in str(proof.before.words)


def test_a_picture_whose_line_is_another_now_is_told(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        evening = journal.begin(HEADER)
        played(evening, 2, 1)
        journal.connection.execute("UPDATE events SET line = (SELECT line FROM events WHERE n = 1)")
        assert states(evening, 2) == [KEPT, ALTERED]


def test_a_picture_lost_in_a_power_cut_is_told_from_one_that_was_dropped(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        evening = journal.begin(HEADER)
        played(evening, 2, 1)
    meddled(tmp_path, "DELETE FROM pictures WHERE n = 1")
    with Journal.look(tmp_path) as journal:
        assert states(journal.reopen(evening.id), 2) == [LOST, KEPT]


def test_a_damaged_picture_file_is_put_aside_and_the_game_goes_on(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        evening = journal.begin(HEADER)
        played(evening, 2, 1)
    (tmp_path / PICTURES).write_bytes(b"no pictures here" * 500)
    with Journal.open(tmp_path) as journal:
        evening = journal.reopen(evening.id)
        assert states(evening, 2) == [LOST, LOST]
        evening.do({"do": "undo"}, noise(7), noise(8))
        assert states(evening, 3) == [LOST, LOST, KEPT]
    assert (tmp_path / f"{PICTURES}.damaged").exists()


def test_pictures_that_fail_are_told_and_the_event_is_kept(tmp_path: Path) -> None:
    class NoPictures(Disk):
        def connect(self, path: Path, read_only: bool = False) -> sqlite3.Connection:
            if path.name == PICTURES:
                raise sqlite3.OperationalError("disk I/O error")
            return super().connect(path, read_only)

    with Journal.open(tmp_path, NoPictures()) as journal:
        evening = journal.begin(HEADER)
        assert isinstance(evening.do(CITIZEN, noise()), Done)
        assert "no pictures are kept" in str(evening.picture_trouble)
        assert states(evening, 1) == [LOST]


def test_a_card_that_is_nearly_full_keeps_its_room_for_events(tmp_path: Path) -> None:
    with Journal.open(tmp_path, limits=Limits(spare=2**62)) as journal:
        evening = journal.begin(HEADER)
        assert isinstance(evening.do(CITIZEN, noise()), Done)
        assert "nearly full" in str(evening.picture_trouble)
        assert os.path.getsize(tmp_path / PICTURES) < 50_000
