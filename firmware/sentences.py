"""Sentences on their way to a terminal."""

from __future__ import annotations

import re

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
LONGEST = 1000  # letters of a sentence; what quotes more than that from a broken file is cut


def clean(text: str) -> str:
    """A line as a terminal may show it: whatever a foreign file smuggled in, it moves no cursor and ends no line."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def one_line(text: str) -> str:
    """A sentence of trouble as one line of bearable length."""
    text = clean(" ".join(text.split()))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
