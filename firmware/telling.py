"""Plain lines for a terminal: what was done, what it was worth, how the players stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.game import AnyGame
from rules.ledger import TABLE, Entry
from rules.record import Replayed
from rules.referee import entry_told, house_rules_told, standing_told
from rules.sitting import Done, Sitting, Step
from rules.standing import Standing


def replay_told(replayed: Replayed) -> dict[str, Any]:
    """A replay as one JSON object."""
    sitting, game = replayed.sitting, replayed.sitting.game
    return {
        "game": game.name,
        "sealed": replayed.sealed,
        "events": [
            {
                "n": done.number,
                "event": event,
                "added": [_step_told(step) for step in done.added],
                "taken_back": [step.event for step in done.taken_back],
            }
            for event, done in zip(sitting.events, replayed.done, strict=True)
        ],
        "left": replayed.left,
        "house_rules": house_rules_told(sitting),
        "turn": game.turn(sitting.state),
        "state": game.describe(sitting.state),
        "standing": standing_told(game.standing(sitting.state)),
    }


def _step_told(step: Step) -> dict[str, Any]:
    return {
        "event": step.event,
        "seat": step.seat,
        "words": str(step.words),
        "ledger": [entry_told(entry) for entry in step.ledger],
        "warnings": [str(warning) for warning in step.warnings],
        "set_aside": list(step.set_aside),
        "replaced": list(step.replaced),
    }


def replay_in_words(replayed: Replayed) -> Iterator[str]:
    sitting, game = replayed.sitting, replayed.sitting.game
    names = game.players(sitting.state)
    yield f"{game.title}, rules version {game.version}: {', '.join(names)}"
    if not replayed.sealed:
        yield "UNSEALED: this record carries no hashes, so nobody can tell whether it was changed."
    for event, done in zip(sitting.events, replayed.done, strict=True):
        yield ""
        yield from event_in_words(game, names, event, done)
    yield ""
    if replayed.left:
        yield f"({replayed.left} later events not replayed)"
    yield from standing_in_words(game, game.standing(sitting.state))
    yield from house_rules_in_words(sitting)
    yield "Sealed: every line fits the one before it." if replayed.sealed else "Unsealed."


def event_in_words(game: AnyGame, names: tuple[str, ...], event: Any, done: Done) -> Iterator[str]:
    """One event: who did what, and the ledger lines that it brought."""
    first = done.added[0] if done.added else None
    match event["do"]:
        case "undo":
            yield f"{done.number}. taken back: {', '.join(f'event {step.event}' for step in done.taken_back)}"
        case "redo":
            yield f"{done.number}. done again: {', '.join(f'event {step.event}' for step in done.added)}"
            first = None  # its ledger was told when it was done
        case "correct" if first:
            said = done.taken_back[0].words
            yield f"{done.number}. event {event['of']} corrected: {_who(names, first)}{first.words}; it said {said}"
        case _ if first:
            yield f"{done.number}. {_who(names, first)}{first.words}"
    if first:
        if first.set_aside:
            yield f"   HOUSE RULE: set aside {', '.join(first.set_aside)}"
        yield from _worth(names, first)
    if note := event.get("note"):
        yield f"   the table notes: {note}"
    for was, now in zip(done.taken_back[1:], done.added[1:], strict=False):
        if (was.ledger, was.warnings, was.words) != (now.ledger, now.warnings, now.words):
            yield f"   so event {now.event} counts anew: {_who(names, now)}{now.words}"
            yield from _worth(names, now)


def _worth(names: tuple[str, ...], step: Step) -> Iterator[str]:
    for entry in step.ledger:
        yield "   " + entry_in_words(names, entry)
    for warning in step.warnings:
        yield f"   note: {warning}"


def house_rules_in_words(sitting: Sitting) -> Iterator[str]:
    for step in sitting.marked:
        yield f"House rule in event {step.event}: {step.words} (set aside: {', '.join(step.set_aside)})"


def _who(names: tuple[str, ...], step: Step) -> str:
    return "" if step.seat is None else f"{names[step.seat]}: "


def entry_in_words(names: tuple[str, ...], entry: Entry) -> str:
    who = "table" if entry.seat == TABLE else names[entry.seat]
    where = f" at {' '.join(entry.places)}" if entry.places else ""
    return f"{who}: {entry.change:+d} {entry.what} - {entry.why}{where} [{entry.clause}]"


def score_line(game: AnyGame, state: Any) -> str:
    """Everybody's points so far, and what they would come to now, on one line."""
    seats = game.standing(state).seats
    return " | ".join(f"{seat.name} {seat.so_far} {game.points} (now {seat.now})" for seat in seats)


def standing_in_words(game: AnyGame, standing: Standing) -> Iterator[str]:
    yield "Final standing" if standing.over else "Standing"
    for seat in standing.seats:
        stock = ", ".join(f"{what} {amount}" for what, amount in seat.stock)
        if seat.now is None:
            yield f"  {seat.name}: points are kept secret ({stock})"
            continue
        ending = "" if standing.over else f", {seat.now} if it ended now"
        yield f"  {seat.name}: {seat.so_far} {game.points}{ending} ({stock})"
        for line in seat.now_lines:
            yield f"    {line.points:+d} {line.what}: {line.how} [{line.clause}]"
    for note in standing.notes:
        yield f"  note: {note}"
    outcome = standing.outcome
    if outcome is not None:
        names = [standing.seats[s].name for s in outcome.winners]
        verb = ("wins" if len(names) == 1 else "win together") if standing.over else "would win now"
        yield f"  {' and '.join(names)} {verb}: {outcome.how} [{outcome.clause}]"
