// Motion: to come.
