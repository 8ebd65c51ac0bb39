internal import TraceFormat

struct GroupReader {
  let store: NodeStore
  let header: FileHeader

  private static let topSizes: Set<Int> = [3, 5, 7, 9, 10, 11, 12]

  func group(noting damage: inout DamageLog) throws(RealmFileFailure) -> FileGroup {
    var group = FileGroup()
    guard header.rootRef != 0 else { return group }
    let top = try store.node(Int(header.rootRef), .references)
    try require(
      Self.topSizes.contains(top.size), 10, "3, 5, 7 or 9 to 12 elements", found: top.size,
      at: top.ref)
    let logicalSize = try top.tagged(2)
    try require(
      logicalSize >= FileHeader.size && logicalSize <= header.fileSize, 10,
      "a size of 24 to \(header.fileSize)", found: logicalSize, at: top.ref)
    store.limit = min(store.limit, Int(logicalSize))
    try readVersion(top, &group)
    try readHistoryPlace(top, &group)
    try readTables(top, &group, &damage)
    return group
  }

  private func readVersion(_ top: Node, _ group: inout FileGroup) throws(RealmFileFailure) {
    guard top.size > 6 else { return }
    let version = max(try top.tagged(6), 1)
    try require(version < 1 << 62, 49, "a version below 2^62", found: version, at: top.ref)
    group.version = version
  }

  private func readHistoryPlace(_ top: Node, _ group: inout FileGroup) throws(RealmFileFailure) {
    guard top.size > 7 else { return }
    group.historyTypeNumber = try top.tagged(7)
    group.historyType = FileGroup.HistoryType(rawValue: group.historyTypeNumber)
    if top.size > 8 { group.historyRef = try top.ref(8) }
    if top.size > 9 { group.historySchemaVersion = try top.tagged(9) }
    if top.size > 10 { group.clientFileIdent = try top.tagged(10) }
  }

  private func readTables(
    _ top: Node, _ group: inout FileGroup, _ damage: inout DamageLog
  ) throws(RealmFileFailure) {
    let names = try LeafReader(store).readStrings(try top.requiredRef(0, rule: 10))
    let list = try store.node(try top.requiredRef(1, rule: 10), .references)
    try require(
      names.count == list.size && list.size <= 0xFFFF, 12, "\(names.count) tables",
      found: list.size, at: list.ref)
    let reader = TableReader(store: store)
    for slot in 0..<list.size {
      let element = try list.integer(slot)
      let name = names[slot] ?? .empty
      guard element != 0, element & 1 == 0 else {
        // Removing a table removes its name.
        guard !name.isEmpty else { continue }
        try damage.take(
          .damaged(
            12, expected: "no name where there is no table", found: name.readableText,
            at: list.ref))
        continue
      }
      do throws(RealmFileFailure) {
        group.tables.append(
          try reader.table(try list.requiredRef(slot, rule: 31), name: name, slot: slot))
      } catch {
        try damage.take(error.inside("table \(name.readableText)"))
      }
    }
  }
}
