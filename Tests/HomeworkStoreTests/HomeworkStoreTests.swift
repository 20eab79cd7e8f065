// HomeworkStoreTests: to come.
