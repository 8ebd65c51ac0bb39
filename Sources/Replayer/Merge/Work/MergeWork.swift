import TraceFormat

/// A merge in progress: the instructions of both sides, and what the rules do to them.
///
/// An instruction is named by its number; theirs come before ours, and what the merge itself makes comes last.
struct MergeWork {
  struct Side {
    var changeset: Changeset
    var timestamp: UInt64
    var fileIdent: UInt64
    /// Index in the list in which it was given.
    var index: Int
    var isModified = false
  }

  let quirks: MergeQuirks
  /// Whether each of ours is paired with each of theirs, as tests do to see that the index leaves out nothing.
  let comparesAll: Bool
  /// Theirs, then ours, each by their versions.
  var changesets: [Side] = []
  let theirCount: Int
  var names = MergeNames()
  /// Theirs, ours, and what the merge made.
  var instructions: ContiguousArray<MergeInstruction> = []
  var steps: ContiguousArray<MergePathElement> = []
  var addresses = MergeAddresses()
  var needs = MergeNeeds()
  var ourInstructions = 0..<0
  /// What the merge put before an EraseTable, in order; by the number of that.
  var prepended: [Int32: [Int32]] = [:]
  /// What is to be paired with the rest of what is theirs before the walk continues.
  var waiting: Int32?
  var discards: [MergeDiscard] = []
  var rule = MergeRule.addTables
  /// Whether that is one for what is inside an instruction.
  var isInside = false
  /// By the changeset: for each instruction what stands before its own value.
  var storageOffsets: [Int: [UInt64]] = [:]

  init(_ changes: ConcurrentChanges, quirks: MergeQuirks, comparesAll: Bool = false) {
    (self.quirks, self.comparesAll) = (quirks, comparesAll)
    theirCount = changes.theirs.count
    add(changes.theirs, changes.localFileIdent)
    add(changes.ours, changes.localFileIdent)
    takeIn()
  }

  /// By version and, of equal ones, in the order in which they were given.
  private mutating func add(_ entries: [HistoryEntry], _ localFileIdent: UInt64) {
    let sorted = entries.enumerated().sorted {
      ($0.element.version, $0.offset) < ($1.element.version, $1.offset)
    }
    for (index, entry) in sorted {
      let ident = entry.originFileIdent
      changesets.append(
        Side(
          changeset: entry.changeset, timestamp: entry.originTimestamp,
          fileIdent: ident == 0 ? localFileIdent : ident, index: index))
      names.add(entry.changeset)
    }
  }
}

/// Which chains the local instructions will ask for, apart from those of what lies in their way.
struct MergeNeeds {
  var erasesClass = false
  var erasesObject = false
  /// One erases a property, or the merge may make one that does.
  var erasesProperty = false
}

// What rules do
extension MergeWork {
  subscript(number: Int32) -> MergeInstruction {
    get { instructions[Int(number)] }
    _modify { yield &instructions[Int(number)] }
  }

  func isOurs(_ number: Int32) -> Bool { Int(self[number].changeset) >= theirCount }

  /// Whether the changeset of the first was written before that of the second: by its clock, and of
  /// equal ones by its file.
  func isEarlier(_ first: Int32, _ second: Int32) -> Bool {
    let a = changesets[Int(self[first].changeset)]
    let b = changesets[Int(self[second].changeset)]
    return (a.timestamp, a.fileIdent) < (b.timestamp, b.fileIdent)
  }

  /// The one of two that was written later; ours, if neither was.
  func later(_ first: Int32, _ second: Int32) -> (later: Int32, earlier: Int32) {
    let (ours, theirs) = isOurs(first) ? (first, second) : (second, first)
    return isEarlier(ours, theirs) ? (theirs, ours) : (ours, theirs)
  }

  /// Drops the one that was written earlier; theirs, if neither was.
  mutating func dropEarlier(_ first: Int32, _ second: Int32) {
    let (later, earlier) = later(first, second)
    drop(earlier, because: later)
  }

  mutating func drop(_ number: Int32, because other: Int32, isIdle: Bool = false) {
    guard !self[number].isDropped else { return }
    self[number].isDropped = true
    self[number].isDroppedInside = isInside
    self[number].droppedBy = other
    changesets[Int(self[number].changeset)].isModified = true
    discards.append(
      MergeDiscard(
        isOurs: isOurs(number), place: position(of: number), other: position(of: other), rule: rule,
        isIdle: isIdle))
  }

  /// Drops two that do the same, or undo each other.
  mutating func dropBoth(_ first: Int32, _ second: Int32) {
    drop(first, because: second)
    drop(second, because: first)
  }

  func position(of number: Int32) -> MergeFailure.Position {
    let instruction = self[number]
    return MergeFailure.Position(
      changesetIndex: changesets[Int(instruction.changeset)].index,
      instructionIndex: Int(instruction.source))
  }

  func failure(_ reason: MergeFailure.Reason, _ first: Int32, _ second: Int32) -> MergeFailure {
    let (ours, theirs) = isOurs(first) ? (first, second) : (second, first)
    return MergeFailure(reason: reason, ours: position(of: ours), theirs: position(of: theirs))
  }

  /// The instruction as it was given, with the names of its own changeset.
  func source(_ number: Int32) -> (instruction: Instruction, changeset: Changeset) {
    let it = self[number]
    let changeset = changesets[Int(it.changeset)].changeset
    return (changeset.instructions[Int(it.source)], changeset)
  }
}
