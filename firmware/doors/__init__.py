"""The hardware behind small doors: each protocol with its real implementation, a simulated one, and one that fails."""
