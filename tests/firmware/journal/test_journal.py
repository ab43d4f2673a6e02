"""The journal: what is kept, what comes back, and one sentence for whatever is wrong with a file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.journal import Evening, Journal, JournalTrouble, faults, put_aside
from firmware.journal.disk import Disk
from firmware.journal.journal import FILE
from rules.game import Refused
from rules.record import header_of, read, write
from rules.saint_malo.game import SAINT_MALO
from rules.sitting import Done
from rules.trouble import Trouble
from tests.rules.tables import NAMES, citizen, noble, passing, wall

HEADER = header_of(SAINT_MALO, NAMES)


def act(action: dict[str, Any]) -> dict[str, Any]:
    return {"do": "action", "action": action}


def did(evening: Evening, *events: dict[str, Any]) -> None:
    for event in events:
        assert isinstance(evening.do(event), Done)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    with Journal.open(folder) as journal:
        yield journal


def trouble(folder: Path) -> str:
    with pytest.raises(JournalTrouble) as told:
        Journal.open(folder)
    assert str(told.value.phrase) == str(told.value)
    return str(told.value)


# ---- keeping and coming back
def test_the_record_of_an_evening_is_the_one_the_rules_write(journal: Journal) -> None:
    evening = journal.begin(HEADER)
    did(
        evening, act(citizen("3,3")), {"do": "undo"}, {"do": "redo"}, {"do": "correct", "of": 1, "action": noble("3,3")}
    )
    assert evening.record() == write(HEADER, evening.sitting.events)
    assert read(evening.record()).sitting.state == evening.sitting.state


def test_a_game_comes_back_by_replay_with_everything_that_was_taken_back(folder: Path) -> None:
    with Journal.open(folder) as journal:
        evening = journal.begin(HEADER)
        did(evening, act(citizen("3,3")), act(wall("0,1")), {"do": "undo"})
        was = evening.sitting
    with Journal.open(folder) as journal:
        back = journal.reopen(evening.id)
        assert back.sitting.state == was.state
        assert back.sitting.events == was.events
        assert back.sitting.undone == was.undone
        did(back, {"do": "redo"})
        assert back.record() == write(HEADER, back.sitting.events)


def test_a_refused_event_is_not_kept(journal: Journal) -> None:
    evening = journal.begin(HEADER)
    assert isinstance(evening.do(act(passing())), Refused)
    assert evening.record() == write(HEADER, [])


def test_an_event_that_makes_no_sense_is_trouble_and_not_kept(journal: Journal) -> None:
    evening = journal.begin(HEADER)
    for event in ({"do": "dance"}, {"do": "undo"}, {"do": "action", "action": object()}, {"do": "undo", "n": 7}):
        with pytest.raises(Trouble) as told:
            evening.do(event)
        assert not isinstance(told.value, JournalTrouble)
    assert (evening.sitting.events, journal.games()[0].events) == ([], 0)


def test_what_is_judged_is_what_will_be_read(journal: Journal) -> None:
    """Tuples become lists before the rules see them, as they will when the record is read."""
    evening = journal.begin(HEADER)
    did(evening, act({**citizen("3,3"), "cells": ("3,3",)}))
    assert evening.sitting.events == read(evening.record()).sitting.events


def test_a_line_separator_in_a_note_ends_no_line(folder: Path) -> None:
    with Journal.open(folder) as journal:
        evening = journal.begin(HEADER)
        did(evening, {**act(citizen("3,3")), "note": "one\u2028two\nthree"})
    with Journal.open(folder) as journal:
        back = journal.reopen(evening.id)
        did(back, {"do": "undo"})
        assert read(back.record()).sealed


def test_house_rules_stay_marked(folder: Path) -> None:
    with Journal.open(folder) as journal:
        evening = journal.begin(HEADER)
        did(evening, {"do": "override", "action": passing(), "clause": "may-not-pass"})
    with Journal.open(folder) as journal:
        assert [step.set_aside for step in journal.reopen(evening.id).sitting.marked] == [("may-not-pass",)]


# ---- the games
def test_a_new_game_removes_no_old_one_and_the_one_played_last_is_asked_about(journal: Journal) -> None:
    first, second = journal.begin(HEADER), journal.begin(HEADER, "Saturday, says the clock")
    did(second, act(citizen("3,3")))
    assert [(kept.id, kept.events, kept.remark) for kept in journal.games()] == [
        (second.id, 1, "Saturday, says the clock"),
        (first.id, 0, None),
    ]
    did(first, act(citizen("3,3")))
    asked = journal.unfinished()
    assert asked is not None
    assert (asked.id, asked.game, asked.players) == (first.id, "saint-malo", ("Anke", "Stefan"))


def test_a_finished_game_is_not_asked_about_and_goes_on_when_it_is_opened_again(journal: Journal) -> None:
    evening = journal.begin(HEADER)
    did(evening, act(citizen("3,3")))
    evening.finish()
    assert journal.unfinished() is None
    assert [kept.finished for kept in journal.games()] == [True]
    again = journal.reopen(evening.id)
    assert journal.unfinished() is None, "looking at a game does not take it up"
    did(again, {"do": "undo"})
    asked = journal.unfinished()
    assert asked is not None
    assert asked.id == evening.id


def test_a_game_over_by_its_rules_says_so_until_its_end_is_taken_back(journal: Journal) -> None:
    from tests.firmware.journal.evenings import golden

    header, events = golden("king-of-the-dice")
    evening = journal.begin(header)
    did(evening, *(dict(event) for event in events))
    assert [(kept.over, kept.finished) for kept in journal.games()] == [(True, False)]
    did(evening, {"do": "undo"})
    assert [kept.over for kept in journal.games()] == [False]


def test_a_game_that_is_not_there_is_one_sentence(journal: Journal) -> None:
    with pytest.raises(JournalTrouble, match="there is no game 7 in this journal"):
        journal.reopen(7)


# ---- two processes
def test_a_reader_sees_what_was_kept_beside_the_box_and_changes_nothing(journal: Journal, folder: Path) -> None:
    evening = journal.begin(HEADER)
    did(evening, act(citizen("3,3")))
    with Journal.look(folder) as reader:
        did(evening, act(wall("0,1")))
        seen = reader.reopen(evening.id)
        assert len(seen.sitting.events) == 2
        with pytest.raises(JournalTrouble, match="open for reading only"):
            seen.do({"do": "undo"})
        assert len(seen.sitting.events) == 2
        with pytest.raises(JournalTrouble, match="open for reading only"):
            reader.begin(HEADER)
        with pytest.raises(JournalTrouble, match="open for reading only"):
            seen.finish()
    did(evening, {"do": "undo"})


def test_only_one_box_keeps_a_journal(journal: Journal, folder: Path) -> None:
    journal.begin(HEADER)
    assert "another Umpire keeps this journal" in trouble(folder)
    journal.close()
    with Journal.open(folder) as later:
        assert len(later.games()) == 1


def test_an_evening_that_another_went_on_with_is_not_forked(journal: Journal, folder: Path) -> None:
    one = journal.begin(HEADER)
    other = journal.reopen(one.id)
    did(one, act(citizen("3,3")))
    with pytest.raises(JournalTrouble, match="another Umpire has gone on with this game"):
        other.do(act(noble("3,3")))
    assert other.sitting.events == []
    assert len(read(one.record()).sitting.events) == 1


def test_a_journal_on_a_medium_that_takes_no_writing_is_read_from_a_copy(folder: Path) -> None:
    class Sealed(Disk):
        def connect(self, path: Path, read_only: bool = False) -> sqlite3.Connection:
            if path.parent == folder:
                raise sqlite3.OperationalError("attempt to write a readonly database")
            return super().connect(path, read_only)

    journal = Journal.open(folder)
    evening = journal.begin(HEADER)
    did(evening, act(citizen("3,3")))  # it lies in the write-ahead log only
    with Journal.look(folder, Sealed()) as reader:
        assert reader.record(evening.id) == evening.record()
    journal.close()


def test_looking_where_no_journal_is_makes_none(folder: Path) -> None:
    with pytest.raises(JournalTrouble, match="there is no journal in"):
        Journal.look(folder)
    assert not folder.exists()


# ---- files that are not as they should be
def kept_in(folder: Path) -> int:
    with Journal.open(folder) as journal:
        evening = journal.begin(HEADER)
        did(evening, act(citizen("3,3")), act(wall("0,1")), {"do": "undo"})
        return evening.id


@pytest.mark.parametrize("content", [b"my shopping list\n" * 500, b"SQLite format 3\0" + b"\xff" * 8000])
def test_a_file_that_is_no_journal_is_told_and_left_alone(content: bytes, folder: Path) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(content)
    assert "it is left as it is" in trouble(folder)
    assert (folder / FILE).read_bytes() == content
    with pytest.raises(JournalTrouble):
        Journal.look(folder)


def test_another_programs_database_is_told_and_left_alone(folder: Path) -> None:
    folder.mkdir()
    with sqlite3.connect(folder / FILE) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    content = (folder / FILE).read_bytes()
    assert "not one of Umpire's" in trouble(folder)
    assert (folder / FILE).read_bytes() == content


def test_a_journal_of_a_newer_umpire_is_told_and_left_alone(folder: Path) -> None:
    kept_in(folder)
    other = sqlite3.connect(folder / FILE)
    other.execute("PRAGMA user_version = 2")
    other.close()
    assert "written by a newer Umpire" in trouble(folder)
    with pytest.raises(JournalTrouble, match="newer Umpire"):
        Journal.look(folder)


def all_back(folder: Path) -> None:
    with Journal.open(folder) as journal:
        for kept in journal.games():
            journal.reopen(kept.id)


@pytest.mark.parametrize("length", [1, 100, 600, 4096, 12288])
def test_a_torn_file_is_one_sentence_wherever_it_is_torn(length: int, folder: Path) -> None:
    kept_in(folder)
    os.truncate(folder / FILE, length)
    with pytest.raises(JournalTrouble) as told:
        all_back(folder)
    assert "\n" not in str(told.value)
    assert (folder / FILE).stat().st_size == length


@pytest.mark.parametrize("gone", [True, False])
def test_a_journal_whose_file_is_gone_is_not_begun_anew_over_its_log(gone: bool, folder: Path) -> None:
    journal = Journal.open(folder)
    did(journal.begin(HEADER), act(citizen("3,3")))
    log = (folder / f"{FILE}-wal").read_bytes()
    journal.close()
    (folder / FILE).unlink() if gone else os.truncate(folder / FILE, 0)
    (folder / f"{FILE}-wal").write_bytes(log)
    assert "damaged" in trouble(folder)
    with pytest.raises(JournalTrouble, match="damaged"):
        Journal.look(folder)
    assert (folder / f"{FILE}-wal").read_bytes() == log


def test_an_empty_file_is_a_new_journal(folder: Path) -> None:
    """All that a cut in the very first moment leaves; nothing was ever kept in it."""
    folder.mkdir()
    (folder / FILE).touch()
    with Journal.open(folder) as journal:
        assert journal.games() == ()


def test_a_line_changed_on_the_card_is_told_by_its_number_and_other_games_are_whole(folder: Path) -> None:
    bad, good = kept_in(folder), kept_in(folder)
    other = sqlite3.connect(folder / FILE)
    other.execute("UPDATE events SET line = replace(line, '0,1', '0,2') WHERE game = ? AND n = 2", (bad,))
    other.commit()
    other.close()
    with Journal.open(folder) as journal:
        with pytest.raises(JournalTrouble, match="line 3 was changed after it was written"):
            journal.reopen(bad)
        assert len(journal.reopen(good).sitting.events) == 3
        assert '"0,2"' in journal.record(bad), "what is there can be saved"


def test_a_game_whose_first_line_is_damaged_is_still_listed(folder: Path) -> None:
    id = kept_in(folder)
    other = sqlite3.connect(folder / FILE)
    other.execute("UPDATE games SET line = replace(line, 'Anke', 'Anja')")
    other.commit()
    other.close()
    with Journal.open(folder) as journal:
        assert [(kept.id, kept.whole, kept.events) for kept in journal.games()] == [(id, False, 3)]


def test_a_journal_that_cannot_be_opened_is_put_aside_whole(folder: Path) -> None:
    kept_in(folder)
    content = (folder / FILE).read_bytes()[:5000]
    (folder / FILE).write_bytes(content)
    aside = put_aside(folder)
    assert (aside / FILE).read_bytes() == content
    with Journal.open(folder) as journal:
        assert journal.games() == ()
        journal.begin(HEADER)
    assert put_aside(folder) != aside


@pytest.mark.parametrize("bad", [1, 2, 3])
def test_a_journal_is_put_aside_whole_or_not_at_all(bad: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open(folder)
    did(journal.begin(HEADER), act(citizen("3,3")))
    there = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(there) > 4, "logs lie beside the databases"
    real, count = os.rename, 0

    def failing(old: Path, new: Path) -> None:
        nonlocal count
        count += 1
        if count == bad:
            raise OSError(5, "Input/output error")
        real(old, new)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(JournalTrouble, match="the card fails"):
        put_aside(folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == there
    journal.close()


def test_every_fault_of_a_journal_is_found(folder: Path) -> None:
    bad, good = kept_in(folder), kept_in(folder)
    with Journal.open(folder) as journal:
        assert list(faults(journal)) == []
        journal.connection.execute("DELETE FROM events WHERE game = ? AND n = 2", (bad,))
        found = list(faults(journal))
        assert [kept.id for kept, _ in found if kept] == [bad]
        assert good
    content = bytearray((folder / FILE).read_bytes())
    content[8192:8300] = bytes(108)
    (folder / FILE).write_bytes(content)
    with Journal.open(folder) as journal:
        assert any(kept is None for kept, _ in faults(journal))


def test_a_game_of_older_rules_is_listed_and_no_fault_but_damage_to_it_is(folder: Path) -> None:
    with Journal.open(folder) as journal:
        old = write({**HEADER, "rules": 0}, [act(citizen("3,3")), {"do": "undo"}]).splitlines()
        id = journal.begin(HEADER).id
        journal.connection.execute("UPDATE games SET line = ?", (old[0],))
        journal.connection.executemany("INSERT INTO events VALUES (?, ?, ?)", [(id, 1, old[1]), (id, 2, old[2])])
        with pytest.raises(JournalTrouble, match="replay it with the Umpire that wrote it"):
            journal.reopen(id)
        assert [(kept.whole, kept.events) for kept in journal.games()] == [(True, 2)]
        assert list(faults(journal)) == []
        journal.connection.execute("UPDATE events SET line = replace(line, '3,3', '3,4')")
        assert [kept.id for kept, _ in faults(journal) if kept] == [id]


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "the card fails" in trouble(tmp_path / "file" / "games")
