"""The device: it joins what is seen with what the rules allow, and talks to the table."""
