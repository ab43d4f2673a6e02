"""The referee: one game at a time, asked in JSON objects and answering in JSON objects. No question ends the talk.

    {"ask": "new", "players": [...], "settings": {}, "edition": {}, "given": {}}     begin a game from its set-up
    {"ask": "position", "position": {...}}                                           begin from a position by hand
    {"ask": "judge", "action": {...}, "waived": []}     is it allowed, and what is it worth? nothing changes
    {"ask": "apply", "action": {...}}                   the same, and it is done if it is allowed
    {"ask": "do", "event": {...}}                       any event of a record: correct, override, set, setting ...
    {"ask": "undo", "count": 1}   {"ask": "redo", "count": 1}    take back, and take the taking-back back
    {"ask": "legal", "given": {...}, "limit": 20, "seed": 7}    legal actions, at most so many, mixed by the seed
    {"ask": "standing", "purses": true}   {"ask": "state"}   {"ask": "ledger"}   {"ask": "record"}
    {"ask": "clauses"}   {"ask": "settings"}

Every answer has `ok`. An `id` in the question comes back in its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Any

from rules.forms import Form, shown, whole
from rules.game import Allowed, AnyGame, Refused
from rules.ledger import Entry
from rules.record import header_of, sitting_of, write
from rules.sitting import Done, Sitting, set_aside
from rules.standing import Line, Standing
from rules.trouble import Trouble

MOST_LEGAL = 1000


class Referee:
    """Answers questions about one game. It keeps the sitting that the questions have made so far."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.header: dict[str, Any] | None = None
        self._sitting: Sitting | None = None
        self._answers: dict[str, Callable[[Form], dict[str, Any]]] = {
            "new": self._new,
            "position": self._position,
            "judge": self._judge,
            "apply": self._apply,
            "do": lambda form: self._do(form, form.form("event").data),
            "undo": lambda form: self._do(form, {"do": "undo", "count": form.number("count", 1)}),
            "redo": lambda form: self._do(form, {"do": "redo", "count": form.number("count", 1)}),
            "legal": self._legal,
            "standing": self._standing,
            "state": lambda form: {"state": self.game.describe(self.state), "turn": self.game.turn(self.state)},
            "ledger": lambda form: {"ledger": [entry_told(entry) for entry in self.sitting.ledger]},
            "record": lambda form: {"record": write(self.header or {}, self.sitting.events)},
            "clauses": lambda form: {"clauses": clauses_told(self.game)},
            "settings": self._settings,
        }

    @property
    def begun(self) -> bool:
        """Has a game begun?"""
        return self._sitting is not None

    @property
    def sitting(self) -> Sitting:
        if self._sitting is None:
            raise Trouble("no game has begun yet; ask “new” or “position” first")
        return self._sitting

    @property
    def state(self) -> Any:
        return self.sitting.state

    def answer(self, question: Any) -> dict[str, Any]:
        """One answer to one question; a bad question is answered with a sentence and changes nothing."""
        id = question.get("id") if isinstance(question, Mapping) else None
        try:
            form = Form(question, "the question")
            form.any("id", None)
            ask = form.text("ask", among=tuple(self._answers))
            answer = self._answers[ask](form)
            form.done()
        except Trouble as trouble:
            answer = {"ok": False, "trouble": str(trouble)}
        else:
            answer = {"ok": True, **answer}
        return answer if id is None else {"id": id, **answer}

    # ---- the questions
    def _new(self, form: Form) -> dict[str, Any]:
        players = form.texts("players")
        settings, edition, given = (
            form.form(key).data if form.has(key) else None for key in ("settings", "edition", "given")
        )
        for key in ("settings", "edition", "given"):
            form.any(key, None)
        form.done()
        return self._begin(header_of(self.game, players, settings, edition, given))

    def _position(self, form: Form) -> dict[str, Any]:
        position = form.form("position").data
        form.done()
        return self._begin(header_of(self.game, position=position))

    def _begin(self, header: dict[str, Any]) -> dict[str, Any]:
        self._sitting = sitting_of(header)
        self.header = header
        return {"state": self.game.describe(self.state), "turn": self.game.turn(self.state)}

    def _judge(self, form: Form) -> dict[str, Any]:
        action = self.game.action(form.form("action").data)
        waived = set_aside(self.game, form.texts("waived")) if form.has("waived") else ()
        form.any("waived", None)
        form.done()
        return verdict_told(self.game, self.game.judge(self.state, action, frozenset(waived)))

    def _apply(self, form: Form) -> dict[str, Any]:
        return self._do(form, {"do": "action", "action": form.form("action").data})

    def _do(self, form: Form, event: Mapping[str, Any]) -> dict[str, Any]:
        form.done()  # before anything changes
        done = self.sitting.do(event)
        if isinstance(done, Refused):
            return verdict_told(self.game, done)
        return {"allowed": True, "event": done.number, **self._what(done)}

    def _what(self, done: Done) -> dict[str, Any]:
        return {
            "ledger": [entry_told(entry) for step in done.added for entry in step.ledger],
            "warnings": [str(warning) for step in done.added for warning in step.warnings],
            "taken_back": [step.event for step in done.taken_back],
            "state": self.game.describe(self.state),
            "turn": self.game.turn(self.state),
        }

    def _legal(self, form: Form) -> dict[str, Any]:
        limit = form.number("limit", 20, low=1, high=MOST_LEGAL)
        given = form.form("given", {}).data
        seed = form.any("seed", None)
        if not (seed is None or whole(seed) or isinstance(seed, str)):
            raise Trouble(f"“seed” of the question must be a whole number or a word, not {shown(seed)}")
        form.done()
        if seed is None:
            actions = self.game.legal(self.state, given)
        else:
            rng = Random(str(seed))
            actions = self.game.legal(self.state, given, lambda choices: rng.sample(list(choices), len(choices)))
        first = list(islice(actions, limit + 1))
        return {"actions": [self.game.told(action) for action in first[:limit]], "more": len(first) > limit}

    def _standing(self, form: Form) -> dict[str, Any]:
        standing = self.game.standing(self.state, form.flag("purses", True))
        return {"standing": standing_told(standing), "house_rules": house_rules_told(self.sitting)}

    def _settings(self, form: Form) -> dict[str, Any]:
        now = self.game.table_settings(self.state) if self.begun else {}
        open_now = self.game.may_change(self.state) if self.begun else self.game.settings
        return {
            "settings": [
                {
                    "name": s.name,
                    "choices": list(s.choices),
                    "is": now.get(s.name, s.default),
                    "may_change": s in open_now,
                    "about": s.sentence,
                }
                for s in self.game.settings
            ]
        }


# ---- how things are told
def entry_told(entry: Entry) -> dict[str, Any]:
    told: dict[str, Any] = {"seat": entry.seat, "what": entry.what, "change": entry.change, "why": str(entry.why)}
    return {**told, "clause": entry.clause, "places": list(entry.places)}


def verdict_told(game: AnyGame, verdict: Allowed[Any] | Refused) -> dict[str, Any]:
    if isinstance(verdict, Refused):
        return {
            "allowed": False,
            "clause": verdict.clause,
            "rule": game.clauses[verdict.clause].sentence,
            "reason": str(verdict.reason),
            "places": list(verdict.places),
        }
    return {
        "allowed": True,
        "ledger": [entry_told(entry) for entry in verdict.ledger],
        "warnings": [str(warning) for warning in verdict.warnings],
        "state": game.describe(verdict.state),
        "turn": game.turn(verdict.state),
    }


def standing_told(standing: Standing) -> dict[str, Any]:
    outcome = standing.outcome
    return {
        "over": standing.over,
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                "so_far": seat.so_far,
                "so_far_lines": [_line_told(line) for line in seat.so_far_lines],
                "now": seat.now,
                "now_lines": [_line_told(line) for line in seat.now_lines],
                "stock": dict(seat.stock),
            }
            for seat in standing.seats
        ],
        "outcome": outcome
        and {
            "places": [list(place) for place in outcome.places],
            "winners": list(outcome.winners),
            "clause": outcome.clause,
            "how": str(outcome.how),
        },
        "notes": [str(note) for note in standing.notes],
    }


def house_rules_told(sitting: Sitting) -> list[dict[str, Any]]:
    """What stands by a house rule: it stays marked wherever the standing is told."""
    return [
        {"event": step.event, "words": str(step.words), "set_aside": list(step.set_aside)} for step in sitting.marked
    ]


def _line_told(line: Line) -> dict[str, Any]:
    return {"what": line.what, "points": line.points, "how": str(line.how), "clause": line.clause}


def clauses_told(game: AnyGame) -> list[dict[str, Any]]:
    return [
        {"id": c.id, "heading": c.heading, "sentence": c.sentence, "refuses": c.refuses, "waivable": c.waivable}
        for c in game.clauses.values()
    ]
