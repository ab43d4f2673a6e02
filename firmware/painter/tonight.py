"""One evening of `umpire demo`: played, told line by line, and held against what was really done."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from firmware.painter.evening import SimulatedEvening
from firmware.painter.people import Counts
from firmware.painter.show import Show
from firmware.painter.tables import SAID, table_of
from firmware.telling import event_in_words, house_rules_in_words, score_line, standing_in_words
from rules.shelf import game_called


def tonight(name: str, args: Namespace, folder: Path, clock: Callable[[], float], show: Show | None = None) -> bool:
    """Whether the evening came out as it was played."""
    began = clock()
    show = show or Show(fast=args.fast)
    game = game_called(name)
    table = None if args.by_hand else table_of(name, args.players, args.seed)
    if args.by_hand:
        said = "No camera tonight: the whole evening is told by the four buttons."
    else:
        said = SAID[name if table is not None else ""]
    show.lines(f"{game.title}: a simulated evening, {args.players} players, seed {args.seed}.", said)
    if table is not None:
        show.lines("The table is painted, and its dice and boards are taught as an owner would teach them ...")
    evening = SimulatedEvening(name, args.players, args.seed, folder, table, show.panel, show.lines)
    try:
        evening.begin()
        show.lines(f"The game is set up ({clock() - began:.0f} s).", "")
        return _played(evening, args, show, clock, began)
    finally:
        evening.close()


def _played(evening: SimulatedEvening, args: Namespace, show: Show, clock: Callable[[], float], began: float) -> bool:
    game, sitting = evening.game, evening.box.loop.table.sitting
    names = game.players(sitting.state)
    for number, turned in enumerate(evening.turns(args.turns or 10_000), 1):
        show.lines(*event_in_words(game, names, turned.event, turned.done))
        show.foot(f"{clock() - began:4.0f} s   action {number}   {score_line(game, sitting.state)}")
    show.end()
    held = evening.box.loop.table.sitting
    show.lines("", *standing_in_words(game, game.standing(held.state)), *house_rules_in_words(held), "")
    show.lines(counted(evening.counts, evening.table is not None, evening.people.presses), *evening.logged)
    differences = evening.differences()
    if differences:
        show.lines("NOT AS IT WAS PLAYED: " + "; ".join(differences) + ".")
    else:
        entries = len(held.ledger)
        show.lines(f"The end is what was really played: the same state, the same {entries} ledger entries.")
    show.lines(
        f"{clock() - began:.0f} seconds. Look into it:",
        f"  umpire why --journal {evening.settings.folders.games}",
    )
    return not differences


def counted(counts: Counts, seen: bool, presses: int) -> str:
    if not seen:
        return f"{counts.actions} actions, {presses} presses of buttons."
    said = f"{counts.actions} actions, {counts.right} proposed right at once, {counts.asked} questions asked"
    by_hand = f", {counts.by_hand} told by hand" if counts.by_hand else ""
    refused = f", {counts.refused} wrongly refused" if counts.refused else ""
    return f"{said}{by_hand}{refused}, {counts.silent} silent errors, {presses} presses of buttons."
