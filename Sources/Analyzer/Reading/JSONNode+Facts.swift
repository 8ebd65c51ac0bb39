internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The indexes that a list of a report has.
struct IndexRange {
  /// What is in the list, such as `a write`.
  var noun: String
  var count: Int

  init(of noun: String, _ count: Int) { (self.noun, self.count) = (noun, count) }

  /// An index in the list.
  func index(_ node: JSONNode) throws(JSONShapeFailure) -> Int {
    let index = try node.count()
    guard index < count else {
      throw node.failure(expected: "the index of \(noun)")
    }
    return index
  }

  /// A list of indexes in the list.
  func indexes(_ node: JSONNode) throws(JSONShapeFailure) -> [Int] {
    var indexes: [Int] = []
    for element in try node.elements() { indexes.append(try index(element)) }
    return indexes
  }
}

extension JSONNode {
  /// A number of things. It has 32 bits at most, so that sums of some of them are numbers too.
  func count() throws(JSONShapeFailure) -> Int { Int(try integer(UInt32.self)) }
}

extension Sightings {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      before: try members.take("before").map(Sighting.init),
      device: try Sighting(members.require("device")),
      server: try Sighting(members.require("server")),
      after: try Sighting(members.require("after")))
    try members.finish()
  }
}

extension ElementSightings {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      before: try members.take("before").map(Sighting.init),
      device: try members.take("device").map(Sighting.init),
      server: try members.take("server").map(Sighting.init),
      after: try members.take("after").map(Sighting.init))
    try members.finish()
  }
}

extension RuleIdentifier {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(rawValue: try node.string())
  }
}

extension PendingReset {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      mode: try members.require("mode").choice(), action: try members.require("action").choice(),
      timeMicroseconds: try members.take("timeMicroseconds")?.wide(),
      engineVersion: try members.take("engineVersion")?.string())
    try members.finish()
  }
}

extension ResetFailure {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      try members.take("class")?.choice(), message: try members.require("message").string())
    try members.finish()
  }
}
