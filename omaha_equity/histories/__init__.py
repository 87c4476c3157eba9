"""Hand histories: what players could expect when the last chips went in, and what they got."""
