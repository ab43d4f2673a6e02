"""What goes wrong with a picture or a file that vision is given: one sentence that names it and what to do."""

from __future__ import annotations


class Trouble(Exception):
    """Something given from outside cannot be used. Its text is one clear sentence for the people at the table."""
