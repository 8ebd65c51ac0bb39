import TraceFormat

/// Acknowledgements that a client is not to hear of. An acknowledgement is part of a DOWNLOAD, and what comes after it
/// acknowledges the same: so from it on no DOWNLOAD gets through, and no MARK, which would say that all of them did.
struct WireSilence: Sendable {
  /// The index of the fault.
  let cause: Int
  /// The first client version that the client is not to hear of.
  let clientVersion: UInt64
  /// Whether nothing gets through from now on, whatever it acknowledges.
  var hasBegun = false

  /// The index of the fault, if a message of the file's server does not go on.
  mutating func keptBack(_ arrival: WireArrival) -> Int? {
    switch arrival.meaning {
    case .download(let download):
      if download.uploadClientVersion >= clientVersion { hasBegun = true }
      return hasBegun ? cause : nil
    case .mark: return hasBegun ? cause : nil
    default: return nil
    }
  }
}
