internal import Analyzer
public import TraceFormat

/// A place at which two values differ.
public struct ValueDifference: Encodable, Hashable, Sendable {
  /// The way there from the value as a whole, such as `notes[3]`; empty for the value itself.
  public var place: String
  /// What the first has there; nil for nothing.
  public var first: JSONText?
  /// What the second has there; nil for nothing.
  public var second: JSONText?

  /// Every place at which two values differ, in the order of the first value.
  ///
  /// Objects are compared by the names of their members, lists by their elements in order, as few of
  /// them being new or gone as possible, and sets (`{"$set":[…]}`) without order.
  ///
  /// - Complexity: Linear in the size of the values, but for lists (``SequenceAlignment``).
  static func all(_ first: JSONText, _ second: JSONText, at place: String = "") -> [ValueDifference]
  {
    guard first != second else { return [] }
    switch (first, second) {
    case (.array(let a), .array(let b)): return elements(a, b, place)
    case (.object(let a), .object(let b)): return members(a, b, place)
    default: return [ValueDifference(place: place, first: first, second: second)]
    }
  }

  private static func members(
    _ a: [JSONText.Member], _ b: [JSONText.Member], _ place: String
  ) -> [ValueDifference] {
    if let (tag, x, y) = sharedTag(a, b) {
      switch tag {
      case "$set": return set(x, y, place)
      case "$list", "$dictionary", "$embedded": return all(x, y, at: place)
      default: return whole(a, b, place)
      }
    }
    // A value of one type and a value of another have nothing to be compared in.
    guard !isTagged(a), !isTagged(b) else { return whole(a, b, place) }
    return keyed(a.map { ($0.name, $0.value) }, b.map { ($0.name, $0.value) }) { name in
      place.isEmpty ? name : "\(place).\(name)"
    }
  }

  private static func whole(
    _ a: [JSONText.Member], _ b: [JSONText.Member], _ place: String
  ) -> [ValueDifference] {
    [ValueDifference(place: place, first: .object(a), second: .object(b))]
  }

  static func keyed(
    _ a: [(String, JSONText)], _ b: [(String, JSONText)], place: (String) -> String
  ) -> [ValueDifference] {
    let others = Dictionary(b.map { (TextBytes($0.0), $0.1) }) { first, _ in first }
    let known = Set(a.map { TextBytes($0.0) })
    let shared = a.flatMap { name, value in
      others[TextBytes(name)].map { all(value, $0, at: place(name)) }
        ?? [ValueDifference(place: place(name), first: value, second: nil)]
    }
    return shared
      + b.filter { !known.contains(TextBytes($0.0)) }.map {
        ValueDifference(place: place($0.0), first: nil, second: $0.1)
      }
  }

  private static func elements(_ a: [JSONText], _ b: [JSONText], _ place: String)
    -> [ValueDifference]
  {
    SequenceAlignment(a, b).stretches.filter { !$0.isSame }.flatMap { stretch in
      let pairs = zip(stretch.first, stretch.second).flatMap { i, j in
        all(a[i], b[j], at: "\(place)[\(i)]")
      }
      let gone = stretch.first.dropFirst(stretch.second.count).map {
        ValueDifference(place: "\(place)[\($0)]", first: a[$0], second: nil)
      }
      let new = stretch.second.dropFirst(stretch.first.count).map {
        ValueDifference(place: "\(place)[\($0)]", first: nil, second: b[$0])
      }
      return pairs + gone + new
    }
  }

  private static func set(_ a: JSONText, _ b: JSONText, _ place: String) -> [ValueDifference] {
    guard case .array(let x) = a, case .array(let y) = b else {
      return [ValueDifference(place: place, first: a, second: b)]
    }
    let (left, right) = (Set(x), Set(y))
    return x.filter { !right.contains($0) }.map {
      ValueDifference(place: place, first: $0, second: nil)
    }
      + y.filter { !left.contains($0) }.map {
        ValueDifference(place: place, first: nil, second: $0)
      }
  }

  /// The type that both values name, and what they have of it.
  private static func sharedTag(_ a: [JSONText.Member], _ b: [JSONText.Member])
    -> (String, JSONText, JSONText)?
  {
    guard isTagged(a), isTagged(b), a[0].isNamed(b[0].name) else { return nil }
    return (a[0].name, a[0].value, b[0].value)
  }

  private static func isTagged(_ members: [JSONText.Member]) -> Bool {
    members.count == 1 && members[0].isTag
  }
}
