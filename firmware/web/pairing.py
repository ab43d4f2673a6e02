"""Pairing: a code that only the panel shows. Whoever can read it sits at the table, and may press the buttons."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from firmware.screens.views import Keys, Notice, View
from firmware.table.moment import Buttons, Does, Moment
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table

LASTS = 120.0  # seconds that a code is good for
TRIES = 5  # wrong ones close it


@dataclass
class Code:
    """`whose`: the game and seat that the phone will belong to; None for a phone that is nobody's."""

    digits: str
    until: float
    whose: tuple[Any, int] | None = None
    tries: int = TRIES


class Pairing:
    """At most one code at a time, good for one phone."""

    def __init__(self, now: Callable[[], float], draw: Callable[[], str] | None = None) -> None:
        self._now = now
        self._draw = draw or (lambda: f"{secrets.randbelow(1_000_000):06d}")
        self._code: Code | None = None

    @property
    def code(self) -> Code | None:
        if self._code is not None and self._now() >= self._code.until:
            self._code = None
        return self._code

    def offer(self, whose: tuple[Any, int] | None = None) -> Code:
        self._code = Code(self._draw(), self._now() + LASTS, whose)
        return self._code

    def withdraw(self) -> None:
        self._code = None

    def answered(self, digits: str) -> Code | None:
        """The code, if these are its digits; then it is used up. None for a wrong one, or where there is none."""
        code = self.code
        if code is None:
            return None
        if hmac.compare_digest(code.digits.encode(), digits.encode(errors="replace")):
            self._code = None
            return code
        code.tries -= 1
        if code.tries <= 0:
            self._code = None
        return None


class ShowingCode(Moment):
    """The code, as long as it is good. What the panel shows now is not mirrored on the page."""

    name = "pairing"
    menu = False

    def __init__(self, table: Table, pairing: Pairing, whose: tuple[Any, int] | None, who: Phrase) -> None:
        super().__init__(table)
        self.pairing, self.who = pairing, who
        self.digits = pairing.offer(whose).digits

    def buttons(self) -> Buttons:
        return {"confirm": Does(say("ok"), self.close), "back": Does(say("back"), self.close)}

    def view(self, keys: Keys) -> View:
        code = self.digits
        return Notice(say("Pair a phone"), (say("code: {}", f"{code[:3]} {code[3:]}"), self.who), keys, "ask")

    def tick(self, now: float) -> None:
        code = self.pairing.code
        if code is None or code.digits != self.digits:  # used up, run out, or tried in vain too often
            self.close()

    def left(self) -> None:
        code = self.pairing.code
        if code is not None and code.digits == self.digits:
            self.pairing.withdraw()
