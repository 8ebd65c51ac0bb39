public import Campaigns
public import TraceFormat

extension ContentDifference {
  /// The difference for programs (`docs/diff.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(Self.version),
      "subject": .string(subject.rawValue),
      "same": .bool(isEmpty),
      "counts": .members([
        "onlyInFirst": .integer(count(of: .onlyInFirst)),
        "onlyInSecond": .integer(count(of: .onlyInSecond)),
        "changed": .integer(count(of: .changed)),
        "same": .integer(sameCount),
        "otherTimes": subject == .traces ? .integer(otherTimesCount) : nil,
      ]),
      "differences": .array(entries.map(\.json)),
      "omitted": .integer(omittedCount),
    ])
  }
}

extension ContentDifference.Entry {
  fileprivate var json: JSONText {
    .members([
      "kind": .string(kind.rawValue), "name": .string(name),
      "values": kind == .changed ? .array(values.map(\.json)) : nil,
    ])
  }
}

extension ValueDifference {
  fileprivate var json: JSONText {
    .members(["place": .string(place), "first": first, "second": second])
  }
}
