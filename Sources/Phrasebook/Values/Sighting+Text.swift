internal import Analyzer
internal import RealmModel
internal import Replayer

extension Sighting {
  /// What was seen, for people, on one line of at most so many columns.
  package func text(columns: Int) -> String {
    switch self {
    case .value(let value): value.text(columns: columns)
    case .present: "there"
    case .absent: "nothing"
    }
  }
}
