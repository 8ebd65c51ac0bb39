internal import Analyzer

extension Fate {
  /// What the word means, for people who read it for the first time.
  package var meaning: String {
    switch self {
    case .recovered: "kept, and to be uploaded"
    case .conflicted: "the server had changed the same thing"
    case .lost: "gone: neither the device nor the server has its effect"
    case .stranded: "only in a file on the device"
    case .pending: "on the device, which uploads it when its sync goes on"
    case .superseded: "replaced by a later unsynced write"
    case .redundant: "the server already had it"
    case .unknown: "the trace does not show enough"
    }
  }
}
