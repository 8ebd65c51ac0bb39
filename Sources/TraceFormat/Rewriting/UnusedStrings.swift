/// The declared strings of a changeset that its instructions do not name.
struct UnusedStrings {
  private var left: ArraySlice<(before: Int, string: RealmString)>

  init(_ changeset: Changeset) {
    var isUsed = [Bool](repeating: false, count: changeset.strings.count)
    // Realm's recorder declares the empty string for a property that is not a link, as this build does.
    let isEmptyUsed = changeset.instructions.contains(where: \.declaresEmptyString)
    for (index, string) in changeset.strings.enumerated() where string.bytes.size == 0 {
      isUsed[index] = isEmptyUsed
    }
    for instruction in changeset.instructions {
      Self.forEachString(of: instruction, in: changeset) { isUsed[Int($0.rawValue)] = true }
    }
    left =
      changeset.strings.indices.filter { !isUsed[$0] }.map { index in
        let declared = changeset.strings[index]
        return (Int(declared.beforeInstruction), changeset.string(declared.bytes))
      }[...]
  }

  /// Those that are declared before an instruction and have not been given out.
  mutating func next(before instruction: Int) -> [RealmString] {
    let strings = left.prefix { $0.before <= instruction }
    left.removeFirst(strings.count)
    return strings.map(\.string)
  }

  private static func forEachString(
    of instruction: Instruction, in changeset: Changeset, _ body: (StringIndex) -> Void
  ) {
    body(instruction.table)
    if case .string(let key) = instruction.object { body(key) }
    if let location = instruction.location {
      body(location.field)
      for case .key(let name) in changeset.elements(location.path) { body(name) }
    }
    if case .link(let table, let key) = instruction.value {
      body(table)
      if case .string(let key) = key { body(key) }
    }
    switch instruction {
    case .addTable(let it): if let key = it.primaryKey { body(key.field) }
    case .addColumn(let it):
      body(it.field)
      if let target = it.linkTarget { body(target) }
    case .eraseColumn(let it): body(it.field)
    case .eraseTable, .createObject, .eraseObject, .update, .addInteger, .arrayInsert, .arrayMove,
      .arrayErase, .clear, .setInsert, .setErase:
      break
    }
  }
}

extension Instruction {
  /// Whether a recorder declares the empty string for it, though no field refers to that.
  fileprivate var declaresEmptyString: Bool {
    if case .addColumn(let it) = self { it.linkTarget == nil } else { false }
  }
}
