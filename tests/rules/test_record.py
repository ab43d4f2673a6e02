"""Records: written and read back the same; whatever is wrong with one is a sentence that names the line."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.record import header_of, line_of, read, write
from rules.saint_malo.game import SAINT_MALO
from rules.trouble import Trouble
from tests.rules.mixing import mixed_evening
from tests.rules.tables import NAMES, citizen, did, noble, passing, table, wall, written


def evening() -> str:
    """A short sealed record with something of everything."""
    sitting = table(citizen("3,3"), wall("0,1"), noble("2,2"))
    did(sitting, {"do": "undo", "count": 2})
    did(sitting, {"do": "redo"})
    did(sitting, {"do": "correct", "of": 1, "action": citizen("4,4"), "note": "verrückt – um eins"})
    did(sitting, {"do": "override", "action": passing(), "clause": "may-not-pass"})
    did(sitting, {"do": "set", "at": "players.1.coins", "value": 9, "clause": "by-hand"})
    did(sitting, {"do": "setting", "name": "pass", "value": "always"})
    return written(sitting)


EVENING = evening()
LINES = EVENING.splitlines()
HEADER: dict[str, Any] = json.loads(LINES[0])
del HEADER["check"]


def bare(*events: dict[str, Any], **header: Any) -> str:
    """An unsealed record, as one may write it by hand; a header field given as None is left out."""
    first = {key: value for key, value in {**HEADER, **header}.items() if value is not None}
    return "".join(json.dumps(line) + "\n" for line in (first, *events))


def trouble(text: str, until: int | None = None) -> str:
    with pytest.raises(Trouble) as raised:
        read(text, until)
    assert "\n" not in str(raised.value)
    return str(raised.value)


ACTION = {"do": "action", "action": citizen("3,3")}


# ---- what is well
def test_a_record_is_read_back_as_it_was_written() -> None:
    replayed = read(EVENING)
    assert replayed.sealed
    assert write(replayed.header, replayed.sitting.events) == EVENING
    assert len(replayed.done) == len(LINES) - 1 == 9


def test_every_line_is_json_and_carries_the_hash_of_the_line_before_it() -> None:
    events = [json.loads(line) for line in LINES[1:]]
    assert [event["n"] for event in events] == list(range(1, 10))
    assert all("before" in event and "check" in event for event in events)


def test_a_record_without_hashes_is_replayed_as_unsealed() -> None:
    replayed = read(bare(ACTION, {"n": 2, "do": "undo"}))
    assert not replayed.sealed
    assert replayed.sitting.state == replayed.sitting.start


def test_a_record_by_hand_needs_little_of_a_first_line() -> None:
    replayed = read(bare(ACTION, settings=None, edition=None))
    assert replayed.sitting.state == table(citizen("3,3")).state


@pytest.mark.parametrize("until", range(12))
def test_until_stops_after_that_event(until: int) -> None:
    replayed = read(EVENING, until)
    assert len(replayed.done) == min(until, 9)
    assert replayed.left == max(0, 9 - until)
    assert len(replayed.sitting.events) == min(until, 9)


def test_until_before_the_first_is_trouble() -> None:
    assert "-1" in trouble(EVENING, -1)


def test_line_ends_of_another_system_are_no_edit() -> None:
    replayed = read(EVENING.replace("\n", "\r\n"))
    assert replayed.sealed
    assert replayed.sitting.steps == read(EVENING).sitting.steps


def test_the_last_line_end_may_be_missing() -> None:
    assert read(EVENING[:-1]).sealed
    assert read(EVENING.replace("\n", "\r\n")[:-1]).sealed
    assert read(EVENING.replace("\n", "\r\n")[:-2]).sealed


# ---- positions
def test_a_record_may_start_from_a_position() -> None:
    position = {"players": ["Anke", {"name": "Stefan", "vp": 9, "coins": 1}], "next_player": 1, "boxes": 2}
    header = header_of(SAINT_MALO, position={**position, "settings": {"pass": "always"}})
    replayed = read(write(header, [{"do": "action", "action": passing()}]))
    assert replayed.sealed
    assert replayed.header == header
    seats = SAINT_MALO.standing(replayed.sitting.state).seats
    assert [seat.so_far for seat in seats] == [0, 9]
    assert replayed.sitting.steps[0].seat == 1


def test_a_position_by_hand_keeps_its_own_settings_and_edition() -> None:
    position = {"players": NAMES, "settings": {"pass": "always"}, "edition": {"coins": 5}}
    replayed = read(bare({"do": "action", "action": passing()}, settings=None, edition=None, position=position))
    assert SAINT_MALO.table_settings(replayed.sitting.state)["pass"] == "always"
    assert SAINT_MALO.describe(replayed.sitting.state)["players"][0]["coins"] == 5


def test_a_city_kept_alone() -> None:
    header = header_of(SAINT_MALO, players=["Anke"], given={"alone": True})
    replayed = read(write(header, [ACTION, {"do": "action", "action": {"attack": 1}}]))
    assert [step.seat for step in replayed.sitting.steps] == [0, 0]
    assert SAINT_MALO.standing(replayed.sitting.state).outcome is None


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ({"position": {"players": ["Otto", "Emil"]}}, "other players"),
        ({"position": {"players": NAMES}, "given": {"alone": True}}, "gives a position"),
        ({"position": {"players": NAMES, "settings": 7}}, "settings"),
        ({"position": {"players": 7}}, "players"),
        ({"position": {}}, "players"),
        ({"position": []}, "position"),
    ],
)
def test_a_position_that_does_not_fit_is_trouble(header: dict[str, Any], sentence: str) -> None:
    assert sentence in (found := trouble(bare(**header)))
    assert found.startswith("line 1: ")


# ---- edits of a sealed record
def test_no_change_of_a_single_letter_goes_unnoticed() -> None:
    rng = Random(4)
    starts = [0]
    for line in LINES:
        starts.append(starts[-1] + len(line) + 1)
    for number, line in enumerate(LINES, 1):
        places = sorted({0, 1, 2, len(line) - 1, len(line) - 2, len(line) - 20, *rng.sample(range(len(line)), 20)})
        for place in places:
            at = starts[number - 1] + place
            was = EVENING[at]
            for now in ("", "0", "1", " ", '"', "}", "\n", was + was):
                edited = EVENING[:at] + now + EVENING[at + 1 :]
                if edited != EVENING:
                    assert f"line {number} " in trouble(edited) or f"line {number}:" in trouble(edited), (now, edited)


def test_no_change_of_a_hash_goes_unnoticed() -> None:
    for number, line in enumerate(LINES, 1):
        for key in ("before", "check"):
            if f'"{key}":"' not in line:
                continue
            at = line.index(f'"{key}":"') + len(key) + 4
            for now in ("g" if line[at] != "g" else "h", "0" if line[at] != "0" else "1", ""):
                lines = list(LINES)
                lines[number - 1] = line[:at] + now + line[at + 1 :]
                assert f"line {number} " in trouble("\n".join(lines) + "\n")


def test_a_line_left_out_doubled_or_moved_is_named() -> None:
    for i in range(len(LINES) - 1):
        left_out = [*LINES[:i], *LINES[i + 1 :]]
        assert f"line {i + 1}" in trouble("\n".join(left_out) + "\n")
        swapped = [*LINES[:i], LINES[i + 1], LINES[i], *LINES[i + 2 :]]
        assert f"line {i + 1}" in trouble("\n".join(swapped) + "\n")
    for i in range(len(LINES)):
        doubled = [*LINES[: i + 1], *LINES[i:]]
        assert f"line {i + 2} " in trouble("\n".join(doubled) + "\n")


def test_lines_of_two_records_do_not_mix() -> None:
    other = written(table(citizen("3,3"), wall("0,1"), noble("2,3"))).splitlines()
    mixed = [*LINES[:3], other[3]]
    assert read("\n".join(LINES[:4]) + "\n").sealed
    assert "line 4 " not in "\n".join(mixed)
    shuffled = [*LINES[:4], *other[2:3]]
    assert "line 5 does not follow line 4" in trouble("\n".join(shuffled) + "\n")


def test_a_record_that_is_sealed_only_in_part_is_refused() -> None:
    stripped = [json.loads(line) for line in LINES]
    for line in stripped:
        line.pop("check", None)
        line.pop("before", None)
    plain = [json.dumps(line) for line in stripped]
    assert read("\n".join(plain) + "\n").sealed is False
    for i in range(1, len(LINES)):
        assert f"line {i + 1} " in trouble("\n".join([*LINES[:i], plain[i], *LINES[i + 1 :]]))
        assert f"line {i + 1} " in trouble("\n".join([*plain[:i], LINES[i], *plain[i + 1 :]]))
    assert "line 2 " in trouble("\n".join([plain[0], *LINES[1:]]))
    assert "line 2 " in trouble("\n".join([LINES[0], *plain[1:]]))


@pytest.mark.parametrize("key", ["check", "before"])
def test_a_line_without_one_of_its_hashes_is_refused(key: str) -> None:
    for number, line in enumerate(LINES[1:], 2):
        event = json.loads(line)
        del event[key]
        edited = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        assert f"line {number} " in trouble("\n".join([*LINES[: number - 1], edited, *LINES[number:]]) + "\n")


def test_a_line_with_a_true_check_that_is_tied_to_nothing_is_refused() -> None:
    loose = line_of({"n": 1, **ACTION}, None)
    assert "line 2 carries no hash" in trouble(f"{LINES[0]}\n{loose}\n")


def test_an_edit_with_a_true_check_is_found_by_the_next_line() -> None:
    first = line_of({"n": 1, "do": "action", "action": citizen("5,5")}, LINES[0])
    assert "line 3 does not follow line 2" in trouble("\n".join([LINES[0], first, *LINES[2:]]) + "\n")


# ---- torn records
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_record_torn_at_any_byte_says_so_and_can_be_saved(ending: str) -> None:
    whole = ending.join(LINES).encode() + ending.encode()
    for cut in range(len(whole) - 1, len(ending.join(LINES[:-2]).encode()) + 1, -1):
        torn = whole[:cut].decode(errors="surrogateescape")
        lines = torn.split(ending)
        if lines[-1].removesuffix("\r") in ("", *LINES):
            assert read(torn).sealed  # torn exactly between two lines: a shorter record, whole in itself
            continue
        good = len(lines) - 2
        sentence = trouble(torn)
        assert sentence.startswith(f"line {good + 2} is torn off")
        assert f"--until {good} " in sentence
        assert len(read(torn, good).done) == good


def test_a_record_torn_in_its_first_line() -> None:
    for cut in range(1, len(LINES[0]), 7):
        assert trouble(EVENING[:cut]).startswith("line 1 is torn off")


def test_what_comes_after_a_broken_line_can_not_be_saved_but_what_comes_before_can() -> None:
    broken = "\n".join([*LINES[:5], "garbage", *LINES[6:]]) + "\n"
    assert trouble(broken).startswith("line 6 is not a line of a record; the 4 events before it are whole (--until 4")
    assert len(read(broken, 4).done) == 4


# ---- foreign texts
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "empty"),
        ("\n", "line 1 is empty"),
        ("{}", "line 1: "),
        ("[]", "line 1 is not"),
        ("7\n", "line 1 is not"),
        ("null\n", "line 1 is not"),
        ('"record"\n', "line 1 is not"),
        ("hello there\n", "line 1 is not"),
        ('{"name": "a package", "version": "1.0.0"}\n', "not say that this is an Umpire record"),
        ("\x00\x01\x02\udcff\n", "line 1 is not"),
        ("\x89PNG\r\n\x1a\n\x00", "line 1 is not"),
        ("[" * 100_000, "line 1 is not a line of a record: it is nested too deeply"),
        ('{"umpire":' * 100_000, "line 1 is not a line of a record: it is nested too deeply"),
        ("[" * 60 + "]" * 60, "nested too deeply"),
        ("\ufeff" + EVENING, "byte order mark"),
    ],
)
def test_what_is_no_record_is_trouble(text: str, sentence: str) -> None:
    assert sentence in trouble(text)


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ({"umpire": "chess"}, "Umpire record"),
        ({"format": 2}, "format 2"),
        ({"format": True}, "format True"),
        ({"format": "9" * 5000}, "format"),
        ({"game": "chess"}, "no game called 'chess'"),
        ({"game": 7}, "game"),
        ({"game": "x" * 5000}, "no game called"),
        ({"rules": 0}, "version 0 of the Saint Malo rules, and this Umpire has version 1"),
        ({"rules": 2}, "replay it with the Umpire that wrote it"),
        ({"rules": "1"}, "rules"),
        ({"players": []}, "played by 2 to 5, not by 0"),
        ({"players": ["Anke"]}, "not by 1"),
        ({"players": ["Anke", "Anke"]}, "same name"),
        ({"players": ["Anke", ""]}, "needs a name"),
        ({"players": ["Anke", "\x1b[2J"]}, "one line"),
        ({"players": ["Anke", "S" * 100]}, "one line"),
        ({"players": "Anke"}, "list"),
        ({"players": [1, 2]}, "list of words"),
        ({"settings": []}, "settings"),
        ({"settings": {"weather": "fine"}}, "no setting"),
        ({"settings": {"pass": 1}}, "cannot be 1"),
        ({"edition": 7}, "edition"),
        ({"edition": {"walls": 7}}, "walls"),
        ({"given": 7}, "given"),
        ({"given": {"weather": "fine"}}, "weather"),
        ({"colour": "red"}, "colour"),
        ({"check": "0123456789abcdef"}, "line 1 was changed"),
        ({"before": "0" * 64}, "before"),
    ],
)
def test_a_first_line_that_does_not_fit_is_trouble(header: dict[str, Any], sentence: str) -> None:
    found = trouble(bare(ACTION, **header))
    assert sentence in found
    assert found.startswith("line 1")
    assert len(found) < 400


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"do": "dance"}, "dance"),
        ({}, "do"),
        ({"do": "action", "action": citizen("9,9")}, "the rules refuse this action (not-a-space)"),
        ({"do": "undo"}, "there is nothing"),
        ({"n": 2, **ACTION}, "says that it is event 2"),
        ({"n": True, **ACTION}, "says that it is event True"),
        ({"n": 1.0, **ACTION}, "says that it is event 1.0"),
        ({"n": "1", **ACTION}, "says that it is event '1'"),
        ({"before": "0" * 64, **ACTION}, "carries a hash"),
        ({"check": "0" * 16, **ACTION}, "was changed"),
        ({**ACTION, "colour": "red"}, "colour"),
    ],
)
def test_an_event_that_does_not_fit_is_trouble(event: dict[str, Any], sentence: str) -> None:
    found = trouble(bare(event))
    assert sentence in found
    assert found.startswith("line 2")


@pytest.mark.parametrize(
    "line",
    [
        '{"do":"undo","count":' + "9" * 5000 + "}",
        '{"do":"undo","count":99999999999999999999}',
        '{"do":"undo","count":-99999999999999999999}',
        '{"do":"undo","count":1e999}',
        '{"do":"undo","count":NaN}',
        '{"do":"undo","count":Infinity}',
        '{"do":"undo","count":-Infinity}',
        '{"do":"undo","do":"redo"}',
        '{"do":"undo","note":"\\ud800"}',
        '{"do":"undo","note":"\udcff"}',
        '{"do":"action","action":' + '{"cells":' * 900 + "1" + "}" * 901,
        '{"do":"action","action":' + "[" * 5000 + "]" * 5000 + "}",
        "",
        "   ",
        "[]",
        "'",
    ],
    ids=lambda line: line[:40],
)
def test_a_line_that_programs_read_differently_is_trouble(line: str) -> None:
    assert trouble(bare(ACTION) + line + "\n").startswith("line 3 is ")


# ---- anything at all
@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text())
def test_no_text_is_worse_than_trouble(text: str) -> None:
    trouble(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_no_value_in_the_place_of_another_is_worse_than_trouble(data: Any) -> None:
    """One place of an unsealed record, at random, holds something else."""
    lines = [json.loads(line) for line in LINES]
    for line in lines:
        line.pop("check", None)
        line.pop("before", None)
    here: Any = lines
    while True:
        key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
        if not isinstance(here[key], (dict, list)) or not here[key] or (here is not lines and data.draw(st.booleans())):
            break
        here = here[key]
    here[key] = data.draw(JSON)
    try:
        replayed = read("".join(json.dumps(line) + "\n" for line in lines))
    except Trouble:
        return
    again = write(replayed.header, replayed.sitting.events)
    assert read(again).sitting.state == replayed.sitting.state


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), at=st.integers(0, 10**6), now=st.characters())
def test_no_edit_of_any_evening_goes_unnoticed(seed: int, at: int, now: str) -> None:
    header, sitting = mixed_evening("saint-malo", seed, 6)
    text = write(header, sitting.events)
    at %= len(text) - 1
    if text[at] != now and now != "\r":
        trouble(text[:at] + now + text[at + 1 :])
    trouble(text[:at] + text[at + 1 :])
