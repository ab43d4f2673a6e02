"""What is said of one picture: what is seen, what is not to be taken as read, and the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MOVE, NOTHING, NOT_ALLOWED, ASK = "move", "nothing", "not_allowed", "ask"


@dataclass(frozen=True)
class Ruling:
    """Exactly one of four: this action; nothing new; not allowed, under this clause; look here."""

    verdict: str
    action: Mapping[str, Any] | None = None
    reason: str = ""
    places: tuple[str, ...] = ()
    text: str = ""
    done: Mapping[str, Any] | None = None  # a move in the JSON form of the rules, as `Game.action` takes it
    others: tuple[Mapping[str, Any], ...] = ()  # in the same form, what else would explain the picture, likeliest first

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"verdict": self.verdict}
        if self.action is not None:
            told["action"] = dict(self.action)
        if self.reason:
            told["reason"] = self.reason
        if self.places or self.verdict in (NOT_ALLOWED, ASK):
            told["places"] = list(self.places)
        if self.text:
            told["text"] = self.text
        return told


@dataclass(frozen=True)
class Look:
    """One picture: the surface as read, the places to doubt, the ruling, and what the companion holds after it."""

    seen: Mapping[str, Any]
    unsure: tuple[Any, ...] = ()
    ruling: Ruling | None = None
    state: Mapping[str, Any] | None = None
    certainty: Mapping[str, float] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"seen": dict(self.seen), "unsure": list(self.unsure)}
        if self.ruling is not None:
            told["ruling"] = self.ruling.as_json()
        if self.state is not None:
            told["state"] = dict(self.state)
        if self.certainty:
            told["certainty"] = {place: round(p, 3) for place, p in self.certainty.items()}
        return told

    def words(self) -> str:
        """The look as one readable line."""
        ruling = self.ruling
        parts = [ruling.text or ruling.verdict] if ruling else [str(dict(self.seen))]
        if self.unsure:
            parts.append("unsure: " + ", ".join(map(str, self.unsure)))
        return "; ".join(parts)
