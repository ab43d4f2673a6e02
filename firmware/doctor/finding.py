"""What the doctor says: what was looked at, what was found, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.words import SILENCE, Phrase

PROBED, EXERCISED, WITNESSED = "probed", "exercised", "witnessed"
GOOD, NOTE, BAD, SKIPPED = "good", "note", "bad", "skipped"


@dataclass(frozen=True)
class Finding:
    """`probed`: a thing answered; `exercised`: somebody did something and it was noticed; `witnessed`: only eyes or
    ears can tell, so it is never good, only put before them. Of the three, witnessed alone never decides the exit.
    """

    what: Phrase
    found: Phrase
    grade: str
    advice: Phrase = SILENCE
    kind: str = PROBED

    @property
    def stops(self) -> bool:
        return self.grade == BAD and self.kind != WITNESSED


def good(what: Phrase, found: Phrase, kind: str = PROBED) -> Finding:
    return Finding(what, found, GOOD, kind=kind)


def note(what: Phrase, found: Phrase, advice: Phrase = SILENCE, kind: str = PROBED) -> Finding:
    return Finding(what, found, NOTE, advice, kind)


def bad(what: Phrase, found: Phrase, advice: Phrase, kind: str = PROBED) -> Finding:
    return Finding(what, found, BAD, advice, kind)


def skipped(what: Phrase, why: Phrase, kind: str = PROBED) -> Finding:
    return Finding(what, why, SKIPPED, kind=kind)
