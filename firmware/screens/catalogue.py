"""Sentences in the language of the table: English is in the patterns themselves, German in the files of `german/`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rules.trouble import Trouble
from rules.words import Phrase

LANGUAGES = ("en", "de")  # as in the settings
_CODE = re.compile(r"[a-z0-9]+(_[a-zA-Z0-9]+)+")
LONGEST_PART = 5  # words of one thing in a list
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"(?<![\w'-])[a-z]+(?![\w'-])")  # not the letters of a code like “any4”, nor a part of a name


class Catalogue:
    """Says a phrase in one language. What it does not know it says in English: something is always said."""

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            raise Trouble(f"the language is one of {', '.join(LANGUAGES)}, not “{language}”")
        self.language = language
        self._patterns: Mapping[str, str] = {} if language == "en" else read_german()

    def say(self, phrase: Phrase) -> str:
        return self._said(phrase).strip()

    def knows(self, pattern: str) -> bool:
        """Does this language have words of its own for a pattern? Patterns without letters need none."""
        known = pattern in self._patterns or pattern.replace("_", " ") in self._patterns
        return known or self.language == "en" or not _LETTER.search(pattern)

    def word(self, text: str) -> str:
        """What fills a gap: “red”, “crate and wall”, “green on P3”. What begins with a capital, as names do, stays."""
        if self.language == "en":
            return _CODE.sub(lambda found: found.group().replace("_", " "), text)
        if not _LETTER.search(text):
            return text
        for known in (text, text.replace("_", " ")):
            if known in self._patterns and not text[0].isupper():
                return self._patterns[known]
        head, _, last = text.rpartition(" and ")
        parts = [*head.split(", "), last] if head else last.split(", ")
        if len(parts) > 1 and all(len(part.split()) <= LONGEST_PART for part in parts):
            said = [self.word(part) for part in parts]
            return f"{', '.join(said[:-1])} und {said[-1]}" if head else ", ".join(said)
        words = _WORD.findall(text)
        if text[0].isupper() or not all(word in self._patterns for word in words):
            return text  # a name, or a sentence from elsewhere: half of it in German would help nobody
        return _WORD.sub(lambda found: self._patterns[found.group()], text)

    def _said(self, phrase: Phrase) -> str:
        pattern = self._patterns.get(phrase.pattern, phrase.pattern)
        if not phrase.fills:
            return pattern
        fills = [self._filled(fill) for fill in phrase.fills]
        try:
            return pattern.format(*fills)
        except (IndexError, KeyError, ValueError):  # a slip in a translation must not cost the table its sentence
            return phrase.pattern.format(*fills)

    def _filled(self, fill: str | int | Phrase) -> str:
        if isinstance(fill, Phrase):
            return self._said(fill)
        return self.word(fill) if isinstance(fill, str) else str(fill)


@cache
def read_german() -> Mapping[str, str]:
    """Every German sentence by its English pattern."""
    found: dict[str, str] = {}
    for file in sorted(files("firmware.screens.german").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            found.update(json.loads(file.read_text(encoding="utf-8")))
    return found
