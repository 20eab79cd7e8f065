// SQLiteTests: to come.
