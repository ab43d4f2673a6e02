"""From the levels of buttons to what fingers meant. Nothing here waits or looks at a clock: time is what it is told.

A level counts when it has stood for `settle` seconds, so contacts may bounce. A button let go sooner than `hold` was
tapped. One held that long was held, once, and letting it go then means nothing more. A button that can be held *now*
shows a bar from `tap` on, and who lets go while the bar fills has thought better of it: no tap, no hold.

However the edges are handed over, one by one or an evening at once, the presses are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from firmware.doors.ports import BUTTONS, Edge, Press

EVERY_BUTTON = frozenset(BUTTONS)


@dataclass(frozen=True)
class Timing:
    """In seconds."""

    settle: float = 0.025
    tap: float = 0.4
    hold: float = 1.0
    stuck: float = 20.0


@dataclass(frozen=True)
class Finger:
    """One button. `raw` is the level last heard of, `down` the one that counts."""

    down: bool = False
    since: float = float("-inf")  # when `down` began
    raw: bool = False
    raw_at: float = float("-inf")
    spent: bool = False  # this press has meant something already, or must mean nothing


@dataclass(frozen=True)
class Fingers:
    """All buttons as they are now; `after` gives them as they are next, and the presses in between."""

    timing: Timing = Timing()
    each: Mapping[str, Finger] = field(default_factory=lambda: {button: Finger() for button in BUTTONS})

    @classmethod
    def resting(cls, levels: Mapping[str, bool], now: float, timing: Timing = Timing()) -> Fingers:
        """At the start: whatever is down already is not a press, and becomes none by being let go."""
        each = {b: Finger(down, now, down, now, spent=down) for b in BUTTONS for down in [levels.get(b, False)]}
        return cls(timing, each)

    def after(
        self,
        edges: Iterable[Edge],
        levels: Mapping[str, bool],
        now: float,
        holds: frozenset[str] = EVERY_BUTTON,
    ) -> tuple[Fingers, list[Press]]:
        """`levels` are read after the edges: where they differ, an edge was lost, and the level is right.

        `holds` are the buttons that mean something when held now; all others are tapped however long they are down.
        """
        each = dict(self.each)
        told: list[Press] = []
        heard = sorted((edge for edge in edges if edge.button in each), key=lambda edge: edge.at)
        lost = [Edge(now, b, down) for b, down in levels.items() if b in each and down != _last(each, heard, b)]
        for edge in [*heard, *lost]:
            finger = self._settled(each[edge.button], edge.button, edge.at, holds, told)
            if edge.down != finger.raw:
                spent = finger.spent and (finger.down or edge.down)  # a twitch that came to nothing
                finger = replace(finger, raw=edge.down, raw_at=max(edge.at, finger.raw_at), spent=spent)
            each[edge.button] = finger
        for button in each:
            each[button] = self._settled(each[button], button, now, holds, told)
        return replace(self, each=each), sorted(told, key=lambda press: press.at)

    def held(self, now: float, holds: frozenset[str] = EVERY_BUTTON) -> tuple[str, float] | None:
        """The button whose bar fills now, and how far (0 to 1); None without one."""
        timing = self.timing
        for button, finger in self.each.items():
            lasts = now - finger.since
            if finger.down and finger.raw and not finger.spent and button in holds and lasts > timing.tap:
                return button, min(1.0, (lasts - timing.tap) / (timing.hold - timing.tap))
        return None

    @property
    def down(self) -> frozenset[str]:
        """The buttons that are down now, whatever that means: who peeks looks as long as the finger stays."""
        return frozenset(button for button, finger in self.each.items() if finger.down)

    def stuck(self, now: float) -> tuple[str, ...]:
        """The buttons that are down for longer than any finger stays."""
        return tuple(b for b, f in self.each.items() if f.down and now - f.since > self.timing.stuck)

    def forgiven(self) -> Fingers:
        """The same, but what is down now will mean nothing: after a screen was put in front of the question."""
        return replace(self, each={b: replace(f, spent=f.spent or f.down or f.raw) for b, f in self.each.items()})

    def _settled(self, finger: Finger, button: str, now: float, holds: frozenset[str], told: list[Press]) -> Finger:
        """The finger at a later time at which nothing new was heard."""
        if finger.raw != finger.down and now - finger.raw_at >= self.timing.settle:
            if finger.raw:
                finger = replace(finger, down=True, since=finger.raw_at)
            else:
                press = None if finger.spent else self._let_go(button, finger.since, finger.raw_at, holds)
                told.extend([press] if press else [])
                finger = replace(finger, down=False, since=finger.raw_at, spent=False)
        due = finger.since + self.timing.hold
        if finger.down and finger.raw and not finger.spent and button in holds and now >= due:
            told.append(Press(button, "hold", due))
            finger = replace(finger, spent=True)
        return finger

    def _let_go(self, button: str, since: float, at: float, holds: frozenset[str]) -> Press | None:
        lasted = at - since
        if button not in holds:
            return Press(button, "tap", at) if lasted <= self.timing.stuck else None
        return Press(button, "tap", at) if lasted <= self.timing.tap else None


def _last(each: Mapping[str, Finger], heard: list[Edge], button: str) -> bool:
    return next((edge.down for edge in reversed(heard) if edge.button == button), each[button].raw)
