// Scenarios: to come.
