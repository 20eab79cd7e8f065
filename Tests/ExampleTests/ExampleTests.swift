// ExampleTests: to come.
