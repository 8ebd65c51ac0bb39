internal import RealmModel
internal import Replayer
internal import TraceFormat

// What rows are read by.
extension JSONNode {
  /// The member of a name; nil also where it is null, as tables write what is not known.
  func fleetMember(_ name: String) -> JSONNode? {
    member(name).flatMap { $0.json == .null ? nil : $0 }
  }

  /// What the elements of a member say.
  ///
  /// - Throws: where there is no such member, or it is no array; what reading an element throws.
  func fleetList<Element>(
    _ name: String, _ read: (JSONNode) throws(JSONShapeFailure) -> Element
  ) throws(JSONShapeFailure) -> [Element] {
    var elements: [Element] = []
    for element in try require(name).elements() { elements.append(try read(element)) }
    return elements
  }

  func fleetStrings(_ name: String) throws(JSONShapeFailure) -> [String] {
    try fleetList(name) { text throws(JSONShapeFailure) in try text.string() }
  }

  func fleetRule() throws(JSONShapeFailure) -> RuleIdentifier? {
    try fleetMember("rule").map { rule throws(JSONShapeFailure) in
      RuleIdentifier(rawValue: try rule.string())
    }
  }

  func fleetText() throws(JSONShapeFailure) -> RealmString { RealmString(try string()) }

  /// A number of things, of 32 bits, so that sums over any number of rows are numbers too.
  func fleetCount() throws(JSONShapeFailure) -> Int { Int(try integer(UInt32.self)) }

  /// Hexadecimal digits in lower case, so many.
  func fleetDigest(digitCount: Int) throws(JSONShapeFailure) -> String {
    let text = try string()
    let isDigest =
      text.utf8.count == digitCount
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard isDigest else { throw failure(expected: "\(digitCount) hexadecimal digits") }
    return text
  }
}
