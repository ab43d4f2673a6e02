"""The command itself: helpful where it is asked wrongly, quiet where nobody listens."""

from __future__ import annotations

import io
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from firmware.cli import COMMANDS, main, module_of


def test_without_a_command_it_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert not out
    for command in COMMANDS:
        assert f"    {command}" in err


def test_an_unknown_command_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["dance"])
    assert left.value.code == 2
    err = capsys.readouterr().err
    assert "'dance'" in err
    for command in COMMANDS:
        assert command in err


@pytest.mark.parametrize("words", [["--help"], ["replay", "--help"], ["referee", "--help"], ["demo", "--help"]])
def test_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 0
    assert "usage: umpire" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["replay"], ["replay", "x", "--until", "soon"], ["referee"]])
def test_a_command_without_what_it_needs_says_what(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert f"usage: umpire {words[0]}" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["demo", "replay", "referee"])
def test_a_command_has_its_module(name: str) -> None:
    module = import_module(module_of(name))
    assert callable(module.arguments)
    assert callable(module.run)


def test_a_terminal_that_lacks_a_letter_still_gets_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["referee", "“"]) == 2
    sys.stderr.flush()
    assert raw.getvalue().startswith(b"umpire: there is no game called '?' here")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_one_sentence() -> None:
    record = Path(__file__).parents[1] / "rules" / "saint_malo" / "golden" / "game1.jsonl"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "firmware.cli", "replay", str(record)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "umpire: the output: No space left on device\n"


def test_an_interrupted_command_leaves_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module(module_of("replay")), "run", interrupted)
    assert main(["replay", "x"]) == 130
    assert capsys.readouterr().err == ""
