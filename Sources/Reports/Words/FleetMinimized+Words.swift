internal import Analyzer
internal import Campaigns
internal import Replayer
internal import TraceFormat

extension FleetSmallest {
  /// What became of the cluster's representative, without a full stop.
  var sentence: String {
    switch ending {
    case .success(let found): found.sentence
    case .failure(let miss): "not minimized: \(miss.sentence)"
    }
  }
}

extension FleetSmallest.Found {
  /// Such as `minimized: 5 of 77 records, 3 instructions`.
  fileprivate var sentence: String {
    let cut = trace.result.isCutShort ? "; a smaller one may exist" : ""
    return "minimized: \(recordCount) of \(Phrase.count(recordCountBefore, "record")), "
      + trace.extent + cut
  }
}

extension FleetSmallest.Miss {
  /// Why there is no smallest trace.
  var sentence: String {
    switch self {
    case .unread(let failure): Self.sentence(failure)
    case .changed: "the trace has changed since its row was made"
    case .notShown: "a replay of the trace does not show this"
    }
  }

  private static func sentence(_ failure: FleetFailure) -> String {
    let place = failure.place.map { "\($0): " } ?? ""
    let message = Phrase.foreign(place + failure.message, columns: 200, isQuoted: false)
    return "the trace could not be replayed (\(failure.kind.rawValue)): \(message)"
  }
}

extension FleetMinimized {
  /// How many traces there are, and of how many clusters.
  ///
  /// - Parameter clusterCount: how many clusters the report has.
  func extent(of clusterCount: Int) -> String {
    let folder = Phrase.foreign(folder, columns: 200, isQuoted: false)
    let left = clusterCount - all.count
    let missed = all.count - foundCount
    let parts = [
      "\(Phrase.count(foundCount, "smallest trace")) in \(folder)",
      missed == 0
        ? nil
        : "\(Phrase.count(missed, "cluster")) without one, for the reason given",
      left == 0 ? nil : "\(Phrase.count(left, "more cluster")) not asked for",
    ]
    return parts.compactMap(\.self).joined(separator: "; ") + "."
  }
}
