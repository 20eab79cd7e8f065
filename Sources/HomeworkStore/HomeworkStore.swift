// HomeworkStore: to come.
