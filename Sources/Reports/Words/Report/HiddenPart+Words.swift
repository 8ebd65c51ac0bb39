package import Analyzer

extension HiddenPart {
  package var words: String {
    switch self {
    case .neverUploaded: "what was never uploaded"
    case .lastSync: "the state of the last sync"
    case .acknowledged: "what the server had acknowledged"
    case .client: "what the device had before"
    case .download: "what the reset downloaded"
    case .session: "which session was reset"
    case .merging: "how concurrent changes were merged"
    case .someEvents: "some of what happened"
    }
  }
}
