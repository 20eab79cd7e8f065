// WireTests: to come.
