// Wire: to come.
