"""What the table asks of the journal. `firmware.journal` keeps to it; so does anything else that keeps evenings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from firmware.doors.ports import Picture
from rules.game import Refused
from rules.sitting import Done, Sitting
from rules.words import Phrase


class Kept(Protocol):
    """One game of the journal."""

    @property
    def id(self) -> Any: ...

    @property
    def game(self) -> str: ...

    @property
    def players(self) -> tuple[str, ...]: ...

    @property
    def events(self) -> int: ...

    @property
    def over(self) -> bool: ...

    @property
    def finished(self) -> bool: ...

    @property
    def whole(self) -> bool:
        """Whether it can still be told which game it was, and who played."""


class Evening(Protocol):
    """One game at one table. What `do` answers with Done is on the disk already."""

    @property
    def id(self) -> Any: ...

    @property
    def header(self) -> Mapping[str, Any]: ...

    @property
    def sitting(self) -> Sitting: ...

    @property
    def picture_trouble(self) -> Phrase:
        """Why the last event's pictures were not kept; SILENCE if they were."""

    def do(
        self, event: Mapping[str, Any], before: Picture | None = None, after: Picture | None = None
    ) -> Done | Refused: ...

    def finish(self) -> None: ...

    def proof(self, event: int) -> Any: ...


class Journal(Protocol):
    def games(self) -> tuple[Kept, ...]: ...

    def begin(self, header: Mapping[str, Any]) -> Evening: ...

    def reopen(self, id: Any) -> Evening: ...

    def unfinished(self) -> Kept | None: ...

    def close(self) -> None: ...


class OpenedLate:
    """A journal that is opened when it is first needed. While the disk does not let it be, each attempt says why."""

    def __init__(self, opener: Callable[[], Journal]) -> None:
        self._opener = opener
        self._journal: Journal | None = None

    def games(self) -> tuple[Kept, ...]:
        return self._opened().games()

    def begin(self, header: Mapping[str, Any]) -> Evening:
        return self._opened().begin(header)

    def reopen(self, id: Any) -> Evening:
        return self._opened().reopen(id)

    def unfinished(self) -> Kept | None:
        return self._opened().unfinished()

    def close(self) -> None:
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()

    def _opened(self) -> Journal:
        if self._journal is None:
            self._journal = self._opener()
        return self._journal
