import TraceFormat

// Realm Core compares an instruction with what it was before each pair, and no NaN equals itself: one
// that carries a NaN counts as changed wherever it was paired at all. It matters for nothing but
// whether its changeset is written anew (`docs/merge.md`, "What is stored").
extension MergeWork {
  /// Marks the changesets of instructions that are left, carry a NaN, and met another one.
  mutating func markNotANumber() {
    let numbers = instructions.indices.map(Int32.init).filter { carriesNotANumber($0) }
    guard !numbers.isEmpty else { return }
    let groups = ConflictGroups(self)
    for number in numbers where !isModified(number) {
      let isPaired = groups.others(of: number, in: self).contains { wasPaired(number, $0) }
      if isPaired { changesets[Int(self[number].changeset)].isModified = true }
    }
  }

  private func isModified(_ number: Int32) -> Bool {
    changesets[Int(self[number].changeset)].isModified
  }

  private func carriesNotANumber(_ number: Int32) -> Bool {
    switch self[number].kind {
    case .update, .arrayInsert, .setInsert, .setErase: break
    default: return false
    }
    guard !self[number].isDropped, !isModified(number) else { return false }
    let changeset = changesets[Int(self[number].changeset)].changeset
    switch changeset.instructions[Int(self[number].source)].value {
    case .float(let bits): return Float(bitPattern: bits).isNaN
    case .double(let bits): return Double(bitPattern: bits).isNaN
    default: return false
    }
  }

  /// Whether an instruction that is left met another one of the other side, and both were compared: not
  /// where the other one was dropped before, nor where it went at once for being inside.
  private func wasPaired(_ number: Int32, _ other: Int32) -> Bool {
    let it = self[other]
    guard it.isDropped else { return true }
    if isOurs(number) { return self[it.droppedBy].order >= self[number].order }
    guard it.droppedBy == number else { return self[it.droppedBy].order > self[number].order }
    return !it.isDroppedInside
  }
}

/// Which instructions Realm Core pairs: groups of what may concern the same objects, or all with all where
/// a class or a property is erased (Realm Core: `sync/noinst/changeset_index.cpp`).
private struct ConflictGroups {
  private enum Member: Hashable {
    case schemaClass(Int32)
    case object(Int32, PrimaryKey)
  }

  private var numbers: [Member: Int] = [:]
  private var parents: [Int] = []
  private let areTogether: Bool
  /// By the group, what acts on its objects.
  private var members: [Int: [Int32]] = [:]
  /// What acts on classes and properties.
  private var schema: [Int32] = []
  private let all: [Int32]

  init(_ work: MergeWork) {
    all = work.instructions.indices.map(Int32.init)
    areTogether = work.instructions.contains { $0.kind == .eraseTable || $0.kind == .eraseColumn }
    guard !areTogether else { return }
    for number in all { join(number, work) }
    for number in all {
      if let member = Self.member(number, work) {
        members[root(known(member)), default: []].append(number)
      } else {
        schema.append(number)
      }
    }
  }

  /// What of the other side an instruction on an object is paired with. All of ours are paired with what
  /// is in the group; those of ours on the schema are paired with all of theirs.
  func others(of number: Int32, in work: MergeWork) -> [Int32] {
    let isOurs = work.isOurs(number)
    guard !areTogether else { return all.filter { work.isOurs($0) != isOurs } }
    var found = isOurs ? [] : schema.filter(work.isOurs)
    if let member = Self.member(number, work), let group = numbers[member] {
      found += (members[root(group)] ?? []).filter { work.isOurs($0) != isOurs }
    }
    return found
  }

  private mutating func join(_ number: Int32, _ work: MergeWork) {
    let it = work[number]
    guard let member = Self.member(number, work) else {
      let table = known(.schemaClass(it.className))
      if let target = work.linkTarget(number) { unite(table, known(.schemaClass(target))) }
      return
    }
    let object = known(member)
    guard it.kind == .update || it.kind == .arrayInsert,
      case .link(let table, let key)? = work.source(number).instruction.value
    else { return }
    let index = Int(it.changeset)
    unite(object, known(.object(work.names[index, table], work.named(key, index))))
  }

  /// The object that an instruction acts on; nil for one on the schema.
  private static func member(_ number: Int32, _ work: MergeWork) -> Member? {
    guard let key = work.source(number).instruction.object else { return nil }
    let it = work[number]
    return .object(it.className, work.named(key, Int(it.changeset)))
  }

  private mutating func known(_ member: Member) -> Int {
    if let number = numbers[member] { return number }
    parents.append(parents.count)
    numbers[member] = parents.count - 1
    return parents.count - 1
  }

  private func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number { number = parents[number] }
    return number
  }

  private mutating func unite(_ first: Int, _ second: Int) {
    let (a, b) = (root(first), root(second))
    parents[max(a, b)] = min(a, b)
  }
}
