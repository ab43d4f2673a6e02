"""`umpire replay`: what it shows of a good record, and the one line it has for a bad one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.commands import replay as command
from rules.record import read
from tests.rules.tables import citizen, did, noble, passing, table, wall, written

GOLDEN = Path(__file__).parents[1] / "rules" / "saint_malo" / "golden"


def evening() -> str:
    jester = {"dice": ["head"] * 4 + ["log"], "symbol": "head", "dice_used": 4, "cells": ["3,4"], "person": "juggler"}
    sitting = table(citizen("3,3"), wall("0,1"), jester)
    did(sitting, {"do": "undo", "count": 2, "note": "was it her turn?"})
    did(sitting, {"do": "redo", "count": 2})
    did(sitting, {"do": "correct", "of": 1, "action": wall("0,1")})
    did(sitting, {"do": "override", "action": passing(), "clause": "may-not-pass", "note": "Stefan has a train"})
    did(sitting, {"do": "set", "at": "players.1.vp", "value": 4, "clause": "citizen"})
    did(sitting, {"do": "setting", "name": "pass", "value": "always"})
    return written(sitting)


EVENING = evening()


@pytest.fixture
def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Replays a text from a file; returns status, output and error."""

    def replayed(text: str | bytes, *options: str) -> tuple[int, str, str]:
        path = tmp_path / "evening.jsonl"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["replay", str(path), *options])
        out, err = capsys.readouterr()
        return status, out, err.replace(str(tmp_path), "")

    return replayed


# ---- good records
@pytest.mark.parametrize("number", [1, 2])
def test_a_golden_evening_is_told_as_it_is_written_down(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GOLDEN / f"game{number}.jsonl")]) == 0
    assert capsys.readouterr().out == (GOLDEN / f"game{number}.txt").read_text()


def test_the_ledger_is_told_turn_by_turn_and_nothing_is_left_out(replay: Any) -> None:
    status, out, err = replay(EVENING)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    for said in (
        "1. Anke: citizen on 3,3",
        "   Anke: +1 vp - citizen: 1 at 3,3 [citizen]",
        "4. taken back: event 2, event 3",
        "   the table notes: was it her turn?",
        "5. done again: event 2, event 3",
        "6. event 1 corrected: Anke: wall on 0,1; it said citizen on 3,3",
        "   so event 3 counts anew: Anke: juggler on 3,4",
        "   Anke: +0 vp - juggler, kinds of persons around: 0, 2 each: 0 at 3,4 [juggler]",
        "7. Stefan: pass",
        "   HOUSE RULE: set aside may-not-pass",
        "   the table notes: Stefan has a train",
        "8. players.1.vp set by hand from 0 to 4",
        "   HOUSE RULE: set aside citizen",
        "   Stefan: +4 vp - players.1.vp set by hand from 0 to 4 at players.1.vp [by-hand]",
        "9. setting pass: always",
        "Standing",
        "House rule in event 7: pass (set aside: may-not-pass)",
        "House rule in event 8: players.1.vp set by hand from 0 to 4 (set aside: citizen)",
        "Sealed: every line fits the one before it.",
    ):
        assert said in lines, out
    assert "so event 2 counts anew" not in out  # nothing changed in it


def test_an_unsealed_record_says_so_at_its_head_and_at_its_foot(replay: Any) -> None:
    lines = [json.loads(line) for line in EVENING.splitlines()]
    plain = "".join(
        json.dumps({k: v for k, v in line.items() if k not in ("before", "check", "n")}) + "\n" for line in lines
    )
    status, out, _ = replay(plain)
    assert status == 0
    assert out.splitlines()[1].startswith("UNSEALED: ")
    assert out.splitlines()[-1] == "Unsealed."
    assert json.loads(replay(plain, "--json")[1])["sealed"] is False


def test_until(replay: Any) -> None:
    status, out, _ = replay(EVENING, "--until", "3")
    assert status == 0
    assert "3. Anke: juggler" in out
    assert "4. taken back" not in out
    assert "(6 later events not replayed)" in out
    assert replay(EVENING, "--until", "0")[0] == 0
    assert replay(EVENING, "--until", "99")[1] == replay(EVENING)[1]
    status, out, err = replay(EVENING, "--until", "-1")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_json_holds_what_the_text_holds(replay: Any) -> None:
    status, out, err = replay(EVENING, "--json")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    told = json.loads(out)
    assert told["game"] == "saint-malo"
    assert told["sealed"] is True
    assert told["left"] == 0
    assert [event["n"] for event in told["events"]] == list(range(1, 10))
    assert told["events"][3]["taken_back"] == [2, 3]
    assert told["events"][5]["added"][0]["replaced"] == [{"do": "action", "action": citizen("3,3")}]
    assert told["events"][6]["added"][0]["set_aside"] == ["may-not-pass"]
    assert [rule["event"] for rule in told["house_rules"]] == [7, 8]
    assert told["standing"]["seats"][1]["so_far"] == 4
    sitting = read(EVENING).sitting
    assert sitting.game.position(told["state"]) == sitting.state
    assert told["turn"] == sitting.game.turn(sitting.state)


def test_json_until(replay: Any) -> None:
    told = json.loads(replay(EVENING, "--json", "--until", "2")[1])
    assert (len(told["events"]), told["left"]) == (2, 7)


# ---- bad ones
def refused(answer: tuple[int, str, str]) -> str:
    status, out, err = answer
    assert status == 2
    assert not out
    assert err.startswith("umpire: /evening.jsonl: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert "Traceback" not in err
    return err


LINES = EVENING.splitlines()


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (EVENING[:-30], "line 10 is torn off; the 8 events before it are whole (--until 8 replays them)"),
        (EVENING.replace("3,3", "3,2", 1), "line 2 was changed"),
        ("\n".join([*LINES[:3], *LINES[4:]]) + "\n", "line 4 does not follow line 3"),
        (EVENING.replace("Anke", "Otto", 1), "line 1 was changed"),
        (b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "line 1 is not a line of a record"),
        (b"\x1f\x8b\x08\x00" + bytes(range(256)), "line 1 is not a line of a record"),
        (EVENING.encode("utf-16"), "line 1 is not a line of a record"),
        (b"\xef\xbb\xbf" + EVENING.encode(), "byte order mark"),
        ("", "the record is empty"),
        ("# Shopping\n\n- logs\n", "line 1 is not a line of a record"),
        ('{"name":"umpire","version":"1.0"}\n', "not say that this is an Umpire record"),
        ("[" * 200_000, "nested too deeply"),
        (json.dumps({"umpire": "record", "format": 1, "game": "saint-malo", "rules": 99}), "version 99"),
        (json.dumps({"umpire": "record", "format": 1, "game": "chess\nchess"}), "no game called 'chess\\nchess'"),
        (json.dumps({"umpire": "record", "format": 1, "game": "x" * 9999}), "no game called 'xxx"),
    ],
)
def test_a_bad_record_is_one_line_and_status_2(replay: Any, options: Any, text: Any, sentence: str) -> None:
    assert sentence in refused(replay(text, *options))


def test_a_torn_record_is_saved_by_until(replay: Any) -> None:
    torn = EVENING.encode()[: -len(LINES[-1]) + 20]
    assert "--until 8 " in refused(replay(torn))
    assert replay(torn, "--until", "8")[1] == replay(EVENING, "--until", "8")[1]


def test_a_record_torn_in_the_middle_of_a_letter_is_saved_too(replay: Any) -> None:
    sitting = table(citizen("3,3"))
    did(sitting, {"do": "action", "action": wall("0,1"), "note": "größer"})
    text = written(sitting).encode()
    assert "line 3 is torn off; the event before it is whole" in refused(replay(text[: text.index(b"\xc3") + 1]))
    assert replay(text[: text.index(b"\xc3") + 1], "--until", "1")[0] == 0


def test_nothing_in_a_record_can_move_the_cursor(replay: Any) -> None:
    evil = {**citizen("3,3"), "cells": ["\x1b[2J\n\x07"]}
    header = json.loads(LINES[0])
    del header["check"]
    text = json.dumps(header) + "\n" + json.dumps({"do": "action", "action": evil}) + "\n"
    assert "\x1b" not in refused(replay(text))
    noted = {"do": "action", "action": noble("3,3"), "note": "\x1b[2J\nSealed: every line fits the one before it."}
    status, out, _ = replay(json.dumps(header) + "\n" + json.dumps(noted) + "\n")
    assert status == 0
    assert "\x1b" not in out
    assert "\nSealed" not in out


@pytest.mark.parametrize("name", ["missing.jsonl", "", "file/inside", "line\nend.jsonl"])
def test_a_file_that_cannot_be_read_is_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text(EVENING)
    assert main(["replay", str(tmp_path / name)]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("umpire: ")
    assert "cannot be read" in err
    assert err.count("\n") == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text(EVENING)
    path.chmod(0)
    assert main(["replay", str(path)]) == 2
    assert "cannot be read: Permission denied" in capsys.readouterr().err


def test_a_fault_of_the_rules_is_one_line_too(replay: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(text: str, until: int | None) -> None:
        raise ZeroDivisionError("by no one")

    monkeypatch.setattr(command, "read", stumble)
    assert "Umpire stumbles over this record (ZeroDivisionError: by no one)" in refused(replay(EVENING))


def test_from_the_shell_a_bad_record_is_one_line_and_status_2(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_text(EVENING[:-30])
    done = subprocess.run(
        [sys.executable, "-m", "firmware.cli", "replay", str(path)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert done.returncode == 2
    assert not done.stdout
    assert done.stderr.count("\n") == 1
    assert "torn off" in done.stderr
