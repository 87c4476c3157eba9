"""What hands make of a board: made hands, draws, outs, nuts."""
