"""German, room by room: each file has English patterns and what is said instead, with the same gaps."""
