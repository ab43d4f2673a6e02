"""Who is at the page: phones that were paired, each with its secret; and how much anybody may ask for."""

from __future__ import annotations

import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

COOKIE = "umpire"
MOST_GUESTS = 32  # the one that was away longest makes room
STAYS = 12 * 3600.0  # seconds since it was last seen
TRIES, WITHIN = 8, 60.0  # codes that one address may try in so many seconds
CHANGES, EACH = 40, 10.0  # and what it may change


@dataclass
class Guest:
    """A paired phone. `whose`: the game and the seat whose own purse it may see."""

    secret: str
    whose: tuple[Any, int] | None
    seen: float


class Guests:
    """Kept in memory alone: whoever switches the page off has sent all phones away."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._guests: OrderedDict[str, Guest] = OrderedDict()
        self._done: OrderedDict[tuple[str, str], deque[float]] = OrderedDict()

    def welcome(self, whose: tuple[Any, int] | None) -> Guest:
        guest = Guest(secrets.token_urlsafe(32), whose, self._now())
        self._guests[guest.secret] = guest
        while len(self._guests) > MOST_GUESTS:
            self._guests.popitem(last=False)
        return guest

    def known(self, secret: str | None) -> Guest | None:
        guest = self._guests.get(secret or "")
        if guest is None:
            return None
        if self._now() - guest.seen > STAYS:
            del self._guests[guest.secret]
            return None
        guest.seen = self._now()
        self._guests.move_to_end(guest.secret)
        return guest

    def leave(self, guest: Guest) -> None:
        self._guests.pop(guest.secret, None)

    def may(self, who: str, what: str) -> bool:
        """Whether this address may do so once more just now."""
        most, within = (TRIES, WITHIN) if what == "pair" else (CHANGES, EACH)
        done = self._done.setdefault((who, what), deque())
        self._done.move_to_end((who, what))
        while len(self._done) > 1000:
            self._done.popitem(last=False)
        now = self._now()
        while done and now - done[0] > within:
            done.popleft()
        if len(done) >= most:
            return False
        done.append(now)
        return True
