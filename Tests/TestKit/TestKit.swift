// TestKit: to come.
