import RealmModel
import TraceFormat

/// The events of a session, or of a file on the wire, as faults leave them: what the client then
/// gets and the server then has is folded from them like anything that was recorded.
struct FaultedSteps {
  var steps: [TraceFold.Step]
  /// Whether the session was recorded from the inside; then messages only repeat what commits say.
  let isInside: Bool
  /// Whether the fresh state that was recorded has what the faults kept from the server.
  var freshIsObsolete = false

  /// What a fault did to the events, and the error that follows from it for the client.
  struct Change {
    var effects: [FaultEffect]
    /// An error that makes a reset due right after a record.
    var error: (error: SyncError, after: UInt64)?
  }

  init(_ steps: [TraceFold.Step], isInside: Bool) {
    self.steps = steps
    self.isInside = isInside
  }

  func index(of sequence: UInt64) -> Int? { steps.firstIndex { $0.sequence == sequence } }

  mutating func replace(_ range: Range<Int>, by new: [TraceFold.Step]) {
    steps.replaceSubrange(range, with: new)
  }
}

// On the wire
extension FaultedSteps {
  /// From a record on nothing crosses the wire any more: what the device uploads is not
  /// acknowledged, and what the server sends it has alone.
  mutating func goOffline(from sequence: UInt64) {
    steps = steps.flatMap { step -> [TraceFold.Step] in
      guard step.sequence >= sequence else { return [step] }
      switch step.content {
      case .download(let download): return step.keptByServer(download)
      case .upload(let upload):
        if !upload.entries.isEmpty { freshIsObsolete = true }
        return [step]
      default: return [step]
      }
    }
  }

  /// From a record on the client hears of no acknowledgement beyond a version, though the server
  /// acknowledges; gives what the server has integrated in spite of it.
  ///
  /// - Parameters:
  ///   - arrival: an upload that the server integrates whether or not the trace goes on to show it.
  ///   - refused: client versions that the server never integrates.
  mutating func silenceAcknowledgements(
    from sequence: UInt64, beyond version: UInt64, arrival: UInt64? = nil,
    refused: Set<UInt64> = []
  ) -> [FaultedChange] {
    var waiting: [Upload.Entry] = []
    var integrated: [Upload.Entry] = []
    var seen = refused
    steps = steps.flatMap { step -> [TraceFold.Step] in
      switch step.content {
      case .upload(let upload):
        let entries = upload.entries.filter {
          $0.clientVersion > version && seen.insert($0.clientVersion).inserted
        }
        guard step.sequence == arrival else {
          waiting += entries
          return [step]
        }
        integrated += entries
        return [step] + entries.map(step.integrated)
      case .download(var download) where step.sequence >= sequence:
        let count = waiting.firstIndex { $0.clientVersion > download.uploadClientVersion }
        let entries = Array(waiting.prefix(count ?? waiting.count))
        waiting.removeFirst(entries.count)
        integrated += entries
        download.uploadClientVersion = min(download.uploadClientVersion, version)
        download.downloadClientVersion = min(download.downloadClientVersion, version)
        return entries.map(step.integrated) + [step.with(.download(download))]
      default: return [step]
      }
    }
    return integrated.compactMap(FaultedChange.init)
  }
}

extension TraceFold.Step {
  /// The changes of a download that the client never gets.
  func keptByServer(_ download: Download) -> [TraceFold.Step] {
    download.entries.map {
      with(
        .serverCommit(
          ServerCommit(
            serverVersion: $0.serverVersion, changeset: $0.changeset,
            originFileIdent: $0.originFileIdent)))
    }
  }

  /// An upload that the server integrates without the client hearing of it; which version it becomes
  /// is not known.
  fileprivate func integrated(_ entry: Upload.Entry) -> TraceFold.Step {
    with(.serverCommit(ServerCommit(serverVersion: 0, changeset: entry.changeset)))
  }

  /// Another content at the same place of the trace.
  func with(_ content: Content) -> TraceFold.Step {
    TraceFold.Step(
      sequence: sequence, timeMicroseconds: timeMicroseconds, content: content)
  }
}

extension FaultedChange {
  /// An uploaded changeset; nil where it cannot be read.
  init?(_ entry: Upload.Entry) {
    guard let changeset = try? Changeset(decoding: entry.changeset) else { return nil }
    self.init(
      serverVersion: nil, clientVersion: entry.clientVersion, isOnDevice: true,
      changeset: changeset)
  }
}
