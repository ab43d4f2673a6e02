"""The evening as one page for a browser or a printer: standing, house rules, every event with its ledger and pictures.

Nothing is fetched from anywhere: styles and pictures are in the page itself.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from firmware.journal.evening import Evening
from firmware.journal.exports import closed, open_entries, placed
from firmware.journal.pictures import BEFORE
from rules.ledger import TABLE, Entry
from rules.record import Replayed, read, sha
from rules.sitting import Done, Step
from rules.standing import Standing
from rules.words import Phrase, say

Tell = Callable[[Phrase], str]

LANGUAGE = say("en")  # a catalogue says its own code here
STYLE = """
body { font: 16px/1.4 sans-serif; margin: 2em auto; max-width: 50em; padding: 0 1em; color: #111; background: #fff }
table { border-collapse: collapse; margin: 1em 0 }
th, td { border-bottom: 1px solid #bbb; padding: .2em .8em .2em 0; text-align: left; vertical-align: top }
td.points, th.points { text-align: right }
.total td { font-weight: bold; border-top: 2px solid #111 }
.event { border-top: 1px solid #bbb; padding: .5em 0; break-inside: avoid }
.event h3 { font-size: 1em; margin: 0 }
.event ul { margin: .2em 0; padding-left: 1.5em }
.rule { border-left: 4px solid #111; padding-left: .6em; font-weight: bold }
.note, .clause, .hash { color: #555; font-size: .85em }
figure { display: inline-block; margin: .4em .6em 0 0; width: 47%; vertical-align: top }
img { width: 100% }
a { text-decoration: none }
dt { font-weight: bold }
.hash { overflow-wrap: anywhere }
"""


def evening_html(evening: Evening, tell: Tell = str, purses: bool = False, pictures: bool = True) -> str:
    """The whole page. `tell` says a phrase in the reader's language; German is told from English by its own words.

    What is secret at the table stays so until the game is over, unless `purses` opens them.
    """
    return "\n".join(_Page(evening, tell, purses, pictures).lines()) + "\n"


class _Page:
    def __init__(self, evening: Evening, tell: Tell, purses: bool, pictures: bool) -> None:
        self.evening, self.pictures = evening, pictures
        self.text = evening.record()
        self.replayed: Replayed = read(self.text)
        self.sitting = self.replayed.sitting
        self.game = self.sitting.game
        self.names = self.game.players(self.sitting.state)
        self.tell = tell
        self.purses = purses
        self.named: dict[str, None] = {}  # the clauses that the page names, explained at its end

    def say(self, pattern: Phrase) -> str:
        return escape(self.tell(pattern))

    def lines(self) -> Iterator[str]:
        title = escape(f"{self.game.title}: {', '.join(self.names)}")
        standing = self.game.standing(self.sitting.state, self.purses)
        yield f'<!DOCTYPE html>\n<html lang="{self.say(LANGUAGE)}">\n<head>\n<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>"
        if remark := self.evening.remark:
            yield f'<p class="note">{self.say(say("the box’s clock said: {}", remark))}</p>'
        yield from self.standing(standing)
        yield from self.house_rules()
        yield f"<h2>{self.say(say('What was done'))}</h2>"
        for event, done in zip(self.sitting.events, self.replayed.done, strict=True):
            yield from self.event(event, done)
        yield from self.clauses()
        last = sha(self.text[:-1].split("\n")[-1])
        sealed = say("Every line of the record fits the one before it. Its last line: {}", last)
        yield f'<p class="hash">{self.say(sealed)}</p>'
        yield "</body>\n</html>"

    # ---- the standing
    def standing(self, standing: Standing) -> Iterator[str]:
        head = say("Final standing") if standing.over else say("Standing, if the game ended now")
        yield f"<h2>{self.say(head)}</h2>"
        if closed(standing):
            yield f"<p>{self.say(say('Points are kept secret until the game is over.'))}</p>"
        outcome = standing.outcome
        if outcome is not None:
            yield "<ol>"
            for place, seats in placed(standing):
                who = ", ".join(
                    f"{self.names[s]} ({standing.seats[s].now} {self.tell(say('{}', self.game.points))})" for s in seats
                )
                yield f'<li value="{place}">{escape(who)}</li>'
            yield f"</ol>\n<p>{self.say(outcome.how)} {self.clause(outcome.clause)}</p>"
        for seat in standing.seats:
            if seat.now is None:
                continue
            yield f"<h3>{escape(seat.name)}</h3>\n<table>"
            for line in seat.now_lines:
                what, how = self.say(say("{}", line.what)), f"{self.say(line.how)} {self.clause(line.clause)}"
                yield f'<tr><td>{what}</td><td>{how}</td><td class="points">{line.points}</td></tr>'
            yield f'<tr class="total"><td>{self.say(say("{}", self.game.points))}</td><td></td>'
            yield f'<td class="points">{seat.now}</td></tr>\n</table>'
        for note in standing.notes:
            yield f'<p class="note">{self.say(note)}</p>'

    def house_rules(self) -> Iterator[str]:
        for step in self.sitting.marked:
            aside = ", ".join(step.set_aside)
            rule = say("House rule in event {}: {} (set aside: {})", step.event, step.words, aside)
            yield f'<p class="rule">{self.say(rule)}</p>'

    # ---- events
    def event(self, event: Mapping[str, Any], done: Done) -> Iterator[str]:
        first = done.added[0] if done.added else None
        yield f'<div class="event" id="event-{done.number}">\n<h3>{done.number}. {self.heading(event, done)}</h3>'
        if event["do"] not in ("undo", "redo") and first is not None:
            if first.set_aside:
                self.named.update(dict.fromkeys(first.set_aside))
                yield f'<p class="rule">{self.say(say("House rule: set aside {}", ", ".join(first.set_aside)))}</p>'
            yield from self.worth(first)
            for was, now in zip(done.taken_back[1:], done.added[1:], strict=False):
                if (was.ledger, was.warnings, was.words) != (now.ledger, now.warnings, now.words):
                    yield f"<p>{self.say(say('So event {} counts anew: {}', now.event, self.who(now)))}</p>"
                    yield from self.worth(now)
        if note := event.get("note"):
            yield f'<p class="note">{self.say(say("The table notes: {}", str(note)))}</p>'
        if self.pictures:
            yield from self.proof(done.number)
        yield "</div>"

    def heading(self, event: Mapping[str, Any], done: Done) -> str:
        if event["do"] == "undo":
            return self.say(say("Taken back: event {}", ", ".join(str(step.event) for step in done.taken_back)))
        if event["do"] == "redo":
            return self.say(say("Done again: event {}", ", ".join(str(step.event) for step in done.added)))
        first = done.added[0]
        if event["do"] == "correct":
            said = done.taken_back[0].words
            return self.say(say("Event {} corrected: {} (it said: {})", int(event["of"]), self.who(first), said))
        return self.say(self.who(first))

    def who(self, step: Step) -> Phrase:
        return step.words if step.seat is None else say("{}: {}", self.names[step.seat], step.words)

    def worth(self, step: Step) -> Iterator[str]:
        entries = open_entries(self.sitting, step.ledger, self.purses)
        if entries or step.warnings:
            yield "<ul>"
            for entry in entries:
                yield f"<li>{self.entry(entry)}</li>"
            for warning in step.warnings:
                yield f'<li class="note">{self.say(warning)}</li>'
            yield "</ul>"

    def entry(self, entry: Entry) -> str:
        who = self.say(say("table")) if entry.seat == TABLE else escape(self.names[entry.seat])
        where = f" ({escape(' '.join(entry.places))})" if entry.places else ""
        change, what = f"{entry.change:+d}", self.say(say("{}", entry.what))
        return f"{who}: {change} {what} – {self.say(entry.why)}{where} {self.clause(entry.clause)}"

    def clause(self, clause: str) -> str:
        self.named[clause] = None
        return f'<a class="clause" href="#clause-{escape(clause)}">[{escape(clause)}]</a>'

    def clauses(self) -> Iterator[str]:
        yield f"<h2>{self.say(say('Clauses'))}</h2>\n<dl>"
        for id, clause in self.game.clauses.items():
            if id in self.named:
                yield f'<dt id="clause-{escape(id)}">[{escape(id)}] {self.say(say(clause.heading))}</dt>'
                yield f"<dd>{self.say(say(clause.sentence))}</dd>"
        yield "</dl>"

    def proof(self, number: int) -> Iterator[str]:
        proof = self.evening.proof(number)
        for side, shot in proof.shots if proof else ():
            title = self.say(say("before event {}", number) if side == BEFORE else say("after event {}", number))
            state = self.say(shot.words)
            image = (
                f'<img alt="{title}" src="data:image/jpeg;base64,{b64encode(shot.jpeg).decode()}">' if shot.jpeg else ""
            )
            told = f" <strong>{state}</strong>" if state else ""
            caption = f'{title}{told} <span class="hash">{shot.hash[:16]}</span>'
            yield f'<figure>{image}<figcaption class="note">{caption}</figcaption></figure>'
