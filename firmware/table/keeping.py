"""What the table asks of the journal. `firmware.journal` keeps to it; so does anything else that keeps evenings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from firmware.doors.ports import Picture
from rules.game import Refused
from rules.sitting import Done, Sitting


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


class Evening(Protocol):
    """One game at one table. What `do` answers with Done is on the disk already."""

    @property
    def id(self) -> Any: ...

    @property
    def header(self) -> Mapping[str, Any]: ...

    @property
    def sitting(self) -> Sitting: ...

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
