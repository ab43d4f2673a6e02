"""What a row of cards means: moves, nothing new, clauses broken, questions; from told rows and from photographs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware.referee.companion import Difference, TableCompanion, read_sittings
from firmware.referee.king_row import KingRow
from firmware.referee.ruling import Ruling
from rules.king_of_the_dice.game import KING_OF_THE_DICE as GAME
from vision.cards import Place, Row

PHOTOS = Path(__file__).parents[2] / "photos" / "king_row"
VILLAGES = {f"V{i}": f"village/{name}/2" for i, name in enumerate(("city", "mine", "workshop", "orc_village"), 1)}
START: dict[str, str] = {
    **VILLAGES,
    "V5": "village/forest/2",
    "C1": "citizen/gnome/B6",
    "C2": "citizen/dwarf/3x4",
    "C3": "citizen/gnome/R4",
    "C4": "citizen/orc/4",
    "C5": "citizen/fairy/R3B2",
    "penalty": "penalty/-1",
    "draw": "back/citizen",
    "discard": "empty",
}
SLOTS = tuple(START)
FOURS = [[4, "R"], [4, "G"], [4, "B"], [4, "R"], [2, "G"], [1, "B"]]  # fulfils the dwarf on C2 and the orc on C4
NONE = [[1, "R"], [2, "G"], [3, "B"], [5, "R"], [2, "G"], [1, "B"]]
NEW = "citizen/elf/run4"
TAKEN = {"C1": NEW, "C2": "citizen/gnome/B6"}  # the dwarf's gap closed


class NoCards:
    slots = dict.fromkeys(SLOTS)


def table(start: Mapping[str, Any] | None = None) -> KingRow:
    begun = {"players": [[], [], []], "next_player": 0, "extra_turn": False} if start is None else start
    companion = KingRow(NoCards(), {}, begun)  # type: ignore[arg-type]
    companion.rule({}, START, ())
    return companion


def rolled(dice: list[list[Any]], player: int = 0) -> dict[str, Any]:
    return {"player": player, "dice": dice, "rolls": 3, "dragon_to": None}


def rule(companion: KingRow, given: Mapping[str, Any], changed: Mapping[str, str], *unsure: str) -> Ruling:
    seen = {slot: label for slot, label in {**START, **changed}.items() if slot not in unsure}
    return companion.rule(given, seen, unsure)


def test_the_first_row_is_no_turn() -> None:
    assert KingRow(NoCards(), {}, {"players": [[], []], "next_player": 0}).rule({}, START, ()).verdict == "nothing"  # type: ignore[arg-type]


def test_a_citizen_taken_is_a_move_and_the_state_goes_on() -> None:
    companion = table()
    ruling = rule(companion, rolled(FOURS), TAKEN)
    assert ruling.verdict == "move"
    assert ruling.action is not None
    assert ruling.action["taken"] == [{"slot": "C2", "card": "citizen/dwarf/3x4"}]
    held = companion._held()
    assert held is not None
    assert held["players"][0] == {"pile": ["citizen/dwarf/3x4"], "points": 4, "minus": 0}
    assert held["next_player"] == 1


def test_the_village_that_is_gone_came_along() -> None:
    ruling = rule(table(), rolled(FOURS), {**TAKEN, "V2": "village/mine/3"})
    assert ruling.verdict == "move"
    assert ruling.action is not None
    assert ruling.action["villages"] == [{"slot": "V2", "card": "village/mine/2"}]


def test_the_same_row_again_is_nothing() -> None:
    companion = table()
    rule(companion, rolled(FOURS), TAKEN)
    assert rule(companion, rolled(NONE, 1), TAKEN).verdict == "nothing"


PENALTY_SHIFT = {"C2": "citizen/gnome/B6", "C3": "citizen/dwarf/3x4", "C4": "citizen/gnome/R4", "C5": "citizen/orc/4"}


def test_a_penalty_discards_the_rightmost() -> None:
    ruling = rule(
        table(), rolled(NONE), {**PENALTY_SHIFT, "C1": NEW, "penalty": "penalty/-2", "discard": "back/citizen"}
    )
    assert ruling.verdict == "move"
    assert ruling.action is not None
    assert ruling.action["penalty"] == "penalty/-1"
    assert ruling.action["discarded"] == ["citizen/fairy/R3B2"]


LEFT = {"C2": "citizen/gnome/R4", "C3": "citizen/orc/4", "C4": "citizen/fairy/R3B2", "C5": NEW}


@pytest.mark.parametrize(
    ("code", "dice", "changed", "place"),
    [
        ("row_not_shifted", FOURS, {"C2": NEW}, "C1"),
        ("row_shifted_left", FOURS, LEFT, "C5"),
        ("row_not_refilled", FOURS, {**TAKEN, "C1": "empty"}, "C1"),
        ("row_not_refilled", FOURS, {"C2": "empty"}, "C2"),
        ("card_face_down", FOURS, {**TAKEN, "C1": "back/citizen"}, "C1"),
        ("rightmost_not_discarded", NONE, {**TAKEN, "penalty": "penalty/-2"}, "C5"),
        ("rightmost_not_discarded", NONE, TAKEN, "C5"),
        ("dwarf", [*NONE[:5], [6, "B"]], {**TAKEN, "penalty": "penalty/-1", "V2": "village/mine/3"}, "C2"),
    ],
)  # fmt: skip
def test_a_clear_fault_is_refused_by_its_clause(
    code: str, dice: list[list[Any]], changed: dict[str, str], place: str
) -> None:
    companion = table()
    ruling = rule(companion, rolled(dice), changed)
    held = companion._held()
    assert (ruling.verdict, ruling.reason) == ("not_allowed", code)
    assert place in ruling.places
    assert held is not None
    assert held["next_player"] == 0


def test_a_village_of_another_colour_is_refused() -> None:
    companion = KingRow(NoCards(), {}, {"players": [[], []], "next_player": 0})  # type: ignore[arg-type]
    lay = {**START, "C4": "citizen/goblin/any4"}
    companion.rule({}, lay, ())
    after = {**lay, "C1": NEW, "C2": "citizen/gnome/B6", "C3": "citizen/dwarf/3x4", "C4": "citizen/gnome/R4"}
    reds = rolled([[1, "R"], [2, "R"], [3, "R"], [5, "R"], [2, "G"], [1, "B"]])
    ruling = companion.rule(reds, {**after, "V4": "village/orc_village/3"}, ())
    assert (ruling.verdict, ruling.reason) == ("not_allowed", "village_wrong_colour")
    assert "V4" in ruling.places
    assert companion.rule(reds, after, ()).verdict == "move"


def test_a_fault_put_right_is_the_move() -> None:
    companion = table()
    assert rule(companion, rolled(FOURS), {"C2": NEW}).verdict == "not_allowed"
    assert rule(companion, rolled(FOURS), TAKEN).verdict == "move"


def test_a_hidden_slot_is_asked_about_and_nothing_goes_on() -> None:
    companion = table()
    ruling = rule(companion, rolled(FOURS), TAKEN, "C2")
    assert (ruling.verdict, ruling.places) == ("ask", ("C2",))
    held = companion._held()
    assert held is not None
    assert held["next_player"] == 0
    assert rule(companion, rolled(FOURS), TAKEN).verdict == "move"


def test_a_turn_never_seen_whole_is_made_up_for_by_the_next() -> None:
    companion = table()
    rule(companion, rolled(FOURS), TAKEN, "V5")
    after = {**TAKEN, "C1": "citizen/elf/run5", "C2": NEW, "C3": "citizen/gnome/B6", "C4": "citizen/gnome/R4"}
    ruling = rule(companion, rolled(FOURS, 1), after)
    assert ruling.verdict == "move"
    assert ruling.action is not None
    assert ruling.action["taken"] == [{"slot": "C4", "card": "citizen/orc/4"}]
    held = companion._held()
    assert held is not None
    assert [player["pile"] for player in held["players"]] == [["citizen/dwarf/3x4"], ["citizen/orc/4"], []]


def test_what_no_turn_explains_is_asked() -> None:
    strange = {"C1": NEW, "C2": "citizen/elf/run5", "C5": "citizen/elf/run6"}
    assert rule(table(), rolled(FOURS), strange).verdict == "ask"


def test_no_dice_no_turn() -> None:
    assert rule(table(), {}, TAKEN).verdict == "ask"


def test_photographs_are_read_and_ruled_upon() -> None:
    looks = [seen.look for seen in read_sittings(PHOTOS)]
    assert [look.ruling.verdict for look in looks if look.ruling] == ["nothing", "ask", "move"]
    assert set(looks[1].unsure) == {"C4", "C5"}
    assert not looks[2].unsure
    assert looks[2].seen["slots"]["C1"] == "citizen/dwarf/4x3"
    assert looks[2].state is not None
    assert looks[2].state["players"][0]["pile"] == ["village/forest/2", "citizen/fairy/R3B2"]


def test_without_a_start_pictures_are_only_read() -> None:
    companion = KingRow(NoCards(), {}, {})  # type: ignore[arg-type]
    assert companion.rule({}, START, ()).verdict == "nothing"
    assert companion._held() is None


class OneRow:
    """Cards that are read as they are told."""

    slots = dict.fromkeys(SLOTS)

    def __init__(self, row: Mapping[str, str], *unsure: str) -> None:
        troubled = dict.fromkeys(unsure, "unclear")
        self.row = Row({slot: Place(label, 0.99, trouble=troubled.get(slot, "")) for slot, label in row.items()})

    def read(self, picture: Any, before: Any = None) -> tuple[Row, None]:
        return self.row, None


def test_a_move_is_told_as_the_rules_take_it() -> None:
    companion = table()
    before = companion.state
    assert before is not None
    ruling = rule(companion, rolled(FOURS), TAKEN)
    assert isinstance(companion, TableCompanion)
    assert ruling.done is not None
    assert ruling.done not in ruling.others
    verdict = GAME.judge(before, GAME.action(dict(ruling.done)))
    assert getattr(verdict, "state", None) == companion.state


def test_a_turn_taken_back_is_seen_as_new_again() -> None:
    companion = table()
    before = companion.state
    assert before is not None
    rule(companion, rolled(FOURS), TAKEN)
    assert companion.state != before
    companion.hold(before)
    assert companion.state == before
    assert rule(companion, rolled(FOURS), TAKEN).verdict == "move"


def test_a_row_held_by_the_device_is_taken_up() -> None:
    held = table().state
    assert held is not None
    companion = KingRow(NoCards(), {}, {})  # type: ignore[arg-type]
    assert companion.state is None
    companion.hold(held)
    assert rule(companion, rolled(FOURS), TAKEN).verdict == "move"


def test_out_of_step_names_what_is_held_and_what_lies_there() -> None:
    companion = table()
    companion.cards = OneRow(START)  # type: ignore[assignment]
    assert companion.differs(None) == ()  # type: ignore[arg-type]
    companion.cards = OneRow({**START, "V2": "village/mine/3", "C4": NEW}, "C4")  # type: ignore[assignment]
    assert companion.differs(None) == (Difference("V2", "village/mine/2", "village/mine/3"),)  # type: ignore[arg-type]
