"""docs/forms/<game>.md says what is true: every clause, setting and edition field of the game stands in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.shelf import GAMES, game_called

FORMS = Path(__file__).parents[2] / "docs" / "forms"


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_stands_in_the_docs_with_its_sentence(name: str) -> None:
    text = (FORMS / f"{name}.md").read_text()
    for clause in game_called(name).clauses.values():
        line = next((line for line in text.splitlines() if line.startswith(f"| `{clause.id}` |")), "")
        assert clause.sentence in line, clause.id
        assert ("waivable" in line) == clause.waivable, clause.id


@pytest.mark.parametrize("name", GAMES)
def test_every_setting_stands_in_the_docs_with_its_default_first(name: str) -> None:
    lines = (FORMS / f"{name}.md").read_text().splitlines()
    for setting in game_called(name).settings:
        line = next((line for line in lines if line.startswith(f"| `{setting.name}` |")), "")
        choices = [f"`{str(choice).lower() if isinstance(choice, bool) else choice}`" for choice in setting.choices]
        assert all(choice in line for choice in choices), setting.name
        assert line.index(choices[0]) == min(line.index(choice) for choice in choices), setting.name
