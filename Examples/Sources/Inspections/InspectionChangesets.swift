import TraceFormat

/// What the app writes, as the changesets of a trace (`docs/changesets.md`). An SDK shows objects and not
/// changesets, so the app says in its own words what a transaction did.
enum InspectionChangesets {
  private static let table: RealmString = "Inspection"

  /// A whole Realm, from nothing.
  static func state(_ inspections: [Inspection]) -> [UInt8] {
    var builder = ChangesetBuilder()
    builder.addTable(table, primaryKey: "_id", type: .int)
    builder.addColumn(table, "status", type: .string)
    for inspection in inspections { create(inspection, &builder) }
    return builder.changeset.encoded()
  }

  /// A transaction that made an inspection.
  static func creation(of inspection: Inspection) -> [UInt8] {
    var builder = ChangesetBuilder()
    create(inspection, &builder)
    return builder.changeset.encoded()
  }

  /// A transaction that changed the status of one.
  static func change(of inspection: Inspection) -> [UInt8] {
    var builder = ChangesetBuilder()
    set(inspection, &builder)
    return builder.changeset.encoded()
  }

  private static func create(_ inspection: Inspection, _ builder: inout ChangesetBuilder) {
    builder.createObject(table, .int(inspection.id))
    set(inspection, &builder)
  }

  private static func set(_ inspection: Inspection, _ builder: inout ChangesetBuilder) {
    builder.update(
      LocationValue(table, .int(inspection.id), "status"),
      to: .string(RealmString(inspection.status)))
  }
}
