// InterchangeTests: to come.
