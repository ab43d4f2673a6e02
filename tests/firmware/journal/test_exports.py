"""Score sheets and pages: every point is there, in the reader's language, and secrets stay secret."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from firmware.journal import Evening, Journal, evening_html, record_of, score_sheet_csv
from firmware.journal.page import STYLE
from firmware.screens.catalogue import Catalogue, read_german
from rules.record import header_of
from rules.saint_malo.game import SAINT_MALO
from rules.shelf import GAMES
from rules.sitting import Done
from rules.words import Phrase
from tests.firmware.journal.evenings import ROOT, golden
from tests.rules.tables import citizen, noble, passing, wall

NAMES = ["=SUM(A1)", "Ste<b>fan</b>"]
PICTURE = np.full((30, 40, 3), 200, np.uint8)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "games") as journal:
        yield journal


def kept(journal: Journal, game: str, events: int | None = None) -> Evening:
    header, every = golden(game)
    evening = journal.begin(header)
    for event in every[:events]:
        assert isinstance(evening.do(event), Done)
    return evening


def disputed(journal: Journal) -> Evening:
    evening = journal.begin(header_of(SAINT_MALO, NAMES), "Saturday")
    evening.do({"do": "action", "action": citizen("3,3")}, PICTURE, PICTURE)
    evening.do({"do": "override", "action": passing(), "clause": "may-not-pass", "note": "<script>alert(1)</script>"})
    evening.do({"do": "action", "action": wall("0,1")})
    evening.do({"do": "undo"})
    evening.do({"do": "redo"})
    evening.do({"do": "correct", "of": 1, "action": noble("3,3")})
    return evening


def rows_of(evening: Evening, purses: bool = False) -> list[list[str]]:
    return list(csv.reader(io.StringIO(score_sheet_csv(evening, purses), newline="")))


class Words(HTMLParser):
    """What a reader sees of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page.replace(STYLE, ""))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data + " "


# ---- the record and the score sheet
@pytest.mark.parametrize("game", GAMES)
def test_a_score_sheets_turns_add_up_to_what_everybody_has(game: str, journal: Journal) -> None:
    evening = kept(journal, game)
    rows = rows_of(evening)
    standing = evening.sitting.game.standing(evening.sitting.state)
    head = rows.index([])
    turns, sum_row, lines = rows[1 : head - 1], rows[head - 1], rows[head + 2 :]
    total = next(row for row in lines if row[:2] == ["", evening.sitting.game.points])
    for seat in standing.seats:
        column = 3 + seat.seat
        assert sum(int(row[column]) for row in turns) == int(sum_row[column]) == seat.so_far
        assert sum(int(row[column]) for row in lines[: lines.index(total)]) == int(total[column]) == seat.now
    assert standing.outcome is not None
    assert [seat for seat in range(len(standing.seats)) if rows[-1][3 + seat] == "1"] == sorted(
        standing.outcome.winners
    )
    assert len(turns) == len(evening.sitting.steps)


def test_a_score_sheet_marks_house_rules_and_holds_no_formula(journal: Journal) -> None:
    rows = rows_of(disputed(journal))
    assert rows[0][3:] == ["'=SUM(A1)", "Ste<b>fan</b>"]
    assert [row[2] for row in rows[1:4]] == ["", "may-not-pass", ""]
    assert not any(cell.startswith(("=", "@")) for row in rows for cell in row)


def test_purses_stay_closed_on_a_score_sheet_until_the_game_is_over(journal: Journal) -> None:
    going = kept(journal, "arkadia", 30)
    closed, opened = score_sheet_csv(going), score_sheet_csv(going, purses=True)
    assert "points are kept secret" in closed
    assert not [row for row in rows_of(going) if any(cell for cell in row[3:]) and row[0] != "event"]
    assert "points are kept secret" not in opened
    assert "points are kept secret" not in score_sheet_csv(kept(journal, "arkadia"))


def test_the_record_is_exported_to_the_letter(journal: Journal) -> None:
    from firmware.commands.demo import text_of

    assert record_of(kept(journal, "masons")) == text_of("masons")


# ---- the page
@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_every_entry_of_the_ledger_and_every_line_of_the_standing(game: str, journal: Journal) -> None:
    evening = kept(journal, game)
    page = Words(evening_html(evening))
    text = " ".join(page.text.split())
    for entry in evening.sitting.ledger:
        assert f"{entry.change:+d} {entry.what} – {entry.why}" in text
    for seat in evening.sitting.game.standing(evening.sitting.state).seats:
        assert f"{seat.name} ({seat.now} {evening.sitting.game.points})" in text
        for line in seat.now_lines:
            assert str(line.how) in text
    events = [attrs["id"] for tag, attrs in page.tags if (attrs.get("class"), tag) == ("event", "div")]
    assert events == [f"event-{number}" for number in range(1, len(evening.sitting.events) + 1)]


def test_a_page_shows_house_rules_corrections_notes_and_pictures_and_runs_nothing(journal: Journal) -> None:
    page = evening_html(disputed(journal))
    words = Words(page)
    text = " ".join(words.text.split())
    for told in (
        "House rule: set aside may-not-pass",
        "House rule in event 2",
        "Taken back: event 3",
        "Done again: event 3",
        "Event 1 corrected: =SUM(A1): noble on 3,3 (it said: citizen on 3,3)",
        "The table notes: <script>alert(1)</script>",
        "the box’s clock said: Saturday",
        SAINT_MALO.clauses["noble"].sentence,
        SAINT_MALO.clauses["may-not-pass"].sentence,
        "Every line of the record fits the one before it",
    ):
        assert told in text
    places = {"#" + (attrs.get("id") or "") for _, attrs in words.tags}
    assert {attrs["href"] for tag, attrs in words.tags if tag == "a"} <= places, (
        "every clause that is named is explained"
    )
    images = [attrs["src"] for tag, attrs in words.tags if tag == "img"]
    assert len(images) == 2
    assert all(source is not None and source.startswith("data:image/jpeg;base64,") for source in images)
    assert {tag for tag, _ in words.tags}.isdisjoint({"script", "b", "link", "iframe"})
    assert not re.search(r"https?://|url\(|@import", page)


def test_a_page_says_when_a_picture_is_gone_and_can_do_without(journal: Journal) -> None:
    evening = disputed(journal)
    album = journal._album
    assert album is not None
    album.connection.execute("UPDATE pictures SET jpeg = NULL WHERE side = 'before'")
    album.connection.execute("UPDATE pictures SET jpeg = x'00' WHERE side = 'after'")
    page = evening_html(evening)
    assert "this picture was dropped" in page
    assert "do not trust it" in page
    assert "<img" not in evening_html(evening, pictures=False)


def test_a_page_keeps_purses_closed_until_the_game_is_over(journal: Journal) -> None:
    going = kept(journal, "arkadia", 30)
    secret = {"gold", "workers", "neutral workers"}
    entries = [entry for entry in going.sitting.ledger if entry.what in secret]
    assert entries
    closed, opened = Words(evening_html(going)).text, Words(evening_html(going, purses=True)).text
    assert "Points are kept secret" in closed
    for entry in entries:
        assert f"{entry.change:+d} {entry.what} –" not in " ".join(closed.split())
        assert f"{entry.change:+d} {entry.what} –" in " ".join(opened.split())


def test_a_german_page_is_german(journal: Journal) -> None:
    page = evening_html(disputed(journal), Catalogue("de").say)
    assert '<html lang="de">' in page
    for told in ("Hausregel in Ereignis 2", "Zurückgenommen: Ereignis 3", "Stand, wenn das Spiel jetzt endete"):
        assert told in page
    assert "House rule" not in page


def test_every_sentence_of_the_journal_is_known_in_german() -> None:
    source = "".join(path.read_text() for path in (ROOT / "firmware" / "journal").glob("*.py"))
    patterns = re.findall(r'\bsay\(\s*(?:"((?:[^"\\]|\\.)*)"|\'([^\']*)\')', source)
    german = read_german()
    unknown = {one or other for one, other in patterns if re.search(r"[a-z]", one or other)} - set(german)
    assert len(patterns) > 30
    assert not unknown
    assert all(
        english.count("{}") == german[english].count("{}")
        for english in (a or b for a, b in patterns)
        if english in german
    )


def test_pages_are_told_phrase_by_phrase(journal: Journal) -> None:
    told: list[Phrase] = []

    def tell(phrase: Phrase) -> str:
        told.append(phrase)
        return "…"

    evening_html(disputed(journal), tell)
    assert Phrase("House rule: set aside {}", ("may-not-pass",)) in told
