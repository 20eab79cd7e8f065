// Interchange: to come.
