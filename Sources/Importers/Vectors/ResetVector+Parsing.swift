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
    self.init(
      name: "", mode: .manual, action: .noAction, errorName: "", errorMessage: "", local: [],
      unsynced: [], fresh: [], expectation: Expectation(result: .crash))
    var reader = JSONReader(line.rawBytes)
    try reader.readVector(
      requiring: ["error", "name", "mode", "action", "local", "unsynced", "fresh", "expect"]
    ) { member, reader throws(DecodingFailure) in
      switch member {
      case "name": name = try reader.readString()
      case "mode": mode = try reader.readName()
      case "action": action = try reader.readName()
      case "error": (errorName, errorMessage) = try reader.readError()
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
    throw .missing("name", at: line.count)
  }
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
    try readElements { reader throws(DecodingFailure) in try reader.readHexBytes() }
  }

  fileprivate mutating func readLocalChanges() throws(DecodingFailure) -> [LocalCommit] {
    try readElements { reader throws(DecodingFailure) in
      var change = LocalCommit(clientVersion: 0, changeset: [])
      try reader.readMembers(requiring: ["version", "changeset"]) {
        member, reader throws(DecodingFailure) in
        switch member {
        case "version": change.clientVersion = try reader.readInteger()
        case "changeset": change.changeset = try reader.readHexBytes()
        default: try reader.skipValue()
        }
      }
      return change
    }
  }

  fileprivate mutating func readError() throws(DecodingFailure) -> (name: String, message: String) {
    var error = (name: "", message: "")
    try readMembers(requiring: ["code", "message"]) { member, reader throws(DecodingFailure) in
      switch member {
      case "code": error.name = try reader.readString()
      case "message": error.message = try reader.readString()
      default: try reader.skipValue()
      }
    }
    return error
  }

  fileprivate mutating func readPendingReset() throws(DecodingFailure) -> PendingReset {
    var reset = PendingReset(mode: .manual, action: .noAction)
    try readMembers(requiring: ["mode", "action"]) { member, reader throws(DecodingFailure) in
      switch member {
      case "mode": reset.mode = try reader.readName()
      case "action": reset.action = try reader.readName()
      default: try reader.skipValue()
      }
    }
    return reset
  }

  fileprivate mutating func readExpectation(
    _ line: [UInt8]
  ) throws(DecodingFailure) -> ResetVector.Expectation {
    var expected = ResetVector.Expectation(result: .crash)
    try readMembers(requiring: ["outcome"]) { member, reader throws(DecodingFailure) in
      switch member {
      case "outcome": expected.result = try reader.readName()
      case "failure": expected.failure = try reader.readName()
      case "message": expected.message = try reader.readString()
      case "state": expected.stateText = Array(line[try reader.skipValue()])
      case "objects": expected.objectCounts = try reader.readObjectCounts()
      case "reupload":
        expected.reupload = try reader.readLocalChanges().map {
          .init(clientVersion: $0.clientVersion, changeset: $0.changeset)
        }
      case "pendingReset": expected.pendingReset = try reader.readExpectedPendingReset()
      default: try reader.skipValue()
      }
    }
    return expected
  }

  /// Where no reset is tracked afterwards, some vectors say `null`.
  private mutating func readExpectedPendingReset() throws(DecodingFailure) -> PendingReset? {
    if try nextKind() != .null { return try readPendingReset() }
    try readNull()
    return nil
  }

  private mutating func readObjectCounts() throws(DecodingFailure) -> [RealmString: UInt64] {
    var counts: [RealmString: UInt64] = [:]
    try readMembers(requiring: []) { className, reader throws(DecodingFailure) in
      counts[RealmString(className)] = try reader.readInteger()
    }
    return counts
  }
}
