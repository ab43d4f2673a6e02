"""The share picture: who won, with how many points, to be sent to whoever was not there."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from firmware.journal import Evening
from firmware.screens import Catalogue
from rules.words import say

WIDTH, ROW, EDGE = 1080, 104, 72
PAPER, INK, SOFT, LINE = "#f7f3e8", "#1d2a33", "#55626b", "#c9b98f"
LETTERS = 28  # of a name; longer ones are cut off


def share_picture(evening: Evening, words: Catalogue) -> bytes:
    """A PNG of the standing; points that are secret are not in it."""
    game, state = evening.sitting.game, evening.sitting.state
    standing = game.standing(state, False)
    order = [seat for place in standing.outcome.places for seat in place] if standing.outcome else []
    order = order or list(range(len(standing.seats)))
    height = 2 * EDGE + 240 + ROW * len(order)
    picture = Image.new("RGB", (WIDTH, height), PAPER)
    draw = ImageDraw.Draw(picture)
    draw.text((EDGE, EDGE), game.title, INK, ImageFont.load_default(76))
    head = say("Final standing") if standing.over else say("Standing, if the game ended now")
    draw.text((EDGE, EDGE + 96), words.say(head), SOFT, ImageFont.load_default(36))
    y = EDGE + 176
    for number in order:
        seat = standing.seats[number]
        draw.line((EDGE, y, WIDTH - EDGE, y), LINE, 3)
        won = standing.over and standing.outcome is not None and number in standing.outcome.winners
        font = ImageFont.load_default(56)
        name = seat.name if len(seat.name) <= LETTERS else seat.name[: LETTERS - 3] + "..."
        draw.text((EDGE, y + 20), name, INK, font)
        points = words.say(say("secret")) if seat.now is None else str(seat.now)
        draw.text((WIDTH - EDGE, y + 20), points, INK, font, anchor="ra")
        if won:
            box = (EDGE - 36, y + 34, EDGE - 12, y + 58)
            draw.ellipse(box, fill="#b5542f")
        y += ROW
    if standing.outcome is not None:
        draw.text((EDGE, y + 24), words.say(standing.outcome.how), SOFT, ImageFont.load_default(32))
    png = io.BytesIO()
    picture.save(png, "PNG", optimize=True)
    return png.getvalue()
