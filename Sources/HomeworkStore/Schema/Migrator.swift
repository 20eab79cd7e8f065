package import HomeworkMigrations
package import HomeworkModel

/// An upgrade of a database's schema. Programs that know only older versions can no longer open the database.
public struct SchemaUpgrade: Hashable, Sendable {
  /// The versions before and after it.
  public let from: Int, to: Int

  package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
}

/// Decides which steps a database lacks, and applies them. Both engines use it, each in a transaction of its own kind.
package struct Migrator: Sendable {
  /// Does in a step, after its SQL and in the same transaction, what SQL cannot express.
  package typealias Function = @Sendable (RowTransaction) throws -> Void

  package let migrations: Migrations
  /// By the version of their steps.
  private let functions: [Int: Function]

  package init(_ migrations: Migrations, functions: [Int: Function] = [:]) {
    (self.migrations, self.functions) = (migrations, functions)
  }

  package static let sqlite = Migrator(.sqlite)
  package static let postgres = Migrator(.postgres)

  /// The version of the newest step.
  package var version: Int { migrations.version }

  /// - Throws: `newerSchema`.
  package func refuseNewer(_ found: Int) throws(StoreError) {
    guard found <= version else { throw .unavailable(.newerSchema(found: found, known: version)) }
  }

  /// Returns the steps that a database lacks.
  ///
  /// - Parameters:
  ///   - checksums: those that the database keeps of its steps, by version. None at all is a fault that `repair` fixes.
  ///   - database: its name for messages.
  ///   - migration: the reaction to an older schema.
  /// - Throws: `newerSchema`; `olderSchema` if it is to be refused; `development` if its first step is another one,
  ///   since the versions before the first release had other schemas with the same numbers; `unusable` if a later one
  ///   is, or is missing.
  package func pending(
    after version: Int, checksums: [Int: String], of database: String, _ migration: StoreOptions.Migration
  ) throws(StoreError) -> ArraySlice<Migration> {
    if let first = checksums[1], first != migrations.steps.first?.checksum {
      throw .unavailable(.development(database: database))
    }
    try refuseNewer(version)
    for step in migrations.steps.prefix(version) where !checksums.isEmpty && checksums[step.version] != step.checksum {
      let isMissing = checksums[step.version] == nil
      throw .unavailable(
        .unusable(
          database: database,
          "step \(step.version) of its schema \(isMissing ? "is missing" : "is not the one of hwdb")",
          advice: "open it with the program that upgraded it, or restore a backup"))
    }
    guard version == 0 || version == self.version || migration == .automatic else {
      throw .unavailable(.olderSchema(found: version, known: self.version))
    }
    return migrations.steps.dropFirst(version)
  }

  /// Applies steps within the caller's transaction.
  ///
  /// - Parameters:
  ///   - execute: runs a script.
  ///   - record: notes a step in the database.
  /// - Returns: the upgrade; `nil` if the schema is new.
  package func apply(
    _ steps: ArraySlice<Migration>, to rows: RowTransaction, execute: (String) throws -> Void,
    record: (Migration) throws -> Void
  ) throws -> SchemaUpgrade? {
    for step in steps {
      try execute(step.sql)
      try functions[step.version]?(rows)
      try record(step)
    }
    guard let first = steps.first, first.version > 1 else { return nil }
    return SchemaUpgrade(from: first.version - 1, to: version)
  }
}
