"""The long proofs. `make trials` runs them in full and writes docs/trials.json; `make test` runs a sample of each."""
