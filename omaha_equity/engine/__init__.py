"""From a query to a tally to a result: plan, exact counting, threads."""
