"""Pictures in, readings out: each with its certainty and its next-best alternatives."""
