// SQLite: to come.
