public struct SQLite {}
