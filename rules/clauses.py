"""Clauses: what a game asks for and what it pays for, each with the heading of the rulebook that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clause:
    """`heading` is the rulebook's own heading, `sentence` ours.

    A clause with `refuses` can turn an action down; the others only explain a ledger entry or an outcome. `waivable`
    says whether a house rule may set it aside, that is, whether the action's effect is defined all the same.
    """

    id: str
    heading: str
    sentence: str
    refuses: bool = True
    waivable: bool = False


class Clauses(Mapping[str, Clause]):
    """The clauses of one game by their ids, in the order of its rulebook."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._clauses: dict[str, Clause] = {}
        for clause in clauses:
            if clause.id in self._clauses:
                raise ValueError(f"two clauses are called {clause.id}")
            self._clauses[clause.id] = clause

    def __getitem__(self, id: str) -> Clause:
        return self._clauses[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)


# Clauses of every game: what Umpire itself asks for, whatever is played.
HOUSE = (
    Clause("not-your-turn", "Playing", "Only the player whose turn it is may act.", waivable=False),
    Clause("game-over", "End of the game", "The game has ended; nothing more can be done in it.", waivable=False),
    Clause("wrong-moment", "Playing", "Something else has to be done first.", waivable=False),
    Clause("by-hand", "House rule", "The table set this by hand.", refuses=False),
)
