"""An evening as files: the record itself, and a score sheet for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from firmware.journal.evening import Evening
from rules.ledger import Entry, total
from rules.sitting import Sitting, Step
from rules.standing import Line, Standing


def record_of(evening: Evening) -> str:
    """The record (JSON Lines), as it lies on the disk."""
    return evening.record()


def score_sheet_csv(evening: Evening, purses: bool = False) -> str:
    """Points turn by turn, a column a player, then each player's points line by line.

    What is secret at the table stays so until the game is over, unless `purses` opens them.
    """
    sitting = evening.sitting
    game, names = sitting.game, sitting.game.players(sitting.state)
    standing = game.standing(sitting.state, purses)
    sheet = io.StringIO()
    rows = csv.writer(sheet, lineterminator="\r\n")
    rows.writerow(["event", "what was done", "house rule", *map(safe, names)])
    if closed(standing):
        for step in sitting.steps:
            rows.writerow(
                [step.event, safe(words_of(step, names)), safe(", ".join(step.set_aside)), *("" for _ in names)]
            )
        rows.writerow(["", "points are kept secret until the game is over", ""])
        return sheet.getvalue()
    for step in sitting.steps:
        points = [total(step.ledger, seat, game.points) for seat in range(len(names))]
        rows.writerow([step.event, safe(words_of(step, names)), safe(", ".join(step.set_aside)), *points])
    rows.writerow(["", f"{game.points} so far", "", *(seat.so_far for seat in standing.seats)])
    rows.writerow([])
    rows.writerow(["clause", "final" if standing.over else "if it ended now", "", *map(safe, names)])
    for what, clause, points in breakdown(standing):
        rows.writerow([clause, safe(what), "", *points])
    rows.writerow(["", game.points, "", *(seat.now for seat in standing.seats)])
    if standing.outcome is not None:
        places = {seat: number for number, seats in placed(standing) for seat in seats}
        how = str(standing.outcome.how)
        rows.writerow([standing.outcome.clause, "place", safe(how), *(places[seat.seat] for seat in standing.seats)])
    return sheet.getvalue()


def closed(standing: Standing) -> bool:
    return any(seat.now is None for seat in standing.seats)


def placed(standing: Standing) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(place, seats): who share a place leave the next ones free."""
    place = 1
    for seats in standing.outcome.places if standing.outcome else ():
        yield place, seats
        place += len(seats)


def breakdown(standing: Standing) -> list[tuple[str, str, list[int]]]:
    """(what, clause, points of each seat) of every kind of line, in the order in which the standing has them."""
    keys: dict[tuple[str, str], None] = {}
    for seat in standing.seats:
        keys.update(dict.fromkeys((line.what, line.clause) for line in seat.now_lines))
    return [(what, clause, [_sum(seat.now_lines, what, clause) for seat in standing.seats]) for what, clause in keys]


def _sum(lines: tuple[Line, ...], what: str, clause: str) -> int:
    return sum(line.points for line in lines if (line.what, line.clause) == (what, clause))


def words_of(step: Step, names: tuple[str, ...]) -> str:
    return str(step.words) if step.seat is None else f"{names[step.seat]}: {step.words}"


def open_entries(sitting: Sitting, entries: tuple[Entry, ...], purses: bool) -> tuple[Entry, ...]:
    """The entries that everybody may see now: what lies behind screens is left out until the game is over."""
    if purses:
        return entries
    standing = sitting.game.standing(sitting.state, False)
    secret = {seat.seat for seat in standing.seats if seat.now is None}
    if not secret:
        return entries
    lying_open = {(seat.seat, what) for seat in standing.seats for what, _ in seat.stock}
    return tuple(entry for entry in entries if entry.seat not in secret or (entry.seat, entry.what) in lying_open)


def safe(text: str) -> str:
    """A cell that a spreadsheet would take for a formula is marked as text."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
