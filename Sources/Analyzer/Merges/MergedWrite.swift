public import RealmModel
public import Replayer
internal import TraceFormat

/// A write that an ordinary merge left nothing of, and the one that it met.
public struct MergedWrite: Sendable {
  /// One side's write.
  public struct Side: Sendable {
    /// Whether the session's own device had made it.
    public var isDevices: Bool
    /// The device's own version of its transaction, or the server's of what it downloaded.
    public var version: UInt64
    /// When it was made by the clock of its device, in milliseconds since 2015-01-01 (UTC).
    public var originTimestampMilliseconds: UInt64
    /// The client file that it comes from; 0 where the trace does not show the device's own.
    public var originFileIdent: UInt64
    /// The index of the instruction in its changeset; below 0 for one that the merge made.
    public var instructionIndex: Int
    /// Where it acts and what it does there; nil where the trace does not have it.
    public var write: Write?
  }

  /// What a write is.
  public struct Write: Hashable, Sendable {
    /// Where it acts.
    public var address: Address
    /// What it does there.
    public var operation: WriteOperation
  }

  /// The DOWNLOAD that brought the two together: its record, and its time.
  public var sequence: UInt64
  /// In microseconds since 1970.
  public var timeMicroseconds: Int64
  /// What came to nothing.
  public var lost: Side
  /// What it met.
  public var other: Side
  /// The rule of the merge.
  public var rule: MergeRule
  /// What became of it: `conflicted` where the other side had set the same thing, `lost` where what it was part of
  /// went, `redundant` where the other side did the same, or its effect is there all the same.
  public var fate: Fate
}

extension MergedWrite {
  /// Nil for a value that its own transaction sets anew: nobody else ever had it.
  init?(
    _ merged: MergedAway, in occurrence: MergeOccurrence, _ met: inout MetChangesets,
    fileIdent: UInt64
  ) {
    (sequence, timeMicroseconds) = (occurrence.sequence, occurrence.timeMicroseconds)
    lost = Side(merged.write, isDevices: merged.isOurs, &met, fileIdent)
    guard lost.instructionIndex == merged.write.instructionIndex else { return nil }
    other = Side(merged.other, isDevices: !merged.isOurs, &met, fileIdent)
    rule = merged.rule
    fate =
      merged.isIdle
      ? .redundant : rule.fate(ofLosing: lost.write?.operation, to: other.write?.operation)
  }
}

extension MergedWrite.Side {
  /// Of a value that is set anew in the same changeset, where that is done last.
  fileprivate init(
    _ write: MergedAway.Write, isDevices: Bool, _ met: inout MetChangesets, _ fileIdent: UInt64
  ) {
    self.isDevices = isDevices
    version = write.entry.version
    originTimestampMilliseconds = write.entry.originTimestamp
    originFileIdent = write.entry.originFileIdent
    if isDevices, originFileIdent == 0 { originFileIdent = fileIdent }
    let changeset = isDevices ? met.transactions[version] : write.entry.changeset
    instructionIndex = met.last(write, isDevices: isDevices, in: changeset)
    guard let changeset, changeset.instructions.indices.contains(instructionIndex) else { return }
    let instruction = changeset.instructions[instructionIndex]
    self.write = MergedWrite.Write(
      address: Address(instruction, in: changeset),
      operation: WriteOperation(instruction, in: changeset))
  }
}

struct MetChangesets {
  /// The device's transactions by their versions, as they were written.
  let transactions: [UInt64: Changeset]
  /// By version, of values that are set anew in the same changeset, where that is done last.
  private var ours: [UInt64: [Int: Int]] = [:]
  private var theirs: [UInt64: [Int: Int]] = [:]

  init(_ transactions: [UInt64: Changeset]) { self.transactions = transactions }

  /// The index of the instruction whose value is left of what a write sets; its own for all else.
  fileprivate mutating func last(
    _ write: MergedAway.Write, isDevices: Bool, in changeset: Changeset?
  ) -> Int {
    let version = write.entry.version
    let known = isDevices ? ours[version] : theirs[version]
    let later = known ?? changeset?.setAnew ?? [:]
    if isDevices { ours[version] = later } else { theirs[version] = later }
    return later[write.instructionIndex] ?? write.instructionIndex
  }
}

extension Changeset {
  /// By index, of values that a later instruction sets anew, the last that does; without what is in lists, whose
  /// positions move.
  fileprivate var setAnew: [Int: Int] {
    var (lasts, anew): ([Address: Int], [Int: Int]) = ([:], [:])
    for (index, instruction) in instructions.enumerated().reversed() {
      guard case .update = instruction else { continue }
      let address = Address(instruction, in: self)
      guard !address.leadsThroughList else { continue }
      if let last = lasts[address] { anew[index] = last } else { lasts[address] = index }
    }
    return anew
  }
}

extension MergeRule {
  func fate(ofLosing lost: WriteOperation?, to other: WriteOperation?) -> Fate {
    switch self {
    case .addTables, .addColumns, .eraseTables, .eraseColumns, .eraseObjects, .setInserts,
      .setEraseClear, .clears, .arrayErases:
      .redundant
    case .updates: lost != nil && lost?.valueSet == other?.valueSet ? .redundant : .conflicted
    // By a defect, two removals of different values meet.
    case .setErases: lost != nil && lost == other ? .redundant : .conflicted
    case .addIntegerUpdate, .clearUpdate, .clearAddInteger, .setEraseSetInsert, .setInsertClear,
      .arrayMoves, .arrayEraseUpdate, .arrayEraseArrayMove:
      .conflicted
    case .listChangeClear, .insideErasedTable, .insideErasedObject, .insideUpdate,
      .insideAddInteger, .insideArrayErase, .insideClear:
      lost?.isRemoval == true ? .redundant : .lost
    case .eraseTableAddTable, .addColumnEraseTable, .eraseColumnAddColumn, .eraseColumnUpdate,
      .eraseObjectCreateObject:
      .lost
    // These shift positions and drop nothing.
    case .arrayInsertUpdate, .arrayMoveUpdate, .arrayInserts, .arrayMoveArrayInsert,
      .arrayEraseArrayInsert, .insideArrayInsert, .insideArrayMove:
      .redundant
    }
  }
}

extension WriteOperation {
  /// Whether it takes away what is not there either once what it was part of is gone.
  fileprivate var isRemoval: Bool {
    switch self {
    case .removeClass, .removeProperty, .delete, .removeEntry, .removeElement, .removeMember,
      .clear:
      true
    case .addClass, .addProperty, .create, .set, .add, .insert, .move, .addMember: false
    }
  }

  /// The value that it sets, whether that is a default or not.
  fileprivate var valueSet: PayloadValue? {
    switch self {
    case .set(let value, _): value
    case .removeEntry: .erased
    default: nil
    }
  }
}
