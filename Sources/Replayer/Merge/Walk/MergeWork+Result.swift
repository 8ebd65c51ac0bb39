import TraceFormat

// Changesets of what is left
extension MergeWork {
  /// Both sides in the order in which they were given.
  func result(of changes: ConcurrentChanges) -> MergedChanges {
    var merged = changes.ours + changes.theirs
    let made = prepended.sorted { $0.key < $1.key }
    var first = 0
    for (index, side) in changesets.enumerated() {
      defer { first += side.changeset.instructions.count }
      let position = side.index + (index < theirCount ? changes.ours.count : 0)
      merged[position].isModified = side.isModified
      guard side.isModified else { continue }
      merged[position].changeset = remainder(of: side.changeset, from: first, made)
    }
    return MergedChanges(
      ours: Array(merged[..<changes.ours.count]),
      theirs: Array(merged[changes.ours.count...]), discards: discards)
  }

  private func remainder(
    of changeset: Changeset, from first: Int, _ made: [(key: Int32, value: [Int32])]
  ) -> Changeset {
    var writer = MergedChangesetWriter(changeset)
    let numbers = first..<first + changeset.instructions.count
    var upcoming = made[...].drop { $0.key < numbers.lowerBound }
    for number in numbers {
      if let next = upcoming.first, next.key == number {
        upcoming.removeFirst()
        for number in next.value where !self[number].isDropped {
          writer.appendEraseColumn(
            names.string(self[number].className), names.string(self[number].property))
        }
      }
      let instruction = self[Int32(number)]
      guard !instruction.isDropped else { continue }
      writer.append(changeset.instructions[number - first], instruction, steps)
    }
    return writer.changeset
  }
}

/// Writes a changeset anew, with the strings of the one before declared in front of everything, as
/// Realm Core writes what a merge has changed (Realm Core: `sync/changeset_encoder.cpp`).
private struct MergedChangesetWriter {
  private var result: Changeset
  /// Where the path elements begin that no instruction has yet been seen to use.
  private var unused: UInt32 = 0

  init(_ source: Changeset) {
    result = source
    result.instructions = []
    result.instructions.reserveCapacity(source.instructions.count)
    for index in result.strings.indices { result.strings[index].beforeInstruction = 0 }
  }

  /// What was written; nothing at all if there are no instructions.
  var changeset: Changeset { result.instructions.isEmpty ? Changeset() : result }

  mutating func append(
    _ instruction: Instruction, _ merged: MergeInstruction,
    _ steps: ContiguousArray<MergePathElement>
  ) {
    var written = instruction
    written.take(merged)
    if var location = instruction.location, location.path.count > 0 {
      location.path = ownPath(location.path)
      if location.path.start != instruction.location?.path.start { written.location = location }
      patch(location.path, merged, steps)
    }
    result.instructions.append(written)
  }

  /// The path itself, or a copy of it where another instruction uses the same elements.
  private mutating func ownPath(_ path: PathRange) -> PathRange {
    guard path.start < unused else {
      unused = path.start + path.count
      return path
    }
    let start = UInt32(result.pathElements.count)
    result.pathElements.append(contentsOf: Array(result.elements(path)))
    unused = start + path.count
    return PathRange(start: start, count: path.count)
  }

  private mutating func patch(
    _ path: PathRange, _ merged: MergeInstruction, _ steps: ContiguousArray<MergePathElement>
  ) {
    for index in 0..<Int(path.count) {
      guard case .index(let before) = result.pathElements[Int(path.start) + index] else { continue }
      let after = merged.step(index, in: steps).index
      if after != before { result.pathElements[Int(path.start) + index] = .index(after) }
    }
  }

  mutating func appendEraseColumn(_ className: RealmString, _ property: RealmString) {
    result.instructions.append(
      .eraseColumn(.init(table: intern(className), field: intern(property))))
  }

  private mutating func intern(_ string: RealmString) -> StringIndex {
    for (index, declared) in result.strings.enumerated()
    where result.bytes(declared.bytes) == string.bytes { return StringIndex(UInt32(index)) }
    let range = ByteRange(offset: UInt32(result.storage.count), size: UInt32(string.count))
    result.storage.append(contentsOf: string.bytes)
    result.strings.append(InternedString(bytes: range, beforeInstruction: 0))
    return StringIndex(UInt32(result.strings.count - 1))
  }
}

extension Instruction {
  /// Takes over what the rules have changed, apart from the path.
  fileprivate mutating func take(_ merged: MergeInstruction) {
    let variables = merged.variables
    switch self {
    case .update(var it):
      if case .int = it.value { it.value = .int(variables.integer) }
      if case .priorSize = it.tail { it.tail = .priorSize(variables.priorSize) }
      self = .update(it)
    case .arrayInsert(var it):
      it.priorSize = variables.priorSize
      self = .arrayInsert(it)
    case .arrayMove(var it):
      (it.priorSize, it.destination) = (variables.priorSize, variables.destination)
      self = .arrayMove(it)
    case .arrayErase(var it):
      it.priorSize = variables.priorSize
      self = .arrayErase(it)
    case .addTable, .eraseTable, .createObject, .eraseObject, .addColumn, .eraseColumn,
      .addInteger, .clear, .setInsert, .setErase:
      break
    }
  }
}
