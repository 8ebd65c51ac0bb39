import FaultPlans
public import TraceFormat

// The form of workload files (`docs/workload.schema.json`).
extension Workload {
  /// The version of the form.
  public static let formVersion = 1
  /// The largest file that is read.
  public static let sizeMaxBytes = 1 << 20

  /// The numbers of a file, each with its name and its limits.
  private static let numbers:
    [(name: String, path: any WritableKeyPath<Workload, Int> & Sendable, limits: ClosedRange<Int>)] =
      [
        ("writesPerDay", \.writesPerDay, 1...86_400),
        ("changesPerWrite", \.changesPerWrite, 1...10_000),
        ("textBytes", \.textBytes, 1...65_536),
        ("objectsPerClass", \.objectsPerClass, 0...100_000),
        ("devicesPerRealm", \.devicesPerRealm, 1...10_000),
        ("sharedPercent", \.sharedPercent, 0...100),
        ("onlineMinutes", \.onlineMinutes, 1...5_256_000),
        ("offlineMinutes", \.offlineMinutes, 1...5_256_000),
        ("lostAnswerPercent", \.lostAnswerPercent, 0...100),
        ("brokenMessagePercent", \.brokenMessagePercent, 0...90),
        ("interruptedResetPercent", \.interruptedResetPercent, 0...90),
        ("keyCount", \.keyCount, 0...1_000_000_000),
      ]

  /// With each number at least, and at most, what a file may have.
  func withinLimits() -> Workload {
    Self.numbers.reduce(into: self) { workload, number in
      let value = workload[keyPath: number.path]
      workload[keyPath: number.path] = min(
        number.limits.upperBound, max(number.limits.lowerBound, value))
    }
  }

  /// Reads a workload file; what it leaves out is as in ``init()``.
  ///
  /// - Throws: where in the file something else was expected.
  public init(parsing bytes: [UInt8]) throws(JSONShapeFailure) {
    self = try JSONNode.reading(bytes, sizeMax: Self.sizeMaxBytes, Workload.init(_:))
  }

  private init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    try members.require("workload").checkVersion(Self.formVersion, of: "workloads")
    if let changes = members.take("changes") { try readWeights(changes) }
    for (name, path, limits) in Self.numbers {
      if let number = members.take(name) { self[keyPath: path] = try number.number(in: limits) }
    }
    try members.finish()
  }

  private mutating func readWeights(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    for change in Change.allCases {
      self[change] = try members.take(change.rawValue)?.number(in: 0...1_000_000) ?? 0
    }
    try members.finish()
    guard weights.values.contains(where: { $0 > 0 }) else {
      throw node.failure(expected: "a weight above 0")
    }
  }

  /// The workload as a file has it.
  public var json: JSONText {
    let changes = Change.allCases.map { JSONText.Member($0.rawValue, .integer(self[$0])) }
    let numbers = Self.numbers.map { JSONText.Member($0.name, .integer(self[keyPath: $0.path])) }
    return .object(
      [.init("workload", .integer(Self.formVersion)), .init("changes", .object(changes))] + numbers)
  }
}
