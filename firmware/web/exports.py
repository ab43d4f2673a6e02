"""What can be taken home from the page: secrets stay secret until the game is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from firmware.journal import Evening, evening_html, record_of, score_sheet_csv
from firmware.screens import Catalogue
from firmware.web.share import share_picture
from rules.trouble import Trouble

Make = Callable[[Evening, Catalogue], bytes]


def _record(evening: Evening, words: Catalogue) -> bytes:
    """A record holds everything, so that of a game with secrets it is given out when they are none any more."""
    game, state = evening.sitting.game, evening.sitting.state
    if any(seat.now is None for seat in game.standing(state, False).seats):
        raise Trouble("The record tells what lies behind the screens; it can be had when the game is over.")
    return record_of(evening).encode()


EXPORTS: Mapping[str, tuple[str, Make]] = {
    "record.jsonl": ("application/jsonl", _record),
    "sheet.csv": ("text/csv; charset=utf-8", lambda evening, words: score_sheet_csv(evening).encode()),
    "evening.html": ("text/html; charset=utf-8", lambda evening, words: evening_html(evening, words.say).encode()),
    "share.png": ("image/png", share_picture),
}
