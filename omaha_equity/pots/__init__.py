"""Who gets how many chips: pots, boards, halves, ties, odd chips, rake; in whole units only."""
