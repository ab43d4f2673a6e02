"""`umpire demo`: a golden evening, turn by turn, to the letter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.commands import demo
from rules.record import read, write
from rules.trouble import Trouble
from tests.rules.tables import citizen, did, noble, passing, table, wall, written

GOLDEN = Path(__file__).parents[1] / "rules" / "saint_malo" / "golden"


def test_the_evening_comes_with_umpire() -> None:
    assert demo.text_of("saint-malo") == (GOLDEN / "game1.jsonl").read_text(encoding="utf-8")


def test_every_turn_its_ledger_and_the_standing_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--record"]) == 0
    out = capsys.readouterr().out
    told = (GOLDEN / "game1.txt").read_text().splitlines()
    head, foot = 1, told.index("Final standing")
    shown = out.splitlines()
    for line in told[head:foot]:
        assert line in shown
    at = shown.index("Final standing")
    assert shown[at : at + len(told) - foot - 1] == told[foot:-1]
    assert shown[-1].startswith("As its record says, to the letter: ")


def test_the_score_is_shown_after_every_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--record", "--fast"]) == 0
    out = capsys.readouterr().out
    replayed = read(demo.text_of("saint-malo"))
    assert out.count(" vp (now ") == 2 * len(replayed.done)
    end = replayed.sitting.game.standing(replayed.sitting.state).seats
    assert " | ".join(f"{seat.name} {seat.so_far} vp (now {seat.now})" for seat in end) in out


def test_nothing_of_an_unusual_evening_is_left_out() -> None:
    sitting = table(citizen("3,3"), wall("0,1"))
    did(sitting, {"do": "undo"})
    did(sitting, {"do": "correct", "of": 1, "action": noble("3,3")})
    did(sitting, {"do": "override", "action": passing(), "clause": "may-not-pass"})
    shown = "\n".join(line for turn in demo.evening(written(sitting)) for line in turn)
    for said in ("taken back: event 2", "event 1 corrected", "House rule in event 5"):
        assert said in shown


def test_an_evening_that_does_not_come_out_as_written_is_trouble() -> None:
    text = demo.text_of("saint-malo")
    written_down, kept = read(text), read(text, 40).sitting
    with pytest.raises(Trouble, match="did not come out as its record says"):
        demo.verdict(text, written_down.header, kept, written_down.sitting)
    whole = read(text).sitting
    shorter = write(written_down.header, whole.events[:-1])
    with pytest.raises(Trouble, match="did not come out as its record says"):
        demo.verdict(shorter, written_down.header, whole, written_down.sitting)


def test_an_evening_that_was_edited_is_not_shown() -> None:
    lines = demo.text_of("saint-malo").splitlines(keepends=True)
    lines[2] = lines[2].replace('"do":"action"', '"do":"undo"')
    with pytest.raises(Trouble, match="line 3 was changed"):
        list(demo.evening("".join(lines)))


def test_a_missing_evening_is_one_sentence() -> None:
    with pytest.raises(Trouble, match="missing from this installation"):
        demo.text_of("chess")


@pytest.mark.parametrize(
    ("watched", "words", "pausing"), [(True, [], True), (True, ["--fast"], False), (False, [], False)]
)
def test_it_pauses_only_where_somebody_watches(
    watched: bool, words: list[str], pausing: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paused: list[float] = []
    monkeypatch.setattr(sys.stdout, "isatty", lambda: watched)
    monkeypatch.setattr(demo, "sleep", paused.append)
    assert main(["demo", "--record", *words]) == 0
    assert len(paused) == (len(list(demo.evening(demo.text_of("saint-malo")))) if pausing else 0)


def test_from_any_folder_in_a_plain_locale(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "firmware.cli", "demo", "--record"],
        capture_output=True,
        cwd=tmp_path,
        env={"LC_ALL": "C", "PATH": "", "PYTHONPATH": str(Path(__file__).parents[2])},
        check=True,
    )
    assert b"As its record says" in done.stdout
    assert not done.stderr
