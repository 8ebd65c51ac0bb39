import TraceFormat

/// The events of a session, or of a file on the wire, as faults leave them: what the client then
/// gets and the server then has is folded from them like anything that was recorded.
struct FaultedEvents {
  var all: [SessionEvent] { didSet { areEdited = true } }
  /// Whether the events may be other ones than those that were recorded.
  private(set) var areEdited = false
  /// What the session was recorded from. From the inside, messages only repeat what commits say.
  let recording: SessionRecording
  /// The identifier of the device's file, as far as the session's start has it.
  let fileIdent: UInt64?
  /// Whether the fresh state that was recorded has what the faults kept from the server.
  var freshIsObsolete = false

  /// What a fault did to the events, and the error that follows from it for the client.
  struct Change {
    var effects: [FaultEffect]
    /// An error that makes a reset due right after a record.
    var error: (error: SyncError, after: UInt64)?
  }

  func index(of sequence: UInt64) -> Int? { all.firstIndex { $0.sequence == sequence } }
}

// On the wire
extension FaultedEvents {
  /// From a record on nothing crosses the wire any more: what the device uploads the server never gets, and
  /// what the server sends it has alone.
  mutating func goOffline(from sequence: UInt64) {
    all = all.map { event in
      guard event.sequence >= sequence else { return event }
      switch event.content {
      case .download(let download): return event.with(.lostDownload(download))
      case .upload(let entries):
        if !entries.isEmpty { freshIsObsolete = true }
        return event.with(.lostUpload(entries))
      default: return event
      }
    }
  }

  /// From a record on the client hears of no acknowledgement beyond a version, though the server
  /// acknowledges; gives what the server has integrated in spite of it.
  ///
  /// What the server had integrated such an upload before it cannot get to the client without acknowledging it,
  /// nor can what comes after that.
  /// - Parameters:
  ///   - arrival: an upload that the server integrates whether or not the trace goes on to show it.
  ///   - refused: client versions that the server never integrates.
  mutating func silenceAcknowledgements(
    from sequence: UInt64, beyond version: UInt64, arrival: UInt64? = nil,
    refused: Set<UInt64> = []
  ) -> [FaultedChange] {
    var silence = Silence(start: sequence, version: version, arrival: arrival, seen: refused)
    all = all.flatMap { event -> [SessionEvent] in
      switch event.content {
      case .upload(let entries): silence.upload(entries, event, refused)
      case .download(let download): silence.download(download, event)
      default: [event]
      }
    }
    return silence.integrated.compactMap {
      FaultedChange(ofDevice: $0.recorded.clientVersion, $0.changeset)
    }
  }
}

/// A server that integrates uploads while the client hears of no acknowledgement beyond a version.
private struct Silence {
  let start: UInt64
  let version: UInt64
  /// The record of an upload that the server integrates at once.
  let arrival: UInt64?
  /// The client versions that have been uploaded, or that the server refuses.
  var seen: Set<UInt64>
  var waiting: [Decoded<Upload.Entry>] = []
  private(set) var integrated: [Decoded<Upload.Entry>] = []
  /// Whether the client gets nothing more.
  var isDeaf = false

  mutating func upload(
    _ entries: [Decoded<Upload.Entry>], _ event: SessionEvent, _ refused: Set<UInt64>
  ) -> [SessionEvent] {
    let new = entries.filter {
      $0.recorded.clientVersion > version && seen.insert($0.recorded.clientVersion).inserted
    }
    guard !entries.contains(where: { refused.contains($0.recorded.clientVersion) }) else {
      return [event.with(.lostUpload(entries))]
    }
    guard event.sequence == arrival else {
      waiting += new
      return [event]
    }
    integrated += new
    let versions = Set(new.map(\.recorded.clientVersion))
    return [event, event.with(.silentIntegration(ofClientVersions: versions))]
  }

  mutating func download(_ download: DecodedDownload, _ event: SessionEvent) -> [SessionEvent] {
    guard event.sequence >= start else { return [event] }
    let count = waiting.firstIndex { $0.recorded.clientVersion > download.uploadClientVersion }
    integrated += waiting.prefix(count ?? waiting.count)
    waiting.removeFirst(count ?? waiting.count)
    let heard = isDeaf ? 0 : download.entries.prefix { $0.recorded.clientVersion <= version }.count
    isDeaf = isDeaf || heard < download.entries.count
    var (delivered, lost) = (download, download)
    delivered.entries = Array(download.entries.prefix(heard))
    delivered.uploadClientVersion = min(download.uploadClientVersion, version)
    delivered.downloadClientVersion = min(download.downloadClientVersion, version)
    if isDeaf {
      delivered.downloadServerVersion = delivered.entries.last?.recorded.serverVersion ?? 0
    }
    lost.entries = Array(download.entries.dropFirst(heard))
    // What the server says beyond the version it says to nobody.
    return [event.with(.download(delivered)), event.with(.lostDownload(lost))]
  }
}

extension FaultedChange {
  /// A transaction of the device; nil where its changeset cannot be read.
  init?(ofDevice clientVersion: UInt64, _ changeset: Changeset?) {
    guard let changeset else { return nil }
    self.init(
      serverVersion: nil, clientVersion: clientVersion, isOnDevice: true, changeset: changeset)
  }
}
