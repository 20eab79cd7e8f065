// HomeworkTests: to come.
