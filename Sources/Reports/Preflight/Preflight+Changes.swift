internal import Campaigns
internal import Replayer
internal import TraceFormat

extension Preflight {
  /// Every change that any of the traces shows, with the number of those that do, the breaking ones first.
  var changes: [(change: SchemaChange, traceCount: Int)] {
    var counts: [TextBytes: (change: SchemaChange, traceCount: Int)] = [:]
    for trace in traces {
      let changes = trace.sessions.flatMap(\.resets).flatMap(\.changes)
      let byText = Dictionary(
        changes.map { (TextBytes($0.words), $0) }, uniquingKeysWith: { first, _ in first })
      for (text, change) in byText { counts[text, default: (change, 0)].traceCount += 1 }
    }
    return counts.sorted { a, b in
      let (left, right) = (a.value.change.effect.rank, b.value.change.effect.rank)
      return left == right ? a.key < b.key : left < right
    }.map(\.value)
  }
}

extension SchemaChange.Effect {
  fileprivate var rank: Int {
    switch self {
    case .breaking: 0
    case .unnoticed: 1
    case .additive: 2
    }
  }
}
