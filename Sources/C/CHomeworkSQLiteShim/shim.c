// A C target for the few lines that cannot be written in Swift.
