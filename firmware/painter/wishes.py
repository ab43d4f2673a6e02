"""Setting up a game as people do who know what they want: every question has its answer beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from firmware.byhand.asking import Answer, Hearing, Kind, Steps
from rules.words import Phrase

T = TypeVar("T")


class Wishing(Hearing):
    """Has the marker stand on what is wished: for the title of each question the answers to it, one after another."""

    def __init__(self, wishes: Mapping[str, Sequence[Any]]) -> None:
        super().__init__()
        self._wishes = {title: list(answers) for title, answers in wishes.items()}

    def choose(
        self,
        title: Phrase,
        answers: Sequence[Answer[T]],
        seen: Sequence[T] = (),
        beyond: Sequence[Answer[T]] = (),
        start: int = 0,
    ) -> Steps[T]:
        return (yield from super().choose(title, answers, self._wished(title, seen), beyond, start))

    def choose_by_kind(
        self,
        title: Phrase,
        kinds: Sequence[Kind[T]],
        seen: Sequence[T] = (),
        beyond: Sequence[Kind[T]] = (),
        start: int = 0,
        second: Phrase | None = None,
    ) -> Steps[T]:
        return (yield from super().choose_by_kind(title, kinds, self._wished(title, seen), beyond, start, second))

    def _wished(self, title: Phrase, seen: Sequence[T]) -> Sequence[T]:
        wished = self._wishes.get(str(title))
        return [wished.pop(0)] if wished else seen


def wishes_of(name: str, begun: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The answers that lead to this beginning."""
    players = begun["players"]
    wishes: dict[str, list[Any]] = {"which game?": [name], "how many?": [len(players)], "who begins?": [players[0]]}
    wishes |= {f"who is number {n}?": [player] for n, player in enumerate(players[1:], 2)}
    given = begun.get("given", {})
    slots = given.get("slots", {})
    wishes |= {f"which card lies on {slot}?": [label] for slot, label in slots.items() if slot != "penalty"}
    if "penalty" in slots:
        wishes["the penalty card on top?"] = [slots["penalty"]]
    for player, colour in zip(players, given.get("colours", ()), strict=False):
        wishes[f"{player} plays?"] = [colour]
    for number, (form, family) in enumerate(given.get("face_up", ()), 1):
        wishes[f"open card {number} of 3?"] = [form]
        wishes.setdefault(form.replace("_", " "), []).append(family)
    return wishes
