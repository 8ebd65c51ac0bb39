package import Analyzer
internal import TraceFormat

extension HarmClass {
  package var noun: String {
    switch self {
    case .lost, .stranded: "write"
    case .overwritten, .doubled: "place"
    case .acknowledgedLost: "value"
    }
  }

  /// Such as `2 writes lost`.
  package func words(_ count: Int, orChanged: Bool) -> String {
    self == .acknowledgedLost
      ? "\(count.counted("synced value")) gone\(orChanged ? " or changed" : "")"
      : "\(count.counted(noun)) \(title)"
  }

  /// What is counted, where the number stands elsewhere.
  var title: String {
    switch self {
    case .lost: "lost"
    case .stranded: "in a file only"
    case .overwritten: "overwritten"
    case .doubled: "done twice"
    case .acknowledgedLost: "synced, gone"
    }
  }

  package var meaning: String {
    switch self {
    case .lost: "an unsynced write is gone"
    case .stranded: "an unsynced write is left in the old file or its backup"
    case .overwritten: "the server's data was changed where the device had not edited it"
    case .doubled: "something was done twice"
    case .acknowledgedLost: "the device had synced it, and the restored server lacks it"
    }
  }
}

extension HarmCounts {
  /// What there is of each class, such as `2 writes lost and 1 place overwritten`; nil where there is nothing.
  package func words(orChanged: Bool) -> String? {
    let parts = HarmClass.allCases.filter { self[$0] > 0 }
      .map { $0.words(self[$0], orChanged: orChanged) }
    return parts.isEmpty ? nil : Phrase.list(parts)
  }
}
