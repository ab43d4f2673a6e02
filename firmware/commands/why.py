"""`umpire why`: the last entries of a game, their arithmetic and clauses, back to its start as far as one asks."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from firmware.journal.asked import for_all, looked_at, meant, replayed, which
from firmware.journal.evening import proof_of
from firmware.journal.journal import Journal, Kept
from firmware.sentences import clean
from firmware.telling import event_in_words, house_rules_in_words, replay_told
from rules.record import Replayed
from rules.sitting import Done
from rules.trouble import Trouble

ENTRIES = 10


def arguments(parser: ArgumentParser) -> None:
    which(parser)
    parser.add_argument("--entries", type=int, default=ENTRIES, metavar="N", help=f"how many (default: {ENTRIES})")
    parser.add_argument("--event", type=int, metavar="N", help="only event N, and what later became of it")
    parser.add_argument("--until", type=int, metavar="N", help="nothing after event N (0: before the first)")
    parser.add_argument("--purses", action="store_true", help="show what lies behind screens in a game not yet over")
    parser.add_argument("--json", action="store_true", help="one JSON object, for machines")


def run(args: Namespace) -> int:
    if args.entries < 1:
        raise Trouble("--entries says how many entries to show, at least 1")
    with looked_at(args) as journal:
        kept = meant(journal, args)
        whole = replayed(journal, kept.id, args.until)
        done = tuple(for_all(whole.sitting, one, args.purses) for one in whole.done)
        shown = chosen(whole, done, args.entries, args.event)
        proofs = {number: proofs_told(journal, kept.id, number) for number in shown}
    if args.json:
        print(json.dumps(told(kept, replace(whole, done=done), shown, proofs)))
        return 0
    for line in in_words(kept, whole, done, shown, proofs):
        print(clean(line))
    return 0


def chosen(whole: Replayed, done: tuple[Done, ...], entries: int, event: int | None) -> list[int]:
    """The numbers of the events to show, in order."""
    if event is not None:
        if not 1 <= event <= len(done):
            there = f"they are 1 to {len(done)}" if done else "nothing has been done yet"
            raise Trouble(f"there is no event {event} in this game; {there}")
        return [one.number for one in done if one.number == event or _touches(whole, one, event)]
    shown: list[int] = []
    for one in reversed(done):
        if entries <= 0:
            break
        shown.append(one.number)
        entries -= sum(len(step.ledger) for step in one.added) if _is_new(whole, one) else 0
    return shown[::-1]


def _is_new(whole: Replayed, done: Done) -> bool:
    return whole.sitting.events[done.number - 1]["do"] not in ("undo", "redo")


def _touches(whole: Replayed, done: Done, event: int) -> bool:
    made = whole.sitting.events[done.number - 1]
    if made["do"] == "correct":
        return bool(made["of"] == event)
    return made["do"] in ("undo", "redo") and any(step.event == event for step in (*done.added, *done.taken_back))


def proofs_told(journal: Journal, game: int, number: int) -> dict[str, Any]:
    proof = proof_of(journal, game, number)
    shots = proof.shots if proof else ()
    return {side: {"hash": shot.hash, "state": shot.state, "words": str(shot.words)} for side, shot in shots}


def told(kept: Kept, whole: Replayed, shown: list[int], proofs: Mapping[int, dict[str, Any]]) -> dict[str, Any]:
    every = replay_told(whole)
    events = [{**every["events"][number - 1], "pictures": proofs[number]} for number in shown]
    return {
        "id": kept.id,
        "game": kept.game,
        "players": list(kept.players),
        "remark": kept.remark,
        "count": len(whole.done),
        "events": events,
        "house_rules": every["house_rules"],
    }


def in_words(
    kept: Kept, whole: Replayed, done: tuple[Done, ...], shown: list[int], proofs: Mapping[int, dict[str, Any]]
) -> Iterator[str]:
    game = whole.sitting.game
    names = game.players(whole.sitting.state)
    yield f"{game.title}, game {kept.id} of this journal: {', '.join(names)}; {len(done)} events"
    if shown and shown[0] > 1 and shown == list(range(shown[0], len(done) + 1)):
        yield f"(events 1 to {shown[0] - 1} are not shown; --entries with a larger number goes further back)"
    told: list[str] = []
    for number in shown:
        told += ["", *event_in_words(game, names, whole.sitting.events[number - 1], done[number - 1])]
        for side, shot in proofs[number].items():
            told.append(f"   picture {side}: {shot['words'] or 'kept'} ({shot['hash'][:16]})")
    yield from told
    if not shown:
        yield "nothing has been done yet"
    if any(seat.now is None for seat in game.standing(whole.sitting.state, False).seats):
        yield "What lies behind the screens is left out until the game is over; --purses shows it."
    yield from house_rules_in_words(whole.sitting)
    aside = {id for step in whole.sitting.marked for id in step.set_aside}
    named = [clause for id, clause in game.clauses.items() if id in aside or any(f"[{id}]" in line for line in told)]
    for clause in named:
        yield f"[{clause.id}] {clause.heading}: {clause.sentence}"
