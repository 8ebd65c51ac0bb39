internal import FaultPlans
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The forms of each fault that fit the schema and the history of a trace.
///
/// Where the possibilities are few, each is a form of its own; a value that has no end of them, such
/// as the new name of a primary key, is left to the seed.
struct FaultVariants: Sendable {
  /// The most server versions that a backup is tried of; beyond, the seed chooses one.
  private static let backupsMax = 16

  private let classes: [ClassSchema]
  private let serverVersions: [UInt64]

  init(_ timelines: [SessionTimeline]) {
    var byName: [RealmString: ClassSchema] = [:]
    var versions: Set<UInt64> = []
    for point in timelines.flatMap(\.points) {
      for schema in point.server?.classes ?? [] { byName[schema.name] = schema }
      // A backup is of a version before.
      if case .serverCommit(let version) = point.change, version > 0 { versions.insert(version) }
    }
    classes = byName.values.sorted { $0.name < $1.name }
    serverVersions = versions.sorted()
  }

  func kinds(of description: FaultDescription) -> [FaultKind] {
    switch description.kind {
    case .schema(let fault): return schemaFaults(fault.change).map(FaultKind.schema)
    case .server(.restoreBackup):
      let versions = serverVersions.count <= Self.backupsMax ? serverVersions : []
      return [.server(.restoreBackup(version: nil))]
        + versions.map { .server(.restoreBackup(version: $0 - 1)) }
    case .server(.roleChange):
      return named { $0.kind == .topLevel }.map {
        .server(.roleChange(FaultObjects(className: $0)))
      }
    case .server(.terminateSync):
      return [true, false].map { .server(.terminateSync(dataIsKept: $0)) }
    case .server(.offlineTooLong):
      return [true, false].map { .server(.offlineTooLong(recoveryIsAllowed: $0)) }
    case .server(.syncError):
      return ServerAction.allCases.filter { $0 != .noAction }.map {
        .server(.syncError(FaultError(action: $0)))
      }
    default: return [description.kind]
    }
  }

  private func named(_ isMeant: (ClassSchema) -> Bool) -> [String] {
    classes.filter(isMeant).compactMap(\.name.text)
  }

  private func schemaFaults(_ change: SchemaFault.Change) -> [SchemaFault] {
    switch change {
    case .addClass: return [SchemaFault(change)]
    case .removeClass, .unknownClass, .addProperty:
      return named { _ in true }.map { SchemaFault(change, className: $0) }
    case .embedClass, .changePrimaryKeyType, .renamePrimaryKey:
      return named { $0.kind == .topLevel }.map { SchemaFault(change, className: $0) }
    case .unembedClass:
      return named { $0.kind == .embedded }.map { SchemaFault(change, className: $0) }
    case .removeProperty, .changeType, .changeOptionality, .changeCollection, .changeLinkTarget:
      return classes.flatMap { schema in
        schema.properties.compactMap { property in
          guard property.name != schema.primaryKey,
            change != .changeLinkTarget || property.type == .link,
            let name = schema.name.text, let field = property.name.text
          else { return nil }
          return SchemaFault(change, className: name, property: field)
        }
      }
    }
  }
}
