"""The pages themselves: plain HTML, made here, pushed anew when something has changed at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import parse_qsl, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from firmware.screens import Catalogue
from firmware.settings import Settings
from firmware.web.box import Box, Refusal
from firmware.web.guard import Guard
from firmware.web.guests import COOKIE, STAYS, Guest, Guests
from firmware.web.looks import jpeg_kept, markers_in, mirror_png, overlay
from firmware.web.shelf import Shelf, ledger_of, standing_for
from firmware.web.stream import Stream
from firmware.web.switch import SOCKET, SWITCH
from rules.shelf import GAMES, game_called
from rules.trouble import Trouble
from rules.words import SILENCE, Phrase, say

SERVED = Path(__file__).parent / "served"
PAGES = (("/", say("Table")), ("/sheet", say("Score sheet")), ("/ledger", say("Ledger")), ("/games", say("Games")))
PAGES += (("/setup", say("Set-up")), ("/panel", say("Panel")))  # type: ignore[assignment]
ENTRIES = 60  # events on one page of the ledger
NOT_PAIRED = say("Pair this phone first: the menu of the panel shows a code.")
Act = Callable[[Request, Guest, Mapping[str, str]], Awaitable[Any]]


class Page:
    def __init__(self, settings: Settings, box: Box, now: Callable[[], float] = monotonic) -> None:
        self.settings, self.box = settings, box
        self.guests, self.shelf = Guests(now), Shelf(settings.folders.games)
        self.words = Catalogue(settings.language)
        self.stream = Stream(box)
        self._pages = Environment(
            loader=PackageLoader("firmware.web", "pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )
        self._pages.globals.update(t=self.t, say=say, tell=self.words.say, word=self.words.word)

    def t(self, pattern: str, *fills: str | int | Phrase) -> str:
        """A sentence of a page."""
        return self.words.say(Phrase(pattern, fills))

    # ---- who asks
    def guest(self, request: Request) -> Guest | None:
        return self.guests.known(request.cookies.get(COOKIE))

    def seat(self, request: Request, game: Any) -> int | None:
        """The seat of this game whose own purse the phone may see."""
        guest = self.guest(request)
        return guest.whose[1] if guest is not None and guest.whose is not None and guest.whose[0] == game else None

    def readable(self, request: Request) -> None:
        if not self.settings.page.open and self.guest(request) is None:
            raise HTTPException(303, headers={"location": "/pair"})

    def shown(self, request: Request, name: str, title: Phrase, status: int = 200, **more: Any) -> Response:
        box = self.box
        about = {
            "title": self.words.say(title),
            "here": request.url.path,
            "pages": PAGES,
            "guest": self.guest(request),
            "note": request.query_params.get("note", "")[:20],
            "trouble": SILENCE,
            "box": box,
            "knows": box.knows,
            "language": self.settings.language,
        }
        text = self._pages.get_template(f"{name}.html").render(**{**about, **more})
        return Response(text, status, media_type="text/html")

    # ---- what is read
    async def table(self, request: Request) -> Response:
        self.readable(request)
        return self.shown(request, "table", say("Table"), **await self._evening(request), **await self._seen())

    async def _seen(self) -> dict[str, Any]:
        knows = self.box.knows
        reading, evening = knows.get("reading") or {}, knows.get("evening")
        marks: Any = {"size": (0, 0), "places": []}
        if knows.get("picture") and evening:
            replayed = await asyncio.to_thread(self.shelf.game, evening["id"])
            game, state = replayed.sitting.game, replayed.sitting.state
            turn = game.turn(state) or 0
            marks = await asyncio.to_thread(overlay, self.settings, game, turn, knows["picture"])
        return {"marks": marks, "unsure": reading.get("places", [])}

    async def _evening(self, request: Request) -> dict[str, Any]:
        evening = self.box.knows.get("evening")
        if not evening:
            return {"game": None, "standing": None, "seat": None}
        try:
            replayed = await asyncio.to_thread(self.shelf.game, evening["id"])
        except Trouble as trouble:
            raise HTTPException(503, str(trouble)) from None
        seat = self.seat(request, evening["id"])
        standing = standing_for(replayed, seat, bool(evening["open_purses"]))
        return {"game": replayed.sitting.game, "standing": standing, "seat": seat, "replayed": replayed}

    async def sheet(self, request: Request) -> Response:
        self.readable(request)
        return self.shown(request, "sheet", say("Score sheet"), **await self._evening(request))

    async def ledger(self, request: Request) -> Response:
        self.readable(request)
        about = await self._evening(request)
        sought = request.query_params.get("q", "")[:80].strip()
        evening, told = self.box.knows.get("evening"), []
        if evening and about["game"] is not None:
            told = ledger_of(about["replayed"], about["seat"], bool(evening["open_purses"]))
        names = about["game"].players(about["replayed"].sitting.state) if about["game"] else ()
        if sought:
            told = [one for one in told if self._matches(one, sought, names)]
        return self.shown(
            request,
            "ledger",
            say("Ledger"),
            told=told[:ENTRIES],
            more=len(told) > ENTRIES,
            q=sought,
            names=names,
            **about,
        )

    def _matches(self, one: Any, sought: str, names: tuple[str, ...]) -> bool:
        texts = [str(one.number), self.words.say(one.words)]
        for entry in one.entries:
            texts += [
                self.words.say(entry.why),
                entry.clause,
                *entry.places,
                names[entry.seat] if entry.seat >= 0 else "",
            ]
        return sought.casefold() in " ".join(texts).casefold()

    async def event(self, request: Request) -> Response:
        """One event: why it counts what it does, the pictures before and after it, and the way back to here."""
        self.readable(request)
        about = await self._evening(request)
        number, evening = request.path_params["number"], self.box.knows.get("evening")
        told = ledger_of(about["replayed"], about["seat"], bool(evening["open_purses"])) if evening else []
        one = next((one for one in told if one.number == number), None)
        if one is None or not evening:
            raise HTTPException(404)
        sitting = about["replayed"].sitting
        back = [step for step in sitting.steps if step.event > number]
        proof = await asyncio.to_thread(self.shelf.proof, evening["id"], number)
        names = about["game"].players(sitting.state)
        title = say("Event {}", number)
        return self.shown(
            request, "event", title, one=one, proof=proof, back=back, names=names, events=len(sitting.events), **about
        )

    async def proof(self, request: Request) -> Response:
        self.readable(request)
        path = request.path_params
        if path["side"] not in ("before", "after"):
            raise HTTPException(404)
        proof = await asyncio.to_thread(self.shelf.proof, path["game"], path["number"])
        shot = getattr(proof, path["side"], None)
        if shot is None or shot.jpeg is None:
            raise HTTPException(404)
        return Response(shot.jpeg, media_type="image/jpeg")

    async def games(self, request: Request) -> Response:
        self.readable(request)
        try:
            kept = await asyncio.to_thread(self.shelf.games)
        except Trouble:
            kept = ()
        titles = {name: game_called(name).title for name in GAMES}
        return self.shown(request, "games", say("Games"), kept=kept, titles=titles)

    async def export(self, request: Request) -> Response:
        self.readable(request)
        from firmware.web.exports import EXPORTS

        path = request.path_params
        made = EXPORTS.get(path["file"])
        if made is None:
            raise HTTPException(404)
        media, make = made
        body = await asyncio.to_thread(self.shelf.export, path["game"], lambda evening: make(evening, self.words))
        name = f"umpire-{path['game']}-{path['file']}"
        headers = {"content-disposition": f'attachment; filename="{name}"', "content-security-policy": "sandbox"}
        return Response(body, media_type=media, headers=headers)

    async def setup(self, request: Request) -> Response:
        self.readable(request)
        aim = self.box.knows.get("aim")
        markers = await asyncio.to_thread(markers_in, jpeg_kept(aim)) if jpeg_kept(aim) else []
        return self.shown(request, "setup", say("Set-up"), markers=markers)

    async def panel(self, request: Request) -> Response:
        self.readable(request)
        return self.shown(request, "panel", say("Panel"))

    async def panel_png(self, request: Request) -> Response:
        self.readable(request)
        png = mirror_png(self.box.knows.get("panel") or {}, bool(self.box.knows.get("asleep")))
        if png is None:
            raise HTTPException(404)
        return Response(png, media_type="image/png")

    async def picture(self, request: Request) -> Response:
        self.readable(request)
        what = request.path_params["what"]
        jpeg = jpeg_kept(self.box.knows.get(what)) if what in ("picture", "aim") else None
        if jpeg is None:
            raise HTTPException(404)
        return Response(jpeg, media_type="image/jpeg")

    async def streamed(self, request: Request) -> Response:
        self.readable(request)
        return self.stream.to(request)

    async def served(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ("page.css", "page.js"):
            raise HTTPException(404)
        return FileResponse(SERVED / name, headers={"cache-control": "no-cache"})

    # ---- what is changed
    async def pair(self, request: Request) -> Response:
        if request.method != "POST":
            return self.shown(request, "pair", say("Pair this phone"))
        form, who = await _form(request), request.client.host if request.client else ""
        try:
            if not self.guests.may(who, "pair"):
                raise Refusal(say("Too many tries; wait a minute."))
            code = "".join(letter for letter in form.get("code", "") if letter in "0123456789")
            whose = await self.box.ask("pair", code=code)
        except Refusal as refusal:
            return self.shown(request, "pair", say("Pair this phone"), 403, trouble=refusal.words)
        guest = self.guests.welcome((whose["game"], whose["seat"]) if "seat" in whose else None)
        answer = RedirectResponse("/?note=paired", 303)
        answer.set_cookie(COOKIE, guest.secret, max_age=int(STAYS), httponly=True, samesite="strict", path="/")
        return answer

    async def leave(self, request: Request) -> Response:
        guest = self.guest(request)
        if guest is not None:
            self.guests.leave(guest)
        answer = RedirectResponse("/", 303)
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return answer

    async def do(self, request: Request) -> Response:
        """Whatever changes something at the table: paired phones only, and what they may ask is checked by the box."""
        what = request.path_params["what"]
        wanted = WANTED.get(what)
        if wanted is None:
            raise HTTPException(404)
        guest, who = self.guest(request), request.client.host if request.client else ""
        try:
            if guest is None:
                raise Refusal(NOT_PAIRED)
            if not self.guests.may(who, "change"):
                raise Refusal(say("Too much at once; wait a moment."))
            form = await _form(request)
            more = {key: _value(form, key, kind) for key, kind in wanted.items()}
            await self.box.ask(what, **more)
        except Refusal as refusal:
            status = 403 if guest is None else 409
            return self.shown(request, "refused", say("Not done"), status, trouble=refusal.words)
        return RedirectResponse(RETURNS.get(what, "/panel") + "?" + urlencode({"note": "done"}), 303)

    # ---- what went wrong
    async def wrong(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        headers = error.headers if isinstance(error, HTTPException) else None
        if headers and "location" in headers:
            return RedirectResponse(headers["location"], status)
        sentence = say("There is no such page.") if status == 404 else say("This cannot be shown just now.")
        return self.shown(request, "refused", say("Not shown"), status, trouble=sentence)

    async def troubled(self, request: Request, error: Exception) -> Response:
        words = Phrase("{}", (str(error),))
        return self.shown(request, "refused", say("Not shown"), 404, trouble=words)


WANTED: Mapping[str, Mapping[str, type]] = {
    "press": {"button": str, "kind": str, "serial": int},
    "choose": {"option": int, "serial": int},
    "place": {"place": str, "serial": int},
    "undo": {"to": int, "events": int, "game": int},
    "take_up": {"game": int},
    "aim": {},
    "light": {},
}
RETURNS = {"undo": "/ledger", "aim": "/setup", "place": "/", "choose": "/"}


async def _form(request: Request) -> dict[str, str]:
    body = await request.body()
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=bool(body), max_num_fields=8)
    except ValueError:
        raise Refusal(say("The page was not understood; load it anew.")) from None
    return dict(pairs)


def _value(form: Mapping[str, str], key: str, kind: type) -> str | int:
    value = form.get(key, "")
    if kind is str:
        return value[:80]
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise Refusal(say("The page was not understood; load it anew."))
    return int(value)


def app_of(page: Page) -> Guard:
    routes = [
        Route("/", page.table),
        Route("/sheet", page.sheet),
        Route("/ledger", page.ledger),
        Route("/ledger/{number:int}", page.event),
        Route("/proof/{game:int}/{number:int}/{side}.jpg", page.proof),
        Route("/games", page.games),
        Route("/games/{game:int}/{file}", page.export),
        Route("/setup", page.setup),
        Route("/panel", page.panel),
        Route("/panel.png", page.panel_png),
        Route("/seen/{what}.jpg", page.picture),
        Route("/stream", page.streamed),
        Route("/served/{name}", page.served),
        Route("/pair", page.pair, methods=["GET", "POST"]),
        Route("/leave", page.leave, methods=["POST"]),
        Route("/do/{what}", page.do, methods=["POST"]),
    ]
    handlers: Any = {HTTPException: page.wrong, Trouble: page.troubled, Refusal: page.troubled, Exception: page.wrong}
    return Guard(Starlette(routes=routes, exception_handlers=handlers))


def page_for(settings: Settings) -> Page:
    run = settings.folders.run
    return Page(settings, Box(run / SOCKET, run / SWITCH))
