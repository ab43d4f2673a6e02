"""From levels of buttons to what fingers meant: bounces, taps, holds, lost edges, and no matter when one looks."""

from __future__ import annotations

import random

import pytest

from firmware.doors.ports import BACK, BUTTONS, CONFIRM, NEXT, Edge, Press
from firmware.doors.presses import EVERY_BUTTON, Fingers, Timing

UP = dict.fromkeys(BUTTONS, False)
T = Timing()


def trace(*levels: tuple[float, bool], button: str = CONFIRM) -> list[Edge]:
    return [Edge(at, button, down) for at, down in levels]


def level_at(edges: list[Edge], now: float) -> dict[str, bool]:
    return UP | {edge.button: edge.down for edge in edges if edge.at <= now}


def told(edges: list[Edge], looks: list[float], holds: frozenset[str] = EVERY_BUTTON) -> list[tuple[str, str, float]]:
    """The presses of a trace, looked at at these times."""
    fingers, presses, before = Fingers(T), list[Press](), -1.0
    for now in looks:
        new = [edge for edge in edges if before < edge.at <= now]
        fingers, more = fingers.after(new, level_at(edges, now), now, holds)
        presses += more
        before = now
    return [(p.button, p.kind, round(p.at, 3)) for p in presses]


EVERY_10_MS = [i / 100 for i in range(500)]

TAP = [(CONFIRM, "tap", 0.1)]


@pytest.mark.parametrize(
    ("what", "levels", "expected"),
    [
        ("a tap", [(0.0, True), (0.1, False)], TAP),
        ("bouncing down", [(0.0, True), (0.002, False), (0.004, True), (0.1, False)], TAP),
        ("bouncing up", [(0.0, True), (0.09, False), (0.095, True), (0.1, False)], TAP),
        ("a spark", [(0.0, True), (0.01, False)], []),
        ("two taps", [(0.0, True), (0.1, False), (0.2, True), (0.3, False)], [*TAP, (CONFIRM, "tap", 0.3)]),
        ("a hold", [(0.0, True), (1.4, False)], [(CONFIRM, "hold", 1.0)]),
        ("a long hold is one hold", [(0.0, True), (4.0, False)], [(CONFIRM, "hold", 1.0)]),
        ("thought better of it", [(0.0, True), (0.7, False)], []),
        (
            "a hold with a bad contact",
            [(0.0, True), (0.5, False), (0.51, True), (1.2, False)],
            [(CONFIRM, "hold", 1.0)],
        ),
        ("let go at the last moment", [(0.0, True), (0.999, False)], []),
        ("down twice is down once", [(0.0, True), (0.05, True), (0.1, False)], TAP),
    ],
)
def test_a_trace_means_what_it_means(
    what: str, levels: list[tuple[float, bool]], expected: list[tuple[str, str, float]]
) -> None:
    edges = trace(*levels)
    assert told(edges, EVERY_10_MS) == expected, what
    assert told(edges, [5.0]) == expected, f"{what}, looked at only afterwards"


def test_when_one_looks_does_not_matter() -> None:
    """Any trace, looked at at any times, gives the same presses."""
    chance = random.Random(8)
    seen = 0
    for _ in range(300):
        edges, at, down = list[Edge](), 0.0, dict.fromkeys(BUTTONS, False)
        for _ in range(chance.randrange(1, 14)):
            at += chance.choice([0.003, 0.02, 0.024, 0.026, 0.1, 0.39, 0.41, 0.61, 1.01])
            button = chance.choice(BUTTONS[:2])
            down[button] = not down[button]
            edges.append(Edge(at, button, down[button]))
        often = sorted(chance.uniform(0, at) for _ in range(40))
        whole = told(edges, [at + 9])
        seen += len(whole)
        assert told(edges, [*often, at + 9]) == whole
    assert seen > 300


def test_a_tap_is_told_only_when_it_is_sure() -> None:
    edges = trace((0.0, True), (0.1, False))
    assert told(edges, [0.05, 0.1, 0.12]) == []
    assert told(edges, [0.05, 0.1, 0.126]) == TAP


def test_a_button_without_a_hold_is_tapped_however_slowly() -> None:
    edges = trace((0.0, True), (2.0, False))
    assert told(edges, EVERY_10_MS, frozenset({BACK})) == [(CONFIRM, "tap", 2.0)]
    elbow = trace((0.0, True), (30.0, False))
    assert told(elbow, [1.0, 31.0], frozenset()) == []


def test_a_lost_edge_is_found_by_the_level() -> None:
    fingers, presses = Fingers(T).after(trace((0.0, True)), UP | {CONFIRM: True}, 0.1)
    fingers, more = fingers.after([], UP, 0.3)  # the release was lost
    fingers, last = fingers.after([], UP, 0.4)
    assert (presses, more) == ([], [])
    assert last == [Press(CONFIRM, "tap", 0.3)]
    fingers, _ = fingers.after([], UP | {NEXT: True}, 0.5)  # and so was this press
    fingers, _ = fingers.after([], UP, 0.6)
    assert fingers.after([], UP, 0.7)[1] == [Press(NEXT, "tap", 0.6)]


def test_what_is_down_at_the_start_is_no_press() -> None:
    fingers = Fingers.resting(UP | {CONFIRM: True}, 0.0, T)
    fingers, presses = fingers.after([], UP | {CONFIRM: True}, 5.0)
    assert presses == []
    assert fingers.held(5.0) is None
    assert fingers.after([], UP | {CONFIRM: True, NEXT: True}, 6.0)[0].after([], UP, 6.1)[0].after([], UP, 6.2)[1] == [
        Press(NEXT, "tap", 6.1)
    ]
    fingers, presses = fingers.after(trace((6.0, False)), UP, 7.0)
    assert presses == []
    assert fingers.after(trace((8.0, True), (8.1, False)), UP, 9.0)[1] == [Press(CONFIRM, "tap", 8.1)]


def test_what_is_forgiven_means_nothing_until_it_is_let_go() -> None:
    fingers, _ = Fingers(T).after(trace((0.0, True)), UP | {CONFIRM: True}, 0.1)
    fingers, presses = fingers.forgiven().after(trace((0.2, False)), UP, 0.3)
    assert presses == []
    assert fingers.after(trace((0.4, True), (0.5, False)), UP, 0.6)[1] == [Press(CONFIRM, "tap", 0.5)]
    twitch, _ = Fingers(T).after(trace((0.0, True)), UP | {CONFIRM: True}, 0.01)
    twitch, _ = twitch.forgiven().after(trace((0.02, False)), UP, 0.1)
    assert twitch.after(trace((0.4, True), (0.5, False)), UP, 0.6)[1] == [Press(CONFIRM, "tap", 0.5)]


def test_the_bar_fills_and_stops_when_the_hold_is_told() -> None:
    fingers, _ = Fingers(T).after(trace((0.0, True)), UP | {CONFIRM: True}, 0.1)
    assert fingers.held(0.3) is None
    button, filled = fingers.held(0.7) or ("", 0.0)
    assert (button, round(filled, 6)) == (CONFIRM, 0.5)
    assert fingers.held(0.7, frozenset()) is None
    fingers, presses = fingers.after([], UP | {CONFIRM: True}, 1.0)
    assert [press.kind for press in presses] == ["hold"]
    assert fingers.held(1.1) is None
    assert fingers.down == {CONFIRM}


def test_a_stuck_button_is_named() -> None:
    fingers, _ = Fingers(T).after(trace((0.0, True)), UP | {CONFIRM: True}, 1.0)
    assert fingers.stuck(19.0) == ()
    assert fingers.stuck(21.0) == (CONFIRM,)
