"""How the players stand: scored so far, what it would be if the game ended now, and who wins by which rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.words import Phrase, say


class Line(NamedTuple):
    """One item of a breakdown, with its arithmetic and clause."""

    what: str
    points: int
    how: Phrase
    clause: str


class Seat(NamedTuple):
    """`so_far` is what the ledger holds; `now` what it would come to if the game ended now. Each is its lines' sum.

    Where purses are secret and are not to be shown, both are None, their lines are empty, and `stock` holds only what
    lies open.
    """

    seat: int
    name: str
    so_far: int | None
    so_far_lines: tuple[Line, ...]
    now: int | None
    now_lines: tuple[Line, ...]
    stock: tuple[tuple[str, int], ...] = ()  # coins, logs, stones, workers: what the player holds besides points


class Outcome(NamedTuple):
    """Places from first to last, those who share a place together; the clause that parted or joined the first."""

    places: tuple[tuple[int, ...], ...]
    clause: str
    how: Phrase

    @property
    def winners(self) -> tuple[int, ...]:
        return self.places[0] if self.places else ()


class Standing(NamedTuple):
    """`outcome` is final when the game is `over`, else what it would be now; None when it would tell a secret."""

    seats: tuple[Seat, ...]
    over: bool
    outcome: Outcome | None
    notes: tuple[Phrase, ...] = ()  # settings that differ from the default, disputed readings, secrets kept


class Tie(NamedTuple):
    """A rule that parts those who have the same points: more (or, with `fewer`, less) of something comes first."""

    clause: str
    measure: Callable[[int], int]
    how: Phrase
    fewer: bool = False


def rank(points: Sequence[int], ties: Sequence[Tie], most: tuple[str, Phrase], shared: tuple[str, Phrase]) -> Outcome:
    """Places by points, then by each tie rule in turn; whom none of them parts share a place.

    `most` and `shared` are the clause and the words for a win by points alone and for a shared one.
    """

    def key(seat: int) -> tuple[int, ...]:
        return (-points[seat], *((tie.measure(seat) if tie.fewer else -tie.measure(seat)) for tie in ties))

    keys = {seat: key(seat) for seat in range(len(points))}
    places = tuple(tuple(s for s in keys if keys[s] == k) for k in sorted(set(keys.values())))
    first = places[0] if places else ()
    if len(first) > 1:
        return Outcome(places, *shared)
    rivals = [keys[s] for s in keys if s not in first and keys[s][0] == keys[first[0]][0]] if first else []
    if not rivals:
        return Outcome(places, *most)
    # The rule that decided is the last one needed: the first place where the winner differs from his closest rival.
    closest = min(rivals)
    step = next(i for i, (a, b) in enumerate(zip(keys[first[0]], closest, strict=True)) if a != b)
    return Outcome(places, ties[step - 1].clause, ties[step - 1].how)


MOST = say("most points")
