// A C target for the few lines that Swift cannot write.
