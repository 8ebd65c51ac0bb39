package import Analyzer
internal import RealmModel
internal import TraceFormat

extension HarmClass {
  /// What the class means, for people who read it for the first time.
  package var meaning: String {
    switch self {
    case .lost: "an unsynced write is gone"
    case .stranded: "an unsynced write is left in the old file or its backup"
    case .overwritten: "data of the server's that the device had not edited ended otherwise"
    case .doubled: "something was done twice"
    case .acknowledgedLost: "the device had synced it, and the restored server lacks it"
    }
  }
}
