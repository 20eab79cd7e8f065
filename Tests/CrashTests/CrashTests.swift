// CrashTests: to come.
