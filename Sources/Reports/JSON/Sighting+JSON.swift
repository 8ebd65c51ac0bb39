internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Sighting {
  /// The value; or `{"$present":true}`, `{"$absent":true}`, which no value is printed as.
  var json: JSONText {
    switch self {
    case .value(let value): value.json
    case .present: .tagged("present", .bool(true))
    case .absent: .tagged("absent", .bool(true))
    }
  }
}
