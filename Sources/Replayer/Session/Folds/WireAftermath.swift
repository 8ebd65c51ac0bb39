import TraceFormat

/// What a capture shows of what the device did after a reset: the uploads of the session that went
/// on with the fresh file.
///
/// A recovered transaction is uploaded again under its old client version, so a version that was
/// not acknowledged before the reset and turns up after it tells that the device recovered it. New
/// versions tell nothing: they may be recovered transactions that were never uploaded before, or
/// written after the reset.
struct WireAftermath {
  private let unsyncedVersions: Set<UInt64>
  private let entries: [Decoded<Upload.Entry>]

  init(of unsynced: [UnsyncedChangeset], uploads: [SessionEvent]) {
    unsyncedVersions = Set(unsynced.map(\.clientVersion))
    entries = uploads.flatMap { event -> [Decoded<Upload.Entry>] in
      if case .upload(let entries) = event.content { entries } else { [] }
    }
  }

  /// What the device did; nil where the trace does not tell recovery from discarding.
  func observed(action: ServerAction, _ sequence: UInt64) -> ObservedReset? {
    guard !unsyncedVersions.isEmpty else { return nil }
    let again = entries.filter { unsyncedVersions.contains($0.recorded.clientVersion) }
    // A device that recovers may find nothing left to upload, so no upload proves nothing.
    guard !again.isEmpty else { return nil }
    let recorded = ResetObserved(
      mode: .recover, action: action.startsClientReset ? action : .clientReset, result: .recovered,
      reupload: again.map {
        ResetObserved.Reupload(
          clientVersion: $0.recorded.clientVersion, changeset: $0.recorded.changeset)
      })
    return ObservedReset(recorded, sequence, again.map(\.contents))
  }

  /// Uploads that may have been unsynced before the reset.
  var gaps: [Gap] {
    let unseen = Set(entries.map(\.recorded.clientVersion)).subtracting(unsyncedVersions).sorted()
    return unseen.isEmpty ? [] : [Gap(.firstSeenAfterReset(clientVersions: unseen))]
  }
}
