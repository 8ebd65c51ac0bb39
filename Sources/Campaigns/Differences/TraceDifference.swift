public import TraceFormat

/// Compares traces event by event: what was committed, sent and observed, in order. Sequence numbers,
/// times and what a Realm file is called are not a difference.
public struct TraceDifference {
  private var first: EventWindow
  private var second: EventWindow
  private var difference = ContentDifference(.traces)

  /// How two traces differ.
  ///
  /// The traces are read side by side, with so many events of each in memory as are needed to find
  /// where they agree again, at most `EventWindow.sizeMax`.
  ///
  /// - Throws: where a trace can't be read.
  public static func between(_ first: TraceReader, _ second: TraceReader) throws
    -> ContentDifference
  {
    var comparison = TraceDifference(first: EventWindow(first), second: EventWindow(second))
    comparison.compareHeaders(first.header, second.header)
    try comparison.compareEvents()
    return comparison.difference
  }

  private mutating func compareHeaders(_ a: TraceHeader?, _ b: TraceHeader?) {
    let values = ValueDifference.keyed(Self.members(a), Self.members(b)) { $0 }
    if !values.isEmpty { difference.add(.init(.changed, "header", values)) }
  }

  private static func members(_ header: TraceHeader?) -> [(String, JSONText)] {
    (header?.metadata ?? []).filter { $0.name != "file" || header?["source"] != "realm" }
      .map { (RealmString($0.name).shortName, .string($0.value)) }
  }

  private mutating func compareEvents() throws {
    while true {
      try first.fill()
      try second.fill()
      guard !first.events.isEmpty || !second.events.isEmpty else { return }
      let shared = zip(first.events, second.events).prefix { $0.meaning == $1.meaning }.count
      if shared > 0 {
        passSame(shared)
      } else {
        let gap = first.gap(to: second)
        tell(first.take(gap.first), second.take(gap.second))
      }
    }
  }

  private mutating func passSame(_ count: Int) {
    difference.sameCount += count
    difference.otherTimesCount += zip(first.take(count), second.take(count)).count {
      $0.event.timeMicroseconds != $1.event.timeMicroseconds
    }
  }

  /// Tells what stands between two places where the traces agree: events that are about the same
  /// differ, and the others are on one side alone.
  private mutating func tell(_ a: [ComparedEvent], _ b: [ComparedEvent]) {
    difference.add(a, b, by: \.topic, name: \.name) { ValueDifference.all($0.json, $1.json) }
  }
}
