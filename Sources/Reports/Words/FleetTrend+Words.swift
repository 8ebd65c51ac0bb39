internal import Analyzer
internal import Campaigns
internal import TraceFormat

extension FleetShare {
  var counts: String { "\(part) of \(whole)" }

  /// In per cent with two digits behind the point at most; a dash where there is no whole.
  var percent: String { percent(digits: 2)?.text ?? "-" }

  var words: String { whole == 0 ? counts : "\(counts) (\(percent))" }
}

extension FleetTrend {
  var extent: [String] {
    let traces = extents.map {
      "\($0.olderTraceCount.counted("trace")) then and \($0.newerTraceCount) now with \($0.mode.optionName)"
    }
    guard !traces.isEmpty else { return ["Nothing is compared: the runs have no mode in common."] }
    let compared =
      "Shares are of the traces and users with a reset or a loss: \(Phrase.list(traces))."
    guard !otherModes.isEmpty else { return [compared] }
    let others = Phrase.list(otherModes.map(\.optionName))
    return [compared, "Only one of the runs has \(others), so that is not compared."]
  }

  /// How many clusters went which way: `2 new, 1 gone`; nil where nothing is compared.
  var summary: String? {
    guard !extents.isEmpty else { return nil }
    let parts = Direction.allCases.map { ($0, entries($0).count) }.filter { $0.1 > 0 }
    return parts.isEmpty
      ? "Neither run loses anything in the modes compared."
      : parts.map { "\($0.1) \($0.0.words)" }.joined(separator: ", ") + "."
  }

  /// Clusters that are as they were need no line.
  var toldEntries: [Entry] { entries.filter { $0.direction != .same } }
}

extension FleetTrend.Direction {
  var words: String { self == .same ? "the same" : rawValue }

  var role: TextStyle.Role {
    switch self {
    case .new, .grown: .bad
    case .shrunk, .gone: .good
    case .same: .faint
    }
  }
}

extension FleetTrend.Entry {
  var shown: FleetCluster? { newer ?? older }

  /// Such as `Inspection.notes with recover: 0 of 900 traces, now 12 of 1192 (1%)`.
  var sentence: String {
    guard let shown else { return "" }
    let traces = "traces \(olderTraces.words), now \(newerTraces.words)"
    let users = "users \(olderUsers.words), now \(newerUsers.words)"
    return "\(shown.place) with \(shown.key.mode.optionName), \(shown.origin): \(traces); \(users)"
  }
}

extension FleetTrend.Rate {
  /// Such as `lost with recover: 2.5 then and 3 now for a hundred traces`.
  var sentence: String {
    let (then, now) = (Self.perHundred(older), Self.perHundred(newer))
    return
      "\(harmClass.title) with \(mode.optionName): \(then) then and \(now) now per hundred "
      + "traces with a reset or a loss"
  }

  private static func perHundred(_ share: FleetShare) -> String {
    share.percent.replacing(each: "%", with: "")
  }
}

extension FleetBreach {
  /// Such as `lost=0: 31 with recover`, or `worse=5%: lost with recover, 3 of 90 (3.33%) became 7 of 100 (7%)`.
  var sentence: String {
    let limit = "\(measure.rawValue)=\(limit.text)"
    let with = mode.map { " with \($0.optionName)" } ?? ""
    guard let name = cluster?.place ?? harmClass?.title else {
      return "\(limit): \(found.words)\(with)"
    }
    return "\(limit): \(name)\(with)\(cluster.map { " (\($0.origin))" } ?? ""): \(found.words)"
  }
}

extension FleetBreach.Found {
  fileprivate var words: String {
    switch self {
    case .count(let count): "\(count)"
    case .share(let share): share.words
    case .growth(let older, let newer): "\(older.words) became \(newer.words)"
    }
  }
}
