// ScenariosTests: to come.
