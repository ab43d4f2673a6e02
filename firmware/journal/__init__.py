"""What was confirmed, on the disk before anybody is told so. `Journal.open` or `Journal.look` is where one begins."""

from firmware.journal.care import faults, put_aside
from firmware.journal.evening import Evening
from firmware.journal.exports import record_of, score_sheet_csv
from firmware.journal.journal import Journal, Kept
from firmware.journal.page import evening_html
from firmware.journal.pictures import Limits, Proof, Shot, cropped
from firmware.journal.trouble import JournalTrouble

__all__ = [
    "Evening",
    "Journal",
    "JournalTrouble",
    "Kept",
    "Limits",
    "Proof",
    "Shot",
    "cropped",
    "evening_html",
    "faults",
    "put_aside",
    "record_of",
    "score_sheet_csv",
]
