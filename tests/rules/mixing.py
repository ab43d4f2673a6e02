"""Evenings on which everything happens: actions, house rules, things set by hand, undoing, redoing, correcting."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.forms import whole
from rules.game import AnyGame, Refused
from rules.ledger import total
from rules.record import header_of, read, write
from rules.shelf import game_called
from rules.sitting import Sitting
from rules.trouble import Trouble
from tests.rules.dealer import dealer_of
from tests.rules.play import shuffled

KINDS = ("action", "action", "action", "override", "set", "setting", "undo", "redo", "correct")


def leaves(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Every path of a JSON form that ends in a plain value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        path = f"{at}.{key}" if at else str(key)
        if isinstance(part, (dict, list)):
            yield from leaves(part, path)
        elif "." not in str(key):
            yield path, part


def some_event(kind: str, sitting: Sitting, dealer: Any, rng: Random) -> dict[str, Any] | None:
    """An event of that kind that may be possible now, or may not."""
    game, state = sitting.game, sitting.state
    if kind in ("undo", "redo"):
        return {"do": kind, "count": rng.randint(1, 3)}
    if kind == "set":
        at, now = rng.choice(list(leaves(game.describe(state))))
        values = [now + rng.choice((1, 2, 5)), 0] if whole(now) else [now, None, "house", not now]
        return {"do": "set", "at": at, "value": rng.choice(values), "clause": rng.choice(list(game.clauses))}
    if kind == "setting":
        setting = rng.choice(game.settings)
        return {"do": "setting", "name": setting.name, "value": rng.choice(setting.choices)}
    if kind == "correct":
        if not sitting.steps:
            return None
        place = rng.randrange(max(0, len(sitting.steps) - 4), len(sitting.steps))
        state = sitting.steps[place - 1].state if place else sitting.start
    action = some_action(game, state, dealer, rng)
    if action is None:
        return None
    if kind == "correct":
        return {"do": "correct", "of": sitting.steps[place].event, "action": action}
    if kind == "action":
        return {"do": "action", "action": action}
    for _ in range(20):
        other = some_action(game, state, dealer, rng)
        bent = mixed_up(action, other or {}, rng)
        try:
            verdict = game.judge(state, game.action(bent))
        except Trouble:
            continue
        if isinstance(verdict, Refused) and game.clauses[verdict.clause].waivable:
            return {"do": "override", "action": bent, "clause": verdict.clause}
    return None


def some_action(game: AnyGame, state: Any, dealer: Any, rng: Random) -> dict[str, Any] | None:
    """A legal action; by anybody's guess where the dealer's hidden cards no longer fit what was taken back."""
    if game.turn(state) is None:
        return None
    for given in (dealer.given(state), None):
        try:
            action = next(game.legal(state, given, shuffled(rng)), None)
        except Trouble:
            continue
        if action is not None:
            return game.told(action)
    return None


def mixed_up(action: dict[str, Any], other: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One legal action with some of the fields of another: seldom legal, never nonsense."""
    keys = sorted({*action, *other})
    return {key: value for key in keys if (value := rng.choice((action, other)).get(key)) is not None}


def mixed_evening(name: str, seed: int, length: int, players: int = 2) -> tuple[dict[str, Any], Sitting]:
    """The header and the sitting of an evening of `length` tries; what is refused leaves no trace."""
    rng, game = Random(f"{name} {seed}"), game_called(name)
    dealer = dealer_of(name)(rng, players)
    begun = dealer.set_up()
    sitting = Sitting(game, game.set_up(**begun))
    for _ in range(length):
        event = some_event(rng.choice(KINDS), sitting, dealer, rng)
        if event is None:
            continue
        before = (sitting.state, sitting.ledger, list(sitting.events), list(sitting.undone))
        try:
            answer = sitting.do(event)
        except Trouble:
            answer = None
        if answer is None or isinstance(answer, Refused):
            assert before == (sitting.state, sitting.ledger, sitting.events, sitting.undone), event
        else:
            assert sitting.events == [*before[2], event]
    return header_of(game, **begun), sitting


def check_mixed(header: dict[str, Any], sitting: Sitting) -> None:
    """The written record brings back the same evening; the ledger still adds up; taking back is exact."""
    game = sitting.game
    again = read(write(header, sitting.events)).sitting
    assert again.state == sitting.state
    assert again.ledger == sitting.ledger
    assert again.steps == sitting.steps
    assert again.undone == sitting.undone
    assert again.marked == sitting.marked
    check_sums(game, sitting)
    count, steps = len(sitting.steps), list(sitting.steps)
    if count:
        sitting.do({"do": "undo", "count": count})
        assert sitting.state == sitting.start
        assert not sitting.ledger
        sitting.do({"do": "redo", "count": count})
    assert sitting.steps == steps


def check_sums(game: AnyGame, sitting: Sitting) -> None:
    start = game.standing(sitting.start).seats
    for seat in game.standing(sitting.state).seats:
        begun = start[seat.seat].so_far
        assert seat.so_far is not None
        assert begun is not None
        assert seat.so_far == begun + total(sitting.ledger, seat.seat, game.points)
        assert seat.so_far == sum(line.points for line in seat.so_far_lines)
