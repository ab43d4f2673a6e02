"""What goes wrong with what Umpire is given: always one sentence that names the thing and what to do."""

from __future__ import annotations


class Trouble(Exception):
    """Something given from outside cannot be used. Its text is one clear sentence for the people at the table."""
