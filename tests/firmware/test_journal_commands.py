"""`umpire games`, `umpire why` and `umpire export`, also after a killed process and beside a running box."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firmware.cli import main
from firmware.journal import Journal
from firmware.journal.journal import FILE
from rules.record import header_of, read
from rules.saint_malo.game import SAINT_MALO
from tests.firmware.journal.evenings import golden, killed
from tests.rules.tables import NAMES, citizen, noble, passing, wall

NAMED = ("noble", "may-not-pass")
PICTURE = np.full((30, 40, 3), 200, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A journal with a game of Arkadia, put away unfinished, and a disputed one of Saint Malo, played last."""
    folder = tmp_path / "games"
    with Journal.open(folder) as journal:
        header, events = golden("arkadia")
        arkadia = journal.begin(header)
        for event in events[:30]:
            arkadia.do(event)
        arkadia.finish()
        evening = journal.begin(header_of(SAINT_MALO, NAMES), "Saturday")
        evening.do({"do": "action", "action": citizen("3,3")}, PICTURE, PICTURE)
        evening.do({"do": "override", "action": passing(), "clause": "may-not-pass"})
        evening.do({"do": "action", "action": wall("0,1")})
        evening.do({"do": "undo", "count": 3})
        evening.do({"do": "redo", "count": 3})
        evening.do({"do": "correct", "of": 1, "action": noble("3,3")})
    return folder


@pytest.fixture
def umpire(capsys: pytest.CaptureFixture[str]) -> Any:
    def said(*words: Any) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return said


# ---- games
def test_games_are_listed_the_newest_first(folder: Path, umpire: Any) -> None:
    status, out, _ = umpire("games", "--journal", folder)
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == ["2", "1"]
    assert "Saint Malo: Anke, Stefan  6 events, not over  (the box's clock said Saturday)" in out
    assert "30 events, not over, put away" in out


def test_games_for_machines(folder: Path, umpire: Any) -> None:
    games = json.loads(umpire("games", "--journal", folder, "--json")[1])["games"]
    assert [(game["id"], game["game"], game["events"], game["finished"]) for game in games] == [
        (2, "saint-malo", 6, False),
        (1, "arkadia", 30, True),
    ]


def test_games_are_judged_anew_when_asked_and_the_status_gates(folder: Path, umpire: Any) -> None:
    assert umpire("games", "--check", "--journal", folder)[:2] == (
        0,
        umpire("games", "--journal", folder)[1] + "every game is whole\n",
    )
    with Journal.open(folder) as journal:
        journal.connection.execute("DELETE FROM events WHERE game = 1 AND n = 7")
    status, out, _ = umpire("games", "--check", "--journal", folder)
    assert status == 1
    assert "DAMAGED: game 1 cannot be reopened: line 8" in out
    told = json.loads(umpire("games", "--check", "--json", "--journal", folder)[1])
    assert [fault["game"] for fault in told["faults"]] == [1]


# ---- why
def test_why_tells_the_last_entries_of_the_game_played_last(folder: Path, umpire: Any) -> None:
    status, out, err = umpire("why", "--journal", folder, "--entries", 1)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "Saint Malo, game 2 of this journal: Anke, Stefan; 6 events",
        "(events 1 to 5 are not shown; --entries with a larger number goes further back)",
        "",
        "6. event 1 corrected: Anke: noble on 3,3; it said citizen on 3,3",
        "   Anke: +7 vp - noble: 7 at 3,3 [noble]",
        "House rule in event 2: pass (set aside: may-not-pass)",
        *(f"[{id}] {clause.heading}: {clause.sentence}" for id, clause in SAINT_MALO.clauses.items() if id in NAMED),
    ]


def test_why_goes_back_to_the_start(folder: Path, umpire: Any) -> None:
    out = umpire("why", "--journal", folder, "--entries", 100)[1]
    assert "1. Anke: citizen on 3,3\n   Anke: +1 vp - citizen: 1 at 3,3 [citizen]" in out
    assert "are not shown" not in out
    assert "HOUSE RULE: set aside may-not-pass" in out


def test_why_of_one_event_says_what_became_of_it_and_what_pictures_there_are(folder: Path, umpire: Any) -> None:
    out = umpire("why", "--journal", folder, "--event", 1)[1]
    assert [line.split(".")[0] for line in out.splitlines() if line[:1].isdigit()] == ["1", "4", "5", "6"]
    assert "   picture before: kept (" in out
    told = json.loads(umpire("why", "--journal", folder, "--event", 1, "--json")[1])
    assert [event["n"] for event in told["events"]] == [1, 4, 5, 6]
    assert told["events"][0]["pictures"]["after"]["state"] == "kept"
    assert told["events"][3]["pictures"] == {}
    assert told["house_rules"]


def test_why_leaves_purses_closed_unless_they_are_asked_for(folder: Path, umpire: Any) -> None:
    closed = umpire("why", "--journal", folder, "--game", 1, "--entries", 999)[1]
    opened = umpire("why", "--journal", folder, "--game", 1, "--entries", 999, "--purses")[1]
    assert " gold - " not in closed
    assert "What lies behind the screens is left out" in closed
    assert " gold - " in opened
    machine = umpire("why", "--journal", folder, "--game", 1, "--entries", 999, "--json")[1]
    assert '"what": "gold"' not in machine


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("why", "--event", 7), "there is no event 7 in this game; they are 1 to 6"),
        (("why", "--entries", 0), "at least 1"),
        (("why", "--game", 9), "there is no game 9 in this journal"),
        (("export", "--game", 9), "there is no game 9 in this journal"),
    ],
)
def test_what_is_not_there_is_one_sentence(words: Any, sentence: str, folder: Path, umpire: Any) -> None:
    status, out, err = umpire(*words, "--journal", folder)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["why", "games", "export"])
def test_a_missing_a_foreign_and_a_torn_journal_are_one_sentence(command: str, folder: Path, umpire: Any) -> None:
    assert "there is no journal in" in umpire(command, "--journal", folder / "nowhere")[2]
    for content in (b"milk, eggs\n" * 999, (folder / FILE).read_bytes()[:5000]):
        (folder / FILE).write_bytes(content)
        status, out, err = umpire(command, "--journal", folder)
        assert (status, out, err.count("\n")) == (2, "", 1)


def test_the_box_s_own_folder_is_meant_when_none_is_named(
    folder: Path, umpire: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[folders]\nstate = "{tmp_path}"\n')
    monkeypatch.setenv("UMPIRE_SETTINGS", str(settings))
    assert umpire("games")[1] == umpire("games", "--journal", folder)[1]


def test_all_commands_work_after_a_kill_and_beside_a_running_box(tmp_path: Path, umpire: Any) -> None:
    told = killed(tmp_path / "games", "masons", after=5)
    for command in ("games", "why", "export"):
        assert umpire(command, "--journal", tmp_path / "games")[0] == 0
    with Journal.open(tmp_path / "games") as journal:
        evening = journal.reopen(1)
        there = len(evening.sitting.events)
        assert there >= told
        evening.do({"do": "undo"})
        record = umpire("export", "--journal", tmp_path / "games")[1]
        assert len(read(record).sitting.events) == there + 1


# ---- export
def test_exports_are_chosen_by_the_files_name(folder: Path, umpire: Any, tmp_path: Path) -> None:
    for name, begins in (("a.jsonl", '{"umpire"'), ("a.csv", "event,"), ("a.html", "<!DOCTYPE html>")):
        assert umpire("export", "--journal", folder, "-o", tmp_path / name) == (0, "", "")
        assert (tmp_path / name).read_text("utf-8-sig").startswith(begins)
    assert umpire("replay", tmp_path / "a.jsonl")[1].endswith("Sealed: every line fits the one before it.\n")
    assert "data:image/jpeg" in (tmp_path / "a.html").read_text()


def test_a_page_can_be_german_and_without_pictures(folder: Path, umpire: Any) -> None:
    page = umpire("export", "--journal", folder, "--as", "html", "--language", "de", "--no-pictures")[1]
    assert "Was geschah" in page
    assert "data:image" not in page


def test_an_export_covers_no_file_that_is_there(folder: Path, umpire: Any, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("taxes")
    status, _, err = umpire("export", "--journal", folder, "-o", tmp_path / "a.csv")
    assert status == 2
    assert "is there already; name a new file" in err
    assert (tmp_path / "a.csv").read_text() == "taxes"


def test_a_damaged_game_is_saved_as_it_is_and_said_to_be_damaged(folder: Path, umpire: Any, tmp_path: Path) -> None:
    with Journal.open(folder) as journal:
        journal.connection.execute("UPDATE events SET line = replace(line, '3,3', '3,4') WHERE game = 2 AND n = 1")
    status, _, err = umpire("export", "--journal", folder, "-o", tmp_path / "a.jsonl")
    assert status == 2
    assert "line 2 was changed after it was written" in err
    assert len((tmp_path / "a.jsonl").read_text().splitlines()) == 7
    status, _, err = umpire("why", "--journal", folder)
    assert status == 2
    assert "game 2: line 2 was changed" in err
    assert umpire("why", "--journal", folder, "--until", 0)[0] == 0
    assert umpire("why", "--journal", folder, "--game", 1)[0] == 0
