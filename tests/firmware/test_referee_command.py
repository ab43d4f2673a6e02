"""`umpire referee`: one answer a question, in their order, whatever is asked."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from firmware.cli import main
from firmware.commands import referee as command
from rules.referee import Referee
from rules.saint_malo.game import SAINT_MALO
from tests.rules.tables import NAMES, citizen, wall

COMMAND = [sys.executable, "-m", "firmware.cli", "referee", "saint-malo"]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Asks lines of the command and returns its answers."""

    def asked(*lines: bytes | dict[str, Any]) -> list[dict[str, Any]]:
        told = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(told))))
        assert main(["referee", "saint-malo"]) == 0
        out, err = capsys.readouterr()
        assert not err
        return [json.loads(line) for line in out.splitlines()]

    return asked


def test_one_answer_a_question_in_their_order(talk: Any) -> None:
    questions: list[Any] = [{"ask": "new", "players": NAMES, "id": 0}]
    for n in range(1, 30):
        questions.append({"ask": "apply", "action": citizen(f"{1 + n // 6},{n % 6}"), "id": n})
        questions.append({"ask": ("dance", "standing", "legal")[n % 3], "id": f"then {n}"})
    answers = talk(*questions)
    assert [answer["id"] for answer in answers] == [question["id"] for question in questions]


def test_a_bad_line_is_answered_with_one_sentence_and_the_talk_goes_on(talk: Any) -> None:
    bad = (
        b"hello",
        b"{",
        b"\xff\xfe",
        b'{"ask":"new","players":["Anke","\xe9"]}',
        b"[" * 100_000,
        b'{"ask":' * 100_000,
        b'{"ask":"undo","count":' + b"9" * 5000 + b"}",
        b'{"ask":"undo","count":NaN}',
        b'{"ask":"undo","ask":"redo"}',
        b'{"ask":"new","players":["Anke","\\ud800"]}',
        b'{"ask":"state","id":"\\udfff"}',
        b"null",
        b"7",
        b"\x00",
        b'{"ask":"judge","action":{"dice":["head","head","head","head","head"],"symbol":"head","cells":["\x1b"]}}',
    )
    answers = talk({"ask": "new", "players": NAMES}, *bad, {"ask": "apply", "action": citizen("3,3"), "id": "last"})
    assert len(answers) == len(bad) + 2
    for line, answer in zip(bad, answers[1:-1], strict=True):
        assert answer["ok"] is False, line
        assert "\n" not in answer["trouble"]
        assert len(answer["trouble"]) < 300
    assert answers[-1]["ok"] is True
    assert answers[-1]["event"] == 1


def test_empty_lines_are_no_questions_and_a_last_line_needs_no_end(talk: Any) -> None:
    assert len(talk(b"", b"  ", {"ask": "clauses"}, b"\r", {"ask": "settings"})) == 2


def test_a_question_that_is_too_long_is_one_question(talk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LONGEST", 50)
    for length in (51, 52, 101, 102, 103, 500):
        first, second = talk(b"x" * length, {"ask": "settings"})
        assert "longer than 50 bytes" in first["trouble"]
        assert second["ok"] is True


def test_answers_are_ascii_so_that_every_locale_can_carry_them(talk: Any, capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = talk({"ask": "new", "players": ["Zoë", "Jürgen"]})
    assert answer["state"]["players"][0]["name"] == "Zoë"
    done = subprocess.run(
        COMMAND,
        input='{"ask":"new","players":["Zoë","Jürgen"],"id":"“”"}\n'.encode(),
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["id"] == "“”"
    assert done.stdout.isascii()


def test_a_fault_of_the_rules_does_not_end_the_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = Referee(SAINT_MALO)

    def stumble(question: object) -> dict[str, Any]:
        raise ZeroDivisionError("by no one")

    monkeypatch.setattr(referee, "answer", stumble)
    answer = command.answer(referee, b'{"ask":"state","id":3}')
    assert answer == {
        "id": 3,
        "ok": False,
        "trouble": "Umpire stumbles over that question (ZeroDivisionError: by no one)",
    }


def test_an_unknown_game_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "chess"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("umpire: there is no game called 'chess' here; the games are saint-malo")
    assert err.count("\n") == 1


def test_a_conversation_over_real_pipes_is_answered_line_by_line() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as umpire:
        assert umpire.stdin
        assert umpire.stdout
        assert umpire.stderr
        for question in ({"ask": "new", "players": NAMES}, {"ask": "apply", "action": wall("0,1")}, {"ask": "dance"}):
            umpire.stdin.write(json.dumps(question).encode() + b"\n")
            umpire.stdin.flush()
            # The answer comes before the next question is asked: nothing waits in a buffer.
            assert json.loads(umpire.stdout.readline())["ok"] is (question["ask"] != "dance")
        umpire.stdin.close()
        assert umpire.wait(timeout=60) == 0
        assert not umpire.stderr.read()


def test_whoever_stops_listening_gets_no_traceback() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as umpire:
        assert umpire.stdin
        assert umpire.stdout
        assert umpire.stderr
        umpire.stdout.close()
        umpire.stdin.write(b'{"ask":"clauses"}\n' * 20)
        umpire.stdin.close()
        assert umpire.wait(timeout=60) == 1
        assert not umpire.stderr.read()
