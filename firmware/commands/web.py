"""`umpire web`: the page for phones, beside a running box. It ends when the page is switched off at the panel."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.settings import Settings, load_settings, placed
from rules.trouble import Trouble

if TYPE_CHECKING:
    import uvicorn

    from firmware.web.server import Page


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--settings", type=Path, metavar="FILE", help="the settings file, instead of the box's")
    parser.add_argument("--state", type=Path, metavar="FOLDER", help="where games and the profile are kept")
    parser.add_argument("--runtime", type=Path, metavar="FOLDER", help="where the box has its window for the page")
    parser.add_argument("--port", type=int, metavar="N", help="instead of the one in the settings")


def run(args: Namespace) -> int:
    settings = placed(load_settings(args.settings), args.state, args.runtime)
    page = settings.page if args.port is None else replace(settings.page, port=args.port)
    settings = replace(settings, page=page)
    try:
        import uvicorn
    except ImportError:
        raise Trouble("the page needs starlette, uvicorn and jinja2: pip install 'umpire[web]'") from None
    from firmware.web.switch import SWITCH

    if not (settings.folders.run / SWITCH).exists():
        raise Trouble("the page is switched off; the panel's menu switches it on")
    asyncio.run(serve(settings, uvicorn))
    return 0


async def serve(settings: Settings, uvicorn: Any) -> None:
    from firmware.web.server import page_for

    page = page_for(settings)
    server = uvicorn.Server(config_of(settings, page))
    reaching = asyncio.ensure_future(page.box.keep_reached())
    reaching.add_done_callback(lambda _: setattr(server, "should_exit", True))
    try:
        await server.serve()
    finally:
        reaching.cancel()


def config_of(settings: Settings, page: Page) -> uvicorn.Config:
    """How the page is served: one process, nothing of uvicorn's own that is not needed, and everything bounded."""
    import uvicorn

    from firmware.web.server import app_of

    return uvicorn.Config(
        app_of(page),
        host=settings.page.address,
        port=settings.page.port,
        access_log=False,
        log_level="warning",
        lifespan="off",
        ws="none",
        server_header=False,
        date_header=False,
        proxy_headers=False,
        limit_concurrency=64,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=16_384,
    )
