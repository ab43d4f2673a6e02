"""The table loop: look, propose, confirm, apply, show."""
