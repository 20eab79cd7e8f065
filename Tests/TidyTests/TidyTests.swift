// TidyTests: to come.
