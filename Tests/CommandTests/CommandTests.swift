// CommandTests: to come.
