"""Everything that can be said: patterns found in the code, clauses, settings, and the words that fill gaps.

`python -m tests.firmware.screens.patterns` prints what German still lacks, as lines for a file of
firmware/screens/german.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from firmware.screens.catalogue import Catalogue
from rules.akropolis.edition import COLOURS as AKROPOLIS_COLOURS
from rules.arkadia.edition import COLOURS as WORKERS
from rules.arkadia.edition import DEFAULT as ARKADIA
from rules.arkadia.edition import FAMILIES, NEUTRAL
from rules.king_of_the_dice.edition import CARD_COLOURS
from rules.king_of_the_dice.edition import DEFAULT as KING
from rules.king_of_the_dice.standing import KINDS as KING_KINDS
from rules.masons.edition import COLOURS, TOWERS
from rules.masons.guild import FACES as GUILD
from rules.masons.state import KIND_NAMES
from rules.masons.state import KINDS as MASONS_KINDS
from rules.record import read
from rules.saint_malo.city import MARK_OF
from rules.saint_malo.edition import PERSONS, REWARDS, SECTIONS
from rules.saint_malo.state import FACES, KINDS
from rules.shelf import GAMES, game_called

ROOT = Path(__file__).parents[3]
SAYS = ("say", "Phrase")


@cache
def trees() -> tuple[tuple[Path, ast.Module], ...]:
    paths = [path for room in ("rules", "firmware") for path in sorted((ROOT / room).rglob("*.py"))]
    return tuple((path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def calls(tree: ast.AST, names: tuple[str, ...]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in names:
            yield node


def texts(node: ast.AST) -> Iterator[str]:
    """The strings that stand in an expression; what indexes a table is no sentence."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Subscript):
        yield from texts(node.value)
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from texts(value)
    elif isinstance(node, (ast.Tuple, ast.List)):
        for value in node.elts:
            yield from texts(value)


def named(node: ast.AST) -> set[str]:
    """The names that a pattern which is no literal comes from."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, ast.Subscript):
        return named(node.value)
    if isinstance(node, ast.IfExp):
        return named(node.body) | named(node.orelse)
    return set()


@cache
def patterns() -> dict[str, str]:
    """Every pattern of a phrase in rules/ and firmware/, and where it stands."""
    found: dict[str, str] = {}
    for path, tree in trees():
        wanted: set[str] = set()
        for call in calls(tree, SAYS):
            if call.args:
                wanted |= named(call.args[0])
                for text in texts(call.args[0]):
                    found.setdefault(text, f"{path.relative_to(ROOT)}:{call.lineno}")
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id in wanted for t in node.targets):
                for text in texts(node.value):
                    found.setdefault(text, f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def clauses() -> dict[str, str]:
    """The headings and sentences of every clause and the sentences of every setting."""
    found = {}
    for name in GAMES:
        game = game_called(name)
        for clause in game.clauses.values():
            found[clause.heading] = found[clause.sentence] = f"{name}: {clause.id}"
        for setting in game.settings:
            found[setting.sentence] = f"{name}: {setting.name}"
    return found


def words() -> dict[str, str]:
    """The words that fill gaps or head columns: names of settings and choices, kinds of things, colours, cards."""
    found: dict[str, str] = {}

    def add(where: str, *texts: object) -> None:
        for text in texts:
            found.setdefault(str(text).lower() if isinstance(text, bool) else str(text), where)

    for name in GAMES:
        game = game_called(name)
        add(name, game.points)
        for setting in game.settings:
            add(name, setting.name, *setting.choices)
    add("saint-malo", *FACES, *KINDS, *PERSONS, *SECTIONS, *REWARDS, *MARK_OF.values())
    add("akropolis", *AKROPOLIS_COLOURS)
    add("arkadia", *FAMILIES, *WORKERS, NEUTRAL, *(form.label for form in ARKADIA.forms))
    add("arkadia", *ARKADIA.families, *(f"{family} seals" for family in FAMILIES))
    add("king-of-the-dice", *KING_KINDS, *CARD_COLOURS, *(stack.name for stack in KING.villages))
    add("masons", *COLOURS, *TOWERS, *KIND_NAMES, *MASONS_KINDS, *GUILD)
    for path, tree in trees():
        for call in calls(tree, ("Entry", "Line", "of_each_seat")):
            where = call.args[1:2] if getattr(call.func, "id", "") == "Entry" else call.args[:1]
            for node in where:
                add(str(path.relative_to(ROOT)), *texts(node))
    for name in GAMES:
        evening = read((ROOT / "firmware" / "evenings" / f"{name}.jsonl").read_text(encoding="utf-8")).sitting
        for seat in evening.game.standing(evening.state).seats:
            add(name, *(what for what, _ in seat.stock))
    return found


def everything() -> dict[str, str]:
    return {**words(), **clauses(), **patterns()}


def missing() -> dict[str, str]:
    """What German has no words for yet, and where it is said."""
    german = Catalogue("de")
    return {text: where for text, where in everything().items() if not german.knows(text)}


def main() -> None:
    for text, where in missing().items():
        print(f"{json.dumps(text, ensure_ascii=False)}: {json.dumps('', ensure_ascii=False)},   {where}")


if __name__ == "__main__":
    main()
