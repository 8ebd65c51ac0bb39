/// How two traces or two states differ, by what they mean.
public struct ContentDifference: Sendable {
  /// The version of the JSON form (`docs/diff.md`).
  public static let version = 1

  /// What was compared.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The events of two traces.
    case traces
    /// The objects of two states.
    case states
  }

  /// Something that one of the two has alone, or that both have and that differs.
  public struct Entry: Hashable, Sendable {
    /// On which side a thing is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Only the first has it.
      case onlyInFirst
      /// Only the second has it.
      case onlyInSecond
      /// In both, with other values.
      case changed
    }

    /// On which side it is.
    public var kind: Kind
    /// What it is: an object, a class, an event.
    public var name: String
    /// For what changed: where.
    public var values: [ValueDifference]

    init(_ kind: Kind, _ name: String, _ values: [ValueDifference] = []) {
      (self.kind, self.name, self.values) = (kind, name, values)
    }
  }

  /// What was compared.
  public var subject: Subject
  /// What differs, in order; at most ``entriesMax``.
  public private(set) var entries: [Entry] = []
  /// How many of each kind there are in all.
  public private(set) var counts: [Entry.Kind: Int] = [:]
  /// How much is the same: events, or objects and classes.
  public var sameCount = 0
  /// Events that are the same but for their times.
  public var otherTimesCount = 0

  /// The most entries that are kept.
  public static let entriesMax = 10_000

  init(_ subject: Subject) { self.subject = subject }

  /// Whether both say the same.
  public var isEmpty: Bool { counts.isEmpty }

  /// Entries beyond those that are kept.
  public var omittedCount: Int { counts.values.reduce(0, +) - entries.count }

  mutating func add(_ entry: Entry) {
    counts[entry.kind, default: 0] += 1
    if entries.count < Self.entriesMax { entries.append(entry) }
  }

  /// Adds how two lists differ: what both have, and what one has alone. A key that is there twice stands for two things.
  ///
  /// - Parameter values: where two of one key differ; nil where they are the same.
  mutating func add<Element, Key: Hashable>(
    _ first: [Element], _ second: [Element], by key: (Element) -> Key, name: (Element) -> String,
    values: (Element, Element) -> [ValueDifference]?
  ) {
    var left: [Key: [Int]] = [:]
    for index in second.indices.reversed() { left[key(second[index]), default: []].append(index) }
    var matched = Set<Int>()
    for element in first {
      guard let index = left[key(element)]?.popLast() else {
        add(Entry(.onlyInFirst, name(element)))
        continue
      }
      matched.insert(index)
      if let values = values(element, second[index]) {
        add(Entry(.changed, name(element), values))
      } else {
        sameCount += 1
      }
    }
    for index in second.indices where !matched.contains(index) {
      add(Entry(.onlyInSecond, name(second[index])))
    }
  }

  /// How many things are so, those beyond ``entriesMax`` included.
  public func count(of kind: Entry.Kind) -> Int { counts[kind] ?? 0 }
}
