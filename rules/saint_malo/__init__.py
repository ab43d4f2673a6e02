"""Saint Malo: roll, choose a symbol, draw it into the city, and keep the pirates off."""
