import RealmModel
import TraceFormat

/// What one peer has written, in the form in which it is merged with what comes from another one.
///
/// A merge leaves reciprocal changesets, and the next one starts from these (`docs/merge.md`, "What goes in
/// and what comes out"; Realm Core: `sync/transform.cpp`, `sync/noinst/client_history_impl.cpp`). The
/// originals are kept by nobody here: they are what is uploaded.
public struct ReciprocalHistory: Sendable {
  /// The file that writes and merges.
  public let localFileIdent: UInt64
  private var written: [Written] = []

  private struct Written {
    var entry: HistoryEntry
    /// Which instructions of the changeset as it was written are left; nil while no merge has changed it.
    var origins: InstructionOrigins?
  }

  /// The history of a file before its first change.
  public init(localFileIdent: UInt64) { self.localFileIdent = localFileIdent }

  /// What is not known to the other peer yet, by version.
  public var entries: [HistoryEntry] { written.map(\.entry) }

  package var lastVersion: UInt64? { written.last?.entry.version }

  /// The changes above a version that a merge has changed, each with where its instructions come from.
  package func merged(above version: UInt64) -> [(entry: HistoryEntry, origins: InstructionOrigins)]
  {
    written.reversed().prefix { $0.entry.version > version }.reversed().compactMap {
      written in written.origins.map { (written.entry, $0) }
    }
  }

  /// Adds a change of this peer's own, as it was written. One without instructions never takes part in
  /// a merge and is passed over; one that a merge has emptied does, to no effect.
  ///
  /// - Precondition: Its version is not below those that were added before.
  public mutating func append(_ entry: HistoryEntry) {
    precondition(
      written.last.map { $0.entry.version <= entry.version } ?? true,
      "versions of a history don't fall")
    guard !entry.changeset.instructions.isEmpty else { return }
    written.append(Written(entry: entry))
  }

  /// Merges what arrived with what it is concurrent to, and gives it as it is to be applied.
  ///
  /// Each incoming changeset says in `lastIntegratedRemoteVersion` up to where its sender knew this
  /// history; what is above is concurrent. Those with one base are merged together, in their order.
  ///
  /// - Throws: where the two contradict each other; the history is then as it was.
  public mutating func integrate(
    _ incoming: [HistoryEntry], quirks: MergeQuirks = .realmCore
  ) throws(MergeFailure) -> IntegratedChanges {
    var (integrated, history) = (IntegratedChanges(), self)
    var rest = incoming[...]
    while let base = rest.first?.lastIntegratedRemoteVersion {
      let end = rest.firstIndex { $0.lastIntegratedRemoteVersion != base } ?? rest.endIndex
      try history.integrate(Array(rest[..<end]), above: base, quirks, into: &integrated)
      rest = rest[end...]
    }
    self = history
    return integrated
  }

  private mutating func integrate(
    _ run: [HistoryEntry], above base: UInt64, _ quirks: MergeQuirks,
    into integrated: inout IntegratedChanges
  ) throws(MergeFailure) {
    let first = written.lastIndex { $0.entry.version <= base }.map { $0 + 1 } ?? 0
    guard first < written.endIndex else {
      integrated.changesets += run
      return
    }
    let ours = written[first...].map(\.entry)
    let result = try ConcurrentChanges(localFileIdent: localFileIdent, ours: ours, theirs: run)
      .merged(quirks: quirks)
    integrated.changesets += result.theirs
    integrated.mergedAway += mergedAway(result, above: first, run)
    let dropped = Dictionary(grouping: result.discards.filter(\.isOurs), by: \.place.changesetIndex)
    for (offset, entry) in result.ours.enumerated() where entry.isModified {
      let origins =
        written[first + offset].origins ?? InstructionOrigins(of: ours[offset].changeset)
      written[first + offset].origins = origins.without(
        dropped[offset, default: []].map(\.place.instructionIndex),
        leaving: entry.changeset.instructions.count)
      written[first + offset].entry.changeset = entry.changeset
    }
    integrated.changesOurs = integrated.changesOurs || result.ours.contains(where: \.isModified)
  }

  /// What a merge dropped, named by versions and by the changesets as they were written.
  private func mergedAway(
    _ result: MergedChanges, above first: Int, _ run: [HistoryEntry]
  ) -> [MergedAway] {
    let write = { (place: MergeFailure.Position, isOurs: Bool) in
      guard isOurs else {
        return MergedAway.Write(
          entry: run[place.changesetIndex], instructionIndex: place.instructionIndex)
      }
      var written = written[first + place.changesetIndex]
      written.entry.changeset = Changeset()
      return MergedAway.Write(
        entry: written.entry,
        instructionIndex: written.origins?[place.instructionIndex] ?? place.instructionIndex)
    }
    return result.discards.map {
      MergedAway(
        isOurs: $0.isOurs, write: write($0.place, $0.isOurs), other: write($0.other, !$0.isOurs),
        rule: $0.rule, isIdle: $0.isIdle)
    }
  }

  /// Forgets what the other peer has integrated, up to a version.
  public mutating func trim(through version: UInt64) {
    written.removeAll { $0.entry.version <= version }
  }
}

/// What arrived, as it is to be applied, and what the merge made of either side.
public struct IntegratedChanges: Sendable {
  /// The changesets that arrived, in their order.
  public var changesets: [HistoryEntry] = []
  /// The instructions of both sides that came to nothing, in the order in which the merge met them.
  package var mergedAway: [MergedAway] = []
  /// Whether any change of the peer that merges is another one now.
  package var changesOurs = false
  /// Why a client left changes out.
  var failures: [IntegrationFailure] = []
}

enum IntegrationFailure: Error {
  case merge(MergeFailure)
  case misfit(ApplyFailure)
}

/// An instruction that a merge dropped, by its place in the histories.
package struct MergedAway: Sendable {
  package struct Write: Sendable {
    /// Its changeset, under a client version for what the merging client wrote, and a server version for what it
    /// downloaded. Of the client's own, of which merges make ever new forms, only the place is kept.
    package var entry: HistoryEntry
    /// Its index in that changeset, as that was written or arrived; below 0 for one that a merge has made.
    package var instructionIndex: Int
  }

  package var isOurs: Bool
  package var write: Write
  package var other: Write
  package var rule: MergeRule
  package var isIdle: Bool
}

/// Which instructions of a changeset, as it was written, those of its merged form are.
package struct InstructionOrigins: Hashable, Sendable {
  private var indexes: [Int]

  init(of changeset: Changeset) { indexes = Array(changeset.instructions.indices) }

  /// The index of an instruction in the changeset as it was written; below 0 for one that a merge has made,
  /// of which each has another one.
  package subscript(index: Int) -> Int {
    indexes.indices.contains(index) ? indexes[index] : -1 - index
  }

  /// Those that are left when some are dropped.
  ///
  /// A merge that removes a class may put removals of properties before it; then it is not told which are
  /// which, and all count as made by the merge. Nothing of such a changeset can be recovered.
  func without(_ dropped: [Int], leaving count: Int) -> InstructionOrigins {
    let dropped = Set(dropped)
    var left = self
    left.indexes = indexes.indices.filter { !dropped.contains($0) }.map { indexes[$0] }
    if left.indexes.count != count { left.indexes = (0..<count).map { -1 - $0 } }
    return left
  }
}
