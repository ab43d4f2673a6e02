"""What the panel shows: views turned into pictures, in the language of the table."""

from firmware.screens.care import Care, Times, care
from firmware.screens.catalogue import LANGUAGES, Catalogue
from firmware.screens.drawing import draw, page_count
from firmware.screens.pages import pages_of

__all__ = ["LANGUAGES", "Care", "Catalogue", "Times", "care", "draw", "page_count", "pages_of"]
