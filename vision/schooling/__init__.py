"""The school of the pip readers: made pictures of dice, and the lessons that train the two small nets on them."""
