package import Analyzer
internal import RealmModel
internal import TraceFormat

extension HarmAccount.AcknowledgedLoss {
  /// What was synced and what is there now, such as `"a", now absent`; both cut at a width.
  package func text(columns: Int) -> String {
    let synced = value.map { $0.text(columns: columns) } ?? Self.object
    return "\(synced), now \(after.text(columns: columns))"
  }

  private static let object = "the object"
}

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
