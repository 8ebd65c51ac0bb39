package import Replayer
internal import TraceFormat

// Why a file and a recording don't belong together, without a final period.
extension DeviceFileMismatch {
  package var words: String {
    switch self {
    case .otherFile(0, _):
      "the file has no client file identifier yet, so no recorded session is one of its sessions"
    case .otherFile(let ident, let recorded) where recorded.contains(ident):
      "both are of client file \(ident), but with different salts: the file belongs to another server, or to "
        + "this one before sync was terminated"
    case .otherFile(let ident, let recorded):
      "the file is client file \(ident), and the recording has "
        + (recorded.isEmpty
          ? "no session with a known client file"
          : "sessions of \(Phrase.list(recorded.map { "client file \($0)" }))")
    case .otherPoint(let version, let acknowledged, let recorded):
      "the file last synced at server version \(version), with its own versions up to \(acknowledged) "
        + "acknowledged, and the recording "
        + (recorded.first.map {
          "has server versions \($0) to \(recorded.last ?? $0), but not that point"
        }
          ?? "has no download of the file")
    case .copiedEarly(let version, let recorded, let isServers):
      (isServers
        ? "the file has integrated server version \(version), and in the recording the device continues to server "
        : "the file ends at version \(version), and in the recording the device continues to ")
        + "version \(recorded), so the file was copied too early"
    }
  }

  package var nextStep: String {
    switch self {
    case .otherFile:
      "`tracetool info --format json FILE.realm` shows a file's identifier, `tracetool cat RECORDING` those of the "
        + "sessions (IDENT)"
    case .otherPoint:
      "take the recording that continues to the file's last sync, or replay the file alone with `--fresh`"
    case .copiedEarly:
      "take the file as it was when the reset began, or replay the recording alone"
    }
  }
}

extension DeviceSession {
  package static let missingBaseWords =
    "the recording does not have all that the file had synced, so the state of the last sync is not known"
}
