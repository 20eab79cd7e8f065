// ServiceTests: to come.
