"""Where reading meets rules: what a picture of a board means, given what was known before."""
