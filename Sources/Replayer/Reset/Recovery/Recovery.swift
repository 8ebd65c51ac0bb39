import RealmModel
import TraceFormat

/// Recovers unsynced changesets on top of the fresh state, as a client reset in recover mode does.
///
/// For each changeset, oldest first: every instruction is resolved against the fresh state, where list positions are
/// translated and what has lost its place is dropped; what remains is applied; then lists that need it are copied whole
/// from the local state. What all that records is the changeset that is uploaded instead (`docs/rules.md`, "Recovery";
/// Realm Core: `sync/noinst/client_reset_recovery.cpp`).
struct Recovery {
  /// The fresh state, changing, with a recorder on.
  var remote: ChangesetApplier
  /// The client's state just before the reset: the source of whole-list copies.
  let local: RealmState
  let quirks: Quirks
  var trackers: TrackerRegistry
  var dictionaryKeys = DictionaryKeyTable()
  /// The changeset at hand; the paths of its instructions change as they are translated.
  var changeset = Changeset()
  var rulings: [Ruling] = []
  var listCopies: [ListCopy] = []
  /// The positions in ``rulings`` of what was left to the copy of a list.
  var leftToCopy: [ListAddress: [Int]] = [:]
  var observer = RecoveryObserver()

  /// What deletions did to links, and what the server has already: the ideal engine goes by them.
  private var deletionEdits: DeletionEdits
  private let integrated: Set<Int>

  init(_ situation: ResetSituation, _ quirks: Quirks) {
    local = situation.local
    self.quirks = quirks
    remote = ChangesetApplier(situation.fresh)
    let hasDeletions = situation.unsynced.contains { DeletionEdits.mayBeIn($0.changeset) }
    deletionEdits = DeletionEdits(base: hasDeletions ? situation.base : nil)
    integrated = situation.integrated
    remote.transaction.startRecording(cutsKeys: true)
    trackers = TrackerRegistry(quirks: quirks)
  }

  private var crash: RecoveryFailure? { remote.transaction.abort.map { .crash($0.text) } }

  /// The fresh state with everything that was recovered so far.
  var state: RealmState {
    _read { yield remote.transaction.state }
  }

  /// Recovers all changesets and gives what replaces them, one for one.
  mutating func recover(_ unsynced: [UnsyncedChangeset]) throws(ResetFailure) -> [Changeset] {
    var replaced: [Changeset] = []
    for (index, transaction) in unsynced.enumerated() {
      do throws(RecoveryFailure) {
        replaced.append(try recover(transaction.changeset, index: index))
      } catch {
        throw error.resetFailure
      }
    }
    noteMissingCopies()
    return replaced
  }

  /// What was left to the copy of a list that never came about is dropped.
  private mutating func noteMissingCopies() {
    for (address, tracker) in trackers.entries where tracker.lacksCopy {
      for position in leftToCopy[address] ?? [] {
        rulings[position].rule = .listCopyNotResolved
        rulings[position].effect = .discarded
        if observer.keysDiffer.contains(address) {
          rulings[position].notes.append(.internalKeysDiffer)
        }
      }
    }
  }

  /// One ruling for each instruction once the reset has failed: what was recovered is taken back.
  func rulingsAfterFailure(of unsynced: [UnsyncedChangeset]) -> [Ruling] {
    var position = 0
    return unsynced.enumerated().flatMap { index, transaction in
      transaction.changeset.instructions.indices.map { instruction in
        defer { position += 1 }
        guard position < rulings.count else {
          return Ruling(
            changesetIndex: index, instructionIndex: instruction, rule: .notReached,
            effect: .failed)
        }
        var ruling = rulings[position]
        ruling.emitted = 0..<0
        if ruling.effect != .failed { ruling.rule = .resetFailed }
        ruling.effect = .failed
        return ruling
      }
    }
  }

  /// Recovers one changeset and gives what replaces it; `index` is its index among the unsynced ones, for the rulings.
  mutating func recover(_ original: Changeset, index: Int) throws(RecoveryFailure) -> Changeset {
    changeset = original
    remote.begin(original)
    let edits = deletionEdits.find(in: original)
    let isRepeated = integrated.contains(index)
    if isRepeated, !quirks.contains(.integratedChangesAreRepeated) { return skip(original, index) }
    for instructionIndex in original.instructions.indices {
      let start = remote.transaction.recordedCount
      observer.notes = isRepeated ? [.isRepeated] : []
      do throws(RecoveryFailure) {
        let instruction = original.instructions[instructionIndex]
        let resolution = try recover(instruction, isCut: edits.contains(instructionIndex))
        if let crash { throw crash }
        note(resolution, index, instructionIndex, start..<remote.transaction.recordedCount)
      } catch {
        let failure = crash ?? located(error, at: original.instructions[instructionIndex])
        noteDroppedBefore(original.instructions[instructionIndex], in: original)
        note(RecoveryRuling(rule: failure.rule, effect: .failed), index, instructionIndex)
        throw failure
      }
    }
    try copyMarkedLists(after: original, index)
    if let crash { throw crash }
    return remote.transaction.takeRecorded()
  }

  /// Recovers one instruction, which may be one of a deletion's edits.
  private mutating func recover(_ instruction: Instruction, isCut: Bool) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    guard isCut else { return try recover(instruction) }
    guard quirks.contains(.deletionsEditTheirReferrers) else {
      return try leaveToDeletion(instruction)
    }
    observer.notes.append(.cutsLinkToDeleted)
    return try recover(instruction)
  }

  /// The server has the changeset already: nothing of it is repeated.
  private mutating func skip(_ original: Changeset, _ index: Int) -> Changeset {
    observer.notes = []
    for instruction in original.instructions.indices {
      note(.dropped(.alreadyIntegrated), index, instruction)
    }
    return Changeset()
  }

  private mutating func note(
    _ resolution: RecoveryRuling, _ index: Int, _ instruction: Int, _ emitted: Range<Int> = 0..<0
  ) {
    if let list = resolution.list { leftToCopy[list, default: []].append(rulings.count) }
    rulings.append(
      Ruling(
        changesetIndex: index, instructionIndex: instruction, rule: resolution.rule,
        effect: resolution.effect, notes: observer.notes, emitted: emitted))
  }
}

struct RecoveryRuling {
  var rule: RuleIdentifier
  var effect: Ruling.Effect
  /// The list whose copy the instruction is left to.
  var list: ListAddress?

  static func applied(_ rule: RuleIdentifier) -> RecoveryRuling {
    RecoveryRuling(rule: rule, effect: .applied)
  }
  static func dropped(_ rule: RuleIdentifier) -> RecoveryRuling {
    RecoveryRuling(rule: rule, effect: .discarded)
  }
}
