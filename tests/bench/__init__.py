"""Speed and memory, as ratios measured in one run. Run by `make bench`; never part of `make test`."""
