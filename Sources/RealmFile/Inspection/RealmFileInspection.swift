internal import RealmModel
public import TraceFormat

/// What a Realm file is and what is in it, without its objects.
public struct RealmFileInspection: Sendable {
  package struct TableFacts: Sendable {
    package var table: FileTable
    /// The name of the class; nil for a table of Realm's own.
    package var className: RealmString?
    /// Nil where the tree of objects cannot be read.
    package var objectCount: UInt64?
    package var properties: [PropertySchema]
  }

  package var header: FileHeader
  package var isEncrypted: Bool
  package var readsOlderState: Bool
  package var group: FileGroup
  package var tables: [TableFacts]
  /// The version that the app has given its schema; nil where the file does not say it.
  package var appSchemaVersion: Int64?
  package var history: SyncHistory?
  package var unsynced: UnsyncedChanges
  package var resetRecord: ResetRecord?
  package var subscriptions: [SubscriptionSet]?
  /// What could not be read, or does not fit.
  public var problems: [RealmFileFailure]
}

extension OpenRealmFile {
  /// What the file is. What cannot be read of it is among the problems, and keeps nothing else from being read.
  public func inspection(
    inflatedBy inflater: inout some BodyInflater & ~Copyable
  ) -> RealmFileInspection {
    var problems: [RealmFileFailure] = []
    let tables = tableFacts(&problems)
    let history = attempt(&problems) { () throws(RealmFileFailure) in try self.history() } ?? nil
    let unsynced = history?.unsyncedChanges(inflatedBy: &inflater) ?? UnsyncedChanges()
    let version = attempt(&problems) { () throws(RealmFileFailure) in
      store.beginTraversal()
      let version = try HiddenRows("metadata", of: self)?.rows.first?.int("version")
      // Realm's number for one that was never set.
      return version == -1 ? nil : version
    }
    let record = attempt(&problems) { () throws(RealmFileFailure) in try resetRecord() }
    let sets = attempt(&problems) { () throws(RealmFileFailure) in try subscriptionSets() }
    problems = damage.listing + damage.remarks + problems + unsynced.unreadable.map(\.failure)
    return RealmFileInspection(
      header: header, isEncrypted: isEncrypted, readsOlderState: readsOlderState, group: group,
      tables: tables, appSchemaVersion: version ?? nil, history: history, unsynced: unsynced,
      resetRecord: record ?? nil, subscriptions: sets ?? nil, problems: problems)
  }

  private func attempt<Result>(
    _ problems: inout [RealmFileFailure], _ body: () throws(RealmFileFailure) -> Result
  ) -> Result? {
    do throws(RealmFileFailure) {
      return try body()
    } catch {
      problems.append(error)
      return nil
    }
  }

  private func tableFacts(
    _ problems: inout [RealmFileFailure]
  ) -> [RealmFileInspection.TableFacts] {
    let names = ClassNames(group)
    return group.tables.map { table in
      let count = attempt(&problems) { () throws(RealmFileFailure) in
        try objectCount(of: table)
      }
      return RealmFileInspection.TableFacts(
        table: table, className: names.name(of: table), objectCount: count,
        properties: table.properties.map { property($0, names) })
    }
  }

  private func property(_ column: FileColumn, _ names: ClassNames) -> PropertySchema {
    let target = column.type == .link ? column.oppositeTable.flatMap { group.table($0) } : nil
    return PropertySchema(
      name: column.name, type: column.type.propertyType, isOptional: column.isNullable,
      collection: column.collection, target: target.map { names.name(of: $0) ?? $0.name })
  }
}
