"""What was confirmed, on the disk before anybody is told so."""
