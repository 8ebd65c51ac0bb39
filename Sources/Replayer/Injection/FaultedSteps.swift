import RealmModel
import TraceFormat

/// The events of a session, or of a file on the wire, as faults leave them: what the client then
/// gets and the server then has is folded from them like anything that was recorded.
struct FaultedSteps {
  var steps: [TraceFold.Step] { didSet { areEdited = true } }
  /// Whether the steps may be other ones than those that were recorded.
  private(set) var areEdited = false
  /// What the session was recorded from. From the inside, messages only repeat what commits say.
  let recording: SessionRecording
  /// Whether the fresh state that was recorded has what the faults kept from the server.
  var freshIsObsolete = false

  /// What a fault did to the events, and the error that follows from it for the client.
  struct Change {
    var effects: [FaultEffect]
    /// An error that makes a reset due right after a record.
    var error: (error: SyncError, after: UInt64)?
  }

  init(_ steps: [TraceFold.Step], recording: SessionRecording) {
    self.steps = steps
    self.recording = recording
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
      case .upload(let entries):
        if !entries.isEmpty { freshIsObsolete = true }
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
    var waiting: [Decoded<Upload.Entry>] = []
    var integrated: [Decoded<Upload.Entry>] = []
    var seen = refused
    steps = steps.flatMap { step -> [TraceFold.Step] in
      switch step.content {
      case .upload(let uploaded):
        let entries = uploaded.filter {
          $0.recorded.clientVersion > version && seen.insert($0.recorded.clientVersion).inserted
        }
        guard step.sequence == arrival else {
          waiting += entries
          return [step]
        }
        integrated += entries
        return [step] + entries.map(step.integrated)
      case .download(var download) where step.sequence >= sequence:
        let count = waiting.firstIndex {
          $0.recorded.clientVersion > download.uploadClientVersion
        }
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
  func keptByServer(_ download: DecodedDownload) -> [TraceFold.Step] {
    download.entries.map {
      let entry = $0.recorded
      return with(
        .serverCommit(
          Decoded(
            ServerCommit(
              serverVersion: entry.serverVersion, changeset: entry.changeset,
              originFileIdent: entry.originFileIdent),
            $0.contents)))
    }
  }

  /// An upload that the server integrates without the client hearing of it; which version it becomes
  /// is not known.
  fileprivate func integrated(_ entry: Decoded<Upload.Entry>) -> TraceFold.Step {
    with(
      .serverCommit(
        Decoded(
          ServerCommit(serverVersion: 0, changeset: entry.recorded.changeset), entry.contents)))
  }

  /// Another content at the same place of the trace.
  func with(_ content: Content) -> TraceFold.Step {
    TraceFold.Step(
      sequence: sequence, timeMicroseconds: timeMicroseconds, content: content)
  }
}

extension FaultedChange {
  /// An uploaded changeset; nil where it cannot be read.
  init?(_ entry: Decoded<Upload.Entry>) {
    guard let changeset = entry.changeset else { return nil }
    self.init(
      serverVersion: nil, clientVersion: entry.recorded.clientVersion, isOnDevice: true,
      changeset: changeset)
  }
}
