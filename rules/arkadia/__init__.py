"""Arkadia: buildings, workers and a castle that says what a family's seal is worth."""
