internal import Analyzer
internal import TraceFormat

extension Breakdown.Counts {
  /// Such as `31 lost, 2 superseded`.
  package var words: String {
    Fate.allCases.compactMap { fate in fates[fate].map { "\($0) \(fate.rawValue)" } }
      .joined(separator: ", ")
  }
}

extension Breakdown.PropertyLine {
  /// The property, or what stands in the place of its name for the whole class or object.
  package var title: String { name?.shortName ?? "(\(scope.rawValue))" }
}
