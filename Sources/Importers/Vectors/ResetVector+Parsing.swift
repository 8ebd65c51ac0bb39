public import TraceFormat

extension ResetVector {
  /// Reads a line of a vector file, without its line feed.
  ///
  /// States are taken as the bytes they stand in, never rebuilt, so a digest of them is a digest of
  /// what was recorded. Members of other names are passed over.
  ///
  /// - Throws: where the line is not JSON, lacks a member, or has a value of another kind.
  /// - Complexity: O(*n*) for a line of *n* bytes.
  public init(parsing line: [UInt8]) throws(DecodingFailure) {
    var fields = VectorFields()
    var reader = JSONReader(line.rawBytes)
    try reader.enterObject()
    while let member = try reader.nextMember() {
      do {
        try fields.read(member, &reader, line)
      } catch {
        throw error.inside("`\(member)`")
      }
    }
    try reader.finish()
    self = try fields.vector(at: line.count)
  }

  /// Reads the name of a line and nothing behind it.
  ///
  /// - Throws: where the line is not a JSON object up to its name, or has none.
  public static func name(of line: [UInt8]) throws(DecodingFailure) -> String {
    var reader = JSONReader(line.rawBytes)
    try reader.enterObject()
    while let member = try reader.nextMember() {
      if member == "name" { return try reader.readString() }
      try reader.skipValue()
    }
    throw .invalidValue("member `name` is missing", at: line.count)
  }
}

/// The members of a line as they come, in whatever order.
private struct VectorFields {
  var name: String?
  var mode: ResetMode?
  var action: ServerAction?
  var error: (name: String, message: String)?
  var pendingReset: PendingReset?
  var base: [[UInt8]]?
  var serverChanges: [[UInt8]]?
  var local: [[UInt8]]?
  var unsynced: [ResetVector.LocalChange]?
  var fresh: [[UInt8]]?
  var localStateText: [UInt8]?
  var freshStateText: [UInt8]?
  var expectation: ResetVector.Expectation?

  mutating func read(
    _ member: String, _ reader: inout JSONReader, _ line: [UInt8]
  ) throws(DecodingFailure) {
    switch member {
    case "name": name = try reader.readString()
    case "mode": mode = try reader.readName()
    case "action": action = try reader.readName()
    case "error": error = try reader.readError()
    case "pendingReset": pendingReset = try reader.readPendingReset()
    case "base": base = try reader.readChangesets()
    case "serverChanges": serverChanges = try reader.readChangesets()
    case "local": local = try reader.readChangesets()
    case "unsynced": unsynced = try reader.readLocalChanges()
    case "fresh": fresh = try reader.readChangesets()
    case "localState": localStateText = Array(line[try reader.skipValue()])
    case "freshState": freshStateText = Array(line[try reader.skipValue()])
    case "expect": expectation = try reader.readExpectation(line)
    default: try reader.skipValue()
    }
  }

  func vector(at end: Int) throws(DecodingFailure) -> ResetVector {
    let error = try required(error, "error", end)
    return ResetVector(
      name: try required(name, "name", end), mode: try required(mode, "mode", end),
      action: try required(action, "action", end), errorName: error.name,
      errorMessage: error.message, pendingReset: pendingReset, base: base,
      serverChanges: serverChanges, local: try required(local, "local", end),
      unsynced: try required(unsynced, "unsynced", end),
      fresh: try required(fresh, "fresh", end), localStateText: localStateText,
      freshStateText: freshStateText, expectation: try required(expectation, "expect", end))
  }
}

func required<Value>(
  _ value: Value?, _ name: String, _ offset: Int
) throws(DecodingFailure) -> Value {
  guard let value else { throw .invalidValue("member `\(name)` is missing", at: offset) }
  return value
}

extension JSONReader {
  fileprivate mutating func readName<Name: RawRepresentable<String>>(
    _: Name.Type = Name.self
  ) throws(DecodingFailure) -> Name {
    let start = position
    let text = try readString()
    guard let name = Name(rawValue: text), name.rawValue.hasSameBytes(as: text) else {
      throw .invalidValue("`\(text)` is not a name of a \(Name.self)", at: start)
    }
    return name
  }

  fileprivate mutating func readChangesets() throws(DecodingFailure) -> [[UInt8]] {
    var changesets: [[UInt8]] = []
    try enterArray()
    while try nextElement() { changesets.append(try readHexBytes()) }
    return changesets
  }

  fileprivate mutating func readLocalChanges() throws(DecodingFailure) -> [ResetVector.LocalChange]
  {
    var changes: [ResetVector.LocalChange] = []
    try enterArray()
    while try nextElement() { changes.append(try readLocalChange()) }
    return changes
  }

  private mutating func readLocalChange() throws(DecodingFailure) -> ResetVector.LocalChange {
    var version: UInt64?
    var changeset: [UInt8]?
    try enterObject()
    while let member = try nextMember() {
      switch member {
      case "version": version = try readInteger()
      case "changeset": changeset = try readHexBytes()
      default: try skipValue()
      }
    }
    return ResetVector.LocalChange(
      clientVersion: try required(version, "version", position),
      changeset: try required(changeset, "changeset", position))
  }

  fileprivate mutating func readError() throws(DecodingFailure) -> (name: String, message: String) {
    var name: String?
    var message: String?
    try enterObject()
    while let member = try nextMember() {
      switch member {
      case "code": name = try readString()
      case "message": message = try readString()
      default: try skipValue()
      }
    }
    return (try required(name, "code", position), try required(message, "message", position))
  }

  fileprivate mutating func readPendingReset() throws(DecodingFailure) -> PendingReset {
    var mode: ResetMode?
    var action: ServerAction?
    try enterObject()
    while let member = try nextMember() {
      switch member {
      case "mode": mode = try readName()
      case "action": action = try readName()
      default: try skipValue()
      }
    }
    return PendingReset(
      mode: try required(mode, "mode", position), action: try required(action, "action", position))
  }

  fileprivate mutating func readExpectation(
    _ line: [UInt8]
  ) throws(DecodingFailure) -> ResetVector.Expectation {
    var result: ResetEnding?
    var rest = ResetVector.Expectation(result: .crash)
    try enterObject()
    while let member = try nextMember() {
      switch member {
      case "outcome": result = try readName()
      case "failure": rest.failure = try readName()
      case "message": rest.message = try readString()
      case "state": rest.stateText = Array(line[try skipValue()])
      case "objects": rest.objectCounts = try readObjectCounts()
      case "reupload": rest.reupload = try readLocalChanges()
      case "pendingReset": rest.pendingReset = try readExpectedPendingReset()
      default: try skipValue()
      }
    }
    rest.result = try required(result, "outcome", position)
    return rest
  }

  /// Where no reset is tracked afterwards, some vectors say `null`.
  private mutating func readExpectedPendingReset() throws(DecodingFailure) -> PendingReset? {
    if try nextKind() != .null { return try readPendingReset() }
    try readNull()
    return nil
  }

  private mutating func readObjectCounts() throws(DecodingFailure) -> [ResetVector.ObjectCount] {
    var counts: [ResetVector.ObjectCount] = []
    try enterObject()
    while let className = try nextMember() {
      counts.append(ResetVector.ObjectCount(className: className, count: try readInteger()))
    }
    return counts
  }
}
