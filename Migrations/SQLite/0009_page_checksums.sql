-- From here on every page of the file carries a checksum in its last eight bytes, which SQLite leaves alone.

-- Nothing changes for SQL. The program writes the whole file anew after this, and then compares each page that it
-- reads; one that does not know how would write pages without, hence the number.
