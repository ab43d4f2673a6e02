"""Akropolis: tiles taken from the Construction Site and laid into cities that grow upwards."""
