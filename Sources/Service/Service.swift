// Service: to come.
