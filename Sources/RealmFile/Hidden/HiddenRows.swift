internal import RealmModel
internal import TraceFormat

/// The objects of one of Realm's own tables, with their values by name; one that cannot be read is absent.
struct HiddenRows {
  struct Row {
    let key: ObjectKey
    fileprivate let cells: [RealmString: Cell]

    func int(_ name: RealmString) -> Int64? {
      if case .int(let value)? = cells[name] { value } else { nil }
    }

    func text(_ name: RealmString) -> String? {
      if case .string(let value)? = cells[name] { value.readableText } else { nil }
    }

    func time(_ name: RealmString) -> Timestamp? {
      if case .timestamp(let value)? = cells[name] { value } else { nil }
    }

    func objectID(_ name: RealmString) -> ObjectID? {
      if case .objectID(let value)? = cells[name] { value } else { nil }
    }

    func links(_ name: RealmString) -> [ObjectKey] {
      guard case .list(let elements)? = cells[name] else { return [] }
      return elements.compactMap { $0.linkTarget?.key }
    }
  }

  let table: FileTable
  private(set) var rows: [Row] = []
  private static let countMax = 100_000

  /// The objects of a table; nil where the file has none of that name.
  init?(_ name: RealmString, of file: OpenRealmFile) throws(RealmFileFailure) {
    guard let table = file.group.table(named: name) else { return nil }
    self.table = table
    let leaves = Dictionary(
      table.properties.map { ($0.name, $0.leaf) }, uniquingKeysWith: { first, _ in first })
    try file.forEachBatch(of: table, leaves: Set(leaves.values)) {
      batch throws(RealmFileFailure) in
      guard rows.count + batch.keys.count <= Self.countMax else {
        throw RealmFileFailure(
          .limitExceeded(what: "objects of \(name.readableText)", limit: Self.countMax))
      }
      for (index, key) in batch.keys.enumerated() {
        rows.append(Row(key: key, cells: leaves.mapValues { batch.columns[$0][index] }))
      }
    }
  }
}
