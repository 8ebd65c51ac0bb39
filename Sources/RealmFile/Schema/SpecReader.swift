internal import RealmModel
internal import TraceFormat

/// Reads the columns of a table (Realm Core: `spec.cpp`).
struct SpecReader {
  let store: NodeStore

  func columns(_ ref: Int) throws(RealmFileFailure) -> [FileColumn] {
    let spec = try store.node(ref, .references)
    try require(spec.size == 6, 32, "6 elements", found: spec.size, at: ref)
    let types = try store.node(try spec.requiredRef(0, rule: 32), .integers)
    let attributes = try store.node(try spec.requiredRef(2, rule: 32), .integers)
    let keys = try store.node(try spec.requiredRef(5, rule: 32), .integers)
    try require(
      types.size == attributes.size && types.size == keys.size && types.size <= 0xFFFF, 32,
      "as many types as keys and attributes",
      found: "\(types.size), \(keys.size), \(attributes.size)", at: ref)
    let names = try LeafReader(store)
      .readStrings(try spec.requiredRef(1, rule: 32)).map { $0 ?? .empty }
    let columns = try columns(types, keys, names)
    try check(columns, names.count, ref)
    return try withEnumKeys(columns, spec)
  }

  private func columns(
    _ types: Node, _ keys: Node, _ names: [RealmString]
  ) throws(RealmFileFailure) -> [FileColumn] {
    var columns: [FileColumn] = []
    for index in 0..<types.size {
      var column = try FileColumn(try keys.integer(index), at: keys.ref)
      let specified = try types.integer(index)
      let code = specified & 0xFFFF
      try require(
        code == Int64(column.type.rawValue) || (code == 13 && column.type == .link), 33,
        "type \(column.type.rawValue)", found: "type \(code)", at: types.ref)
      if column.type != .backlink {
        try require(
          index < names.count, 32, "a name for column \(index)", found: "\(names.count) names",
          at: types.ref)
        column.name = names[index]
      }
      if column.collection == .dictionary {
        column.hasIntegerKeys = try hasIntegerKeys(specified, types)
      }
      columns.append(column)
    }
    return columns
  }

  private func hasIntegerKeys(_ specified: Int64, _ types: Node) throws(RealmFileFailure) -> Bool {
    switch specified >> 16 {
    case 2: return false
    case 0: return true
    case let type:
      throw .damaged(30, expected: "keys that are strings", found: "type \(type)", at: types.ref)
    }
  }

  private func check(
    _ columns: [FileColumn], _ nameCount: Int, _ ref: Int
  ) throws(RealmFileFailure) {
    let visible = columns.prefix { $0.type != .backlink }.count
    guard visible == nameCount, columns.dropFirst(visible).allSatisfy({ $0.type == .backlink })
    else {
      throw .damaged(
        32, expected: "\(nameCount) columns with names before the hidden ones", found: "\(visible)",
        at: ref)
    }
    try require(
      Set(columns.map(\.leaf)).count == columns.count, 33, "a leaf for each column",
      found: "one of two columns", at: ref)
    let last = columns.map(\.leaf).max() ?? 0
    try require(
      last < columns.count + TableLayout.freeLeavesMax, 33,
      "at most \(TableLayout.freeLeavesMax) free leaves", found: "leaf \(last)", at: ref)
  }

  private func withEnumKeys(
    _ columns: [FileColumn], _ spec: Node
  ) throws(RealmFileFailure) -> [FileColumn] {
    guard let ref = try spec.ref(4) else { return columns }
    let lists = try store.node(ref, .references)
    var columns = columns
    for index in 0..<min(lists.size, columns.count) {
      columns[index].enumKeysRef = try lists.ref(index)
    }
    return columns
  }
}
