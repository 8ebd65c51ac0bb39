import RealmModel
import TraceFormat

/// What a capture shows of what the device did after a reset: the uploads under the fresh file's identifier.
///
/// A recovered transaction is uploaded under its old client version and with its old time. The reset makes two
/// versions of its own, which are never uploaded, and what the app writes afterwards comes behind them (Realm
/// Core: `sync/noinst/client_reset.cpp`, `sync/noinst/client_history_impl.cpp`). So transactions whose versions are
/// no further apart were all written before the reset, or all after it. Versions and times say which.
struct WireAftermath {
  /// What was written before the reset, by version.
  private(set) var recovered: [LateUpload] = []
  /// What was written before or after it: the trace does not show which.
  private(set) var undecided: [LateUpload] = []
  /// Whether the trace shows that all that was recovered has been uploaded.
  let isComplete: Bool
  /// Whether the file no longer tracks the reset: the server has the upload, and has answered a MARK.
  let isAcknowledged: Bool
  /// Whether the file tracks the reset whatever the undecided transactions are.
  let isTracked: Bool

  var recoveredVersions: Set<UInt64> { Set(recovered.map(\.version)) }

  /// How many versions the reset itself makes: of its record, and of the new state.
  private static let ownVersionCount: UInt64 = 2

  init(_ reset: RecognizedReset, of original: WireSession?, in fold: TraceFold) {
    let certain = if case .session = reset.original { original?.number } else { UInt32?.none }
    let before = certain.map(fold.sessions(ofFileOf:)) ?? []
    let after = fold.graph.sessions.filter {
      $0.file == reset.file && !reset.freshSessions.contains($0.number)
    }
    // What is uploaded was written before, so the device's clock is ahead by this at least, in microseconds.
    let ahead = fold.uploads(of: before + after).map {
      $0.writtenMicroseconds - Double($0.timeMicroseconds)
    }.max()
    let known = before.map(\.uploadedClientVersion).max() ?? 0
    let download = fold.freshEvents(of: reset).last { $0.download != nil }
    let downloaded = (ahead ?? 0) + Double(download?.timeMicroseconds ?? .min)
    let isBefore = { (upload: LateUpload) in
      known > 0 && upload.version <= known + min(Self.ownVersionCount, .max - known)
        || upload.writtenMicroseconds + 1000 <= downloaded
    }
    let end =
      after.first?.hadNothingToUpload == true ? 0 : after.lazy.compactMap(\.historyEnd).first
    let isAfter = { (upload: LateUpload) in
      upload.entry.recorded.serverVersion > reset.freshServerVersion
        || end.map { upload.version > $0 || $0 - upload.version < Self.ownVersionCount } ?? false
    }
    let runs = Self.runs(fold.uploads(of: after))
    let lastBefore = runs.lastIndex { $0.contains(where: isBefore) }.map { $0 + 1 } ?? 0
    let firstAfter = runs.firstIndex { $0.contains(where: isAfter) } ?? runs.count
    let (decided, open) = (min(lastBefore, firstAfter), max(lastBefore, firstAfter))
    recovered = Array(runs[..<decided].joined())
    undecided = Array(runs[decided..<open].joined())
    isComplete =
      end != nil || open < runs.count
      || after.contains { $0.uploadedServerVersion > reset.freshServerVersion }
    let acknowledged = after.map(\.acknowledgedClientVersion).max() ?? 0
    let isMarkAnswered = after.contains(where: \.isMarkAnswered)
    isAcknowledged =
      isComplete && isMarkAnswered
      && (recovered + undecided).allSatisfy { $0.version <= acknowledged }
    isTracked =
      !recovered.isEmpty && (!isMarkAnswered || recovered.contains { $0.version > acknowledged })
  }

  /// The transactions by version, each once, in runs that the reset cannot be between.
  private static func runs(_ uploads: [LateUpload]) -> [[LateUpload]] {
    var runs: [[LateUpload]] = []
    for upload in uploads.sorted(by: { ($0.version, $0.sequence) < ($1.version, $1.sequence) }) {
      if let last = runs.last?.last, upload.version - last.version <= ownVersionCount {
        if upload.version > last.version { runs[runs.count - 1].append(upload) }
      } else {
        runs.append([upload])
      }
    }
    return runs
  }
}

// What it tells of the reset
extension WireAftermath {
  /// What the device did; nil where the trace does not tell recovery from discarding.
  ///
  /// - Parameter shown: the client versions that the trace shows before the reset.
  func observed(
    action: ServerAction, _ sequence: UInt64, besides shown: Set<UInt64>, fresh: RealmState
  ) -> ObservedReset? {
    // A device that recovers may find nothing left to upload, so no upload proves nothing.
    guard !recovered.isEmpty else { return nil }
    let recorded = ResetObserved(
      mode: .recover, action: action, result: .recovered, reupload: recovered.map(\.reupload))
    var observed = ObservedReset(recorded, sequence, recovered.map(\.entry.contents))
    let versions = (recovered + undecided).map(\.version)
    observed.upload = ObservedReset.Upload(
      uncompared: versions.filter { !shown.contains($0) }, isComplete: isComplete,
      state: isComplete && undecided.isEmpty
        ? fresh.applying(recovered.map(\.entry.changeset)) : nil)
    return observed
  }

  /// What was recovered and the trace does not show before the reset, without what a recovery may have made of
  /// something else, and how many writes that leaves out.
  ///
  /// - Parameter local: the client's state before it wrote these; nil where the trace does not show it.
  func unseen(
    besides shown: Set<UInt64>, on local: RealmState?, fresh: RealmState
  ) -> (uploads: [LateUpload], leftOutCount: Int) {
    let unseen = recovered.filter { !shown.contains($0.version) }
    // What is doubtful at one place of a property makes all of the property so.
    let doubtful = unseen.compactMap(\.entry.changeset).reduce(into: Set<Address>()) { all, it in
      for instruction in it.instructions where !it.isKeptAsItWas(instruction, schemaOf: fresh) {
        all.insert(Address(instruction, in: it).wholeProperty)
      }
    }
    var (state, uploads, leftOutCount) = (local, [LateUpload](), 0)
    for var upload in unseen {
      if let changeset = upload.entry.changeset {
        var kept = changeset
        kept.instructions.removeAll { doubtful.contains(Address($0, in: changeset).wholeProperty) }
        if state == nil || state?.applyIfItFits(kept) != nil { kept.instructions = [] }
        leftOutCount += changeset.instructions.count - kept.instructions.count
        guard !kept.instructions.isEmpty else { continue }
        upload.entry = Decoded(recorded: upload.entry.recorded, contents: .success(kept))
      }
      uploads.append(upload)
    }
    return (uploads, leftOutCount)
  }

  func gaps(besides shown: Set<UInt64>, leftOutCount: Int) -> [Gap] {
    let unseen = recovered.map(\.version).filter { !shown.contains($0) }
    var gaps: [Gap] = []
    if !unseen.isEmpty {
      gaps.append(Gap(.seenAsRecovered(clientVersions: unseen, leftOutCount: leftOutCount)))
    }
    if !undecided.isEmpty {
      gaps.append(Gap(.firstSeenAfterReset(clientVersions: undecided.map(\.version))))
    }
    if !isComplete { gaps.append(Gap(.restOfUpload)) }
    return gaps
  }
}

extension Changeset {
  /// Whether a recovered instruction is the one that the app's write had recorded. Lists may have been copied
  /// whole, and their indexes are the server's; null may have been a link whose target is gone, and a deletion
  /// takes links out of sets (`docs/rules.md`).
  fileprivate func isKeptAsItWas(_ instruction: Instruction, schemaOf fresh: RealmState) -> Bool {
    let path = instruction.location.map { elements($0.path) } ?? []
    if path.contains(where: \.isIndex) { return false }
    switch (instruction, instruction.value) {
    case (.arrayInsert, _), (.arrayMove, _), (.arrayErase, _), (.clear, _), (.update, .list):
      return false
    case (.setErase, .link): return false
    case (.update(let update), .null):
      let type = fresh.schema(of: string(update.location.table))?
        .property(string(update.location.field))?.type
      return type != nil && type != .link && type != .mixed
    default: return true
    }
  }
}

extension LateUpload {
  fileprivate var version: UInt64 { entry.recorded.clientVersion }

  /// What a recovery keeps of it, and what tells it from those of other files.
  fileprivate var mark: [UInt64] { [version, entry.recorded.originTimestampMilliseconds] }

  /// By the device's clock, in microseconds since 1970, cut to milliseconds. Realm counts from 2015 on.
  fileprivate var writtenMicroseconds: Double {
    (Double(entry.recorded.originTimestampMilliseconds) + Double(Timestamp.originMilliseconds))
      * 1000
  }
}

extension RecognizedReset {
  /// Leaves those of several sessions that fit better, if there are any; gives whether there are fewer now.
  fileprivate mutating func narrow(to fitsBetter: (UInt32) -> Bool) -> Bool {
    let better = originals.filter(fitsBetter)
    guard !better.isEmpty, better.count < originals.count else { return false }
    original = better.count == 1 ? .session(better[0]) : .ambiguous(better)
    return true
  }
}

extension TraceFold {
  /// The resets. If several files fit one, of those that had uploaded something that it uploads again, and that are not
  /// certain for another: a file is reset once, and then has another identifier.
  func narrowedResets() -> [RecognizedReset] {
    var resets = graph.resets
    for index in resets.indices where resets[index].originals.count > 1 {
      let file = resets[index].file
      let again = Set(uploads(of: graph.sessions.filter { $0.file == file }).map(\.mark))
      _ = resets[index].narrow { session in
        uploads(of: sessions(ofFileOf: session)).contains { again.contains($0.mark) }
      }
    }
    var isNarrower = true
    while isNarrower {
      let certain = Set(resets.map(\.originals).filter { $0.count == 1 }.joined())
      isNarrower = false
      for index in resets.indices where resets[index].narrow(to: { !certain.contains($0) }) {
        isNarrower = true
      }
    }
    return resets
  }

  fileprivate func uploads(of sessions: [WireSession]) -> [LateUpload] {
    sessions.flatMap { events[$0.number] ?? [] }.flatMap { event -> [LateUpload] in
      guard case .upload(let entries) = event.content else { return [] }
      return entries.map {
        LateUpload(entry: $0, sequence: event.sequence, timeMicroseconds: event.timeMicroseconds)
      }
    }
  }
}
