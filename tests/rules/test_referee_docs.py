"""docs/referee.md tells a conversation that the referee really holds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from firmware.commands.referee import answer
from rules.record import read
from rules.referee import Referee
from rules.saint_malo.game import SAINT_MALO

TEXT = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")
LEFT_OUT = "…"


def spoken() -> list[tuple[str, Any]]:
    """Question and answer, question and answer."""
    found: list[tuple[str, Any]] = []
    for block in re.findall(r"```\n(.*?)```", TEXT, re.DOTALL):
        for part in block.strip().split("\n\n"):
            question, reply = re.split(r"\n(?=< )", " \n".join(line.strip() for line in part.splitlines()))
            found.append((question[2:].replace("\n", ""), json.loads(reply[2:].replace("\n", ""))))
    return found


def same(told: Any, real: Any) -> bool:
    if told == LEFT_OUT:
        return True
    if isinstance(told, dict) and isinstance(real, dict):
        return told.keys() == real.keys() and all(same(told[key], real[key]) for key in told)
    return bool(told == real)


def test_the_conversation_is_held_as_it_is_told() -> None:
    referee = Referee(SAINT_MALO)
    talk = spoken()
    assert len(talk) >= 12
    for question, told in talk:
        real = json.loads(json.dumps(answer(referee, question.strip().encode())))
        assert same(told, real), f"{question}\n{json.dumps(real, ensure_ascii=False)}"
    assert read(referee.answer({"ask": "record"})["record"]).sitting.state == referee.state


def test_every_question_has_its_row() -> None:
    asked = Referee(SAINT_MALO).answer({"ask": "?"})["trouble"].split("choose one of: ")[1].split(", ")
    rows = "\n".join(line.split("|")[1] for line in TEXT.splitlines() if line.startswith("|"))
    assert [word for word in asked if f"`{word}`" not in rows] == []


def test_every_form_of_ending_is_told() -> None:
    endings = {(told["ok"], told.get("allowed")) for _, told in spoken()}
    assert endings == {(True, True), (True, False), (True, None), (False, None)}
