/// A database that statements are written for.
public enum SQLDialect: String, Hashable, Sendable, CaseIterable {
  /// SQLite from version 3.38, with its functions for JSON.
  case sqlite
  /// PostgreSQL from version 12, with `jsonb`.
  case postgresql
}
