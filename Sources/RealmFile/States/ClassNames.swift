package import TraceFormat

/// Which tables of a file are classes of an app, and what they are called.
///
/// SDKs mark their classes with a prefix, and all other tables are Realm's own. A file without any class,
/// made by hand or by Realm's tests, has its data in tables of any name.
package struct ClassNames: Sendable {
  private let hasClasses: Bool

  /// The tables that Realm keeps for itself (Realm Core: `sync_metadata_schema.cpp`,
  /// `subscriptions.cpp`, `object_store.cpp`).
  private static let ownTables: Set<RealmString> = [
    "pk", "metadata", "sync_internal_schemas", "flx_metadata", "flx_subscription_sets",
    "flx_subscriptions", "flx_migration", "flx_pending_bootstrap",
    "flx_pending_bootstrap_changesets", "flx_pending_bootstrap_progress", "client_reset_metadata",
    "schema_migration_metadata",
  ]

  package init(_ group: FileGroup) {
    hasClasses = group.tables.contains { $0.className != nil }
  }

  /// The name of the class; nil for a table that is none.
  package func name(of table: FileTable) -> RealmString? {
    if hasClasses { return table.className }
    return Self.ownTables.contains(table.name) ? nil : table.name
  }
}
