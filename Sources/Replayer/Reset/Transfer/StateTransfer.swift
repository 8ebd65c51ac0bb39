import RealmModel

/// Makes one Realm equal to another: the last step of a client reset, in both modes (Realm Core:
/// `transfer_group` in `sync/noinst/client_reset.cpp`).
///
/// The schema is checked first, and nothing has been changed when a check fails. Objects are found
/// by primary key and changed in place, so the local Realm keeps its internal keys.
struct StateTransfer {
  var copier: ValueCopier
  /// By slot of the fresh Realm: which local object each object is.
  var counterparts: [Int: ValueCopier.Counterparts] = [:]
  /// The slots of classes of which what the two Realms share in memory is the same object for object.
  var sharedSlots: Set<Int> = []
  /// The objects that matter; nil for all.
  private let scope: Set<ObjectName>?

  init(
    from source: RealmState, to destination: consuming RealmState, quirks: Quirks = .realmCore,
    scope: Set<ObjectName>? = nil
  ) {
    self.scope = scope
    copier = ValueCopier(from: source, to: RealmTransaction(destination), quirks: quirks)
  }

  /// The local state, made equal to the fresh one and committed.
  ///
  /// - Parameter scope: the objects that are to be looked at afterwards, if not all are. Others may stay as they were.
  /// - Throws: what Realm Core rejects, or that it would abort.
  static func transfer(
    from fresh: RealmState, to local: RealmState, quirks: Quirks = .realmCore,
    scope: Set<ObjectName>? = nil
  ) throws(ResetFailure) -> (state: RealmState, deviations: [CopyDeviation]) {
    var transfer = StateTransfer(from: fresh, to: local, quirks: quirks, scope: scope)
    try transfer.run()
    transfer.copier.destination.removeAsymmetricObjects()
    return (transfer.copier.destination.state, transfer.copier.deviations)
  }

  mutating func run() throws(ResetFailure) {
    try checkClasses()
    try createClasses()
    try checkRemovedProperties()
    try createProperties()
    if let scope { return try transferObjects(scope) }
    try removeObjects()
    try createObjects()
    try copyValues()
  }

  var source: RealmState { copier.source }
  var destination: RealmState { copier.destination.state }

  /// The class of the same name in the local Realm.
  func counterpart(_ key: TableKey) -> TableKey {
    guard let other = destination.tableKey(named: source.tables[key.slot].name) else {
      preconditionFailure("missing classes have been created")
    }
    return other
  }

  func requirePrimaryKey(_ key: TableKey) throws(ResetFailure) {
    let table = source.tables[key.slot]
    guard table.primaryKeyLeaf != nil else {
      throw .crash("class '\(table.name)' has no primary key")
    }
  }

  /// The classes of the fresh Realm whose objects have an identity of their own.
  var topLevelTables: [TableKey] { source.tableKeys.filter { !source.tables[$0.slot].isEmbedded } }
}
