"""Ranges: the text players write, its meaning, and the combos it stands for."""
