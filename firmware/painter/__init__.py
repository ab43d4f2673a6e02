"""The table painter: what a camera over a simulated table sees. Our own games, drawn; nothing of it is a photograph."""
