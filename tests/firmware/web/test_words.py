"""The pages speak both languages of the panel, and fetch nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

from firmware.screens.catalogue import Catalogue
from firmware.web import server

WEB = Path(server.__file__).parent
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((WEB / "pages").glob("*.html"))}
SAID = re.compile(r"""\bt\((?:"([^"]*)"|'([^']*)')""")


def test_every_sentence_of_a_page_has_german() -> None:
    said = {one or other for text in TEXTS.values() for one, other in SAID.findall(text)}
    assert len(said) > 50
    german = Catalogue("de")
    assert sorted(words for words in said if not german.knows(words)) == []


def test_no_page_says_something_past_the_catalogue() -> None:
    """What stands in a page outside of its braces and tags is no word."""
    for name, text in TEXTS.items():
        bare = re.sub(r"\{[{%].*?[%}]\}|<[^>]*>|&[a-z]+;", " ", text, flags=re.S)
        left = set(re.findall(r"[^\W\d_]{2,}", bare)) - {"Umpire"}
        assert not left, name


def test_nothing_is_fetched_from_elsewhere_and_no_script_or_style_stands_in_a_page() -> None:
    served = [path.read_text(encoding="utf-8") for path in (WEB / "served").iterdir()]
    for text in [*TEXTS.values(), *served]:
        assert not re.search(r"https?:|//[a-z]+\.[a-z]|@import|url\(", text)
    for text in TEXTS.values():
        assert not re.search(r"\son[a-z]+=|\sstyle=|<style|<script(?! src=)|\|\s*safe", text)
