package import TraceFormat

extension FaultKind {
  /// What the fault states, in the order of the catalogue; what it leaves open is left out.
  package var parameters: [JSONText.Member] {
    let all: KeyValuePairs<String, JSONText?> =
      switch self {
      case .server(let fault): fault.parameters
      case .schema(let fault): fault.parameters
      case .client(let fault): fault.parameters
      case .transport: [:]
      case .wire(let fault): fault.parameters
      }
    return JSONText.members(all).members
  }

  /// The same fault with what is stated, of which the rest is left open.
  func stating(_ members: inout JSONMembers) throws(JSONShapeFailure) -> FaultKind {
    switch self {
    case .server(let fault): .server(try fault.stating(&members))
    case .schema(let fault): .schema(try SchemaFault(fault.change, &members))
    case .client(let fault): .client(try fault.stating(&members))
    case .transport: self
    case .wire(let fault): .wire(try fault.stating(&members))
    }
  }
}

extension ServerFault {
  fileprivate var parameters: KeyValuePairs<String, JSONText?> {
    switch self {
    case .clientReset(let error), .syncError(let error): error.parameters
    case .terminateSync(let dataIsKept): ["data": dataIsKept ? nil : .string("gone")]
    case .restoreBackup(let version, let hours):
      ["version": version.map(JSONText.readable), "hours": hours.map(JSONText.integer)]
    case .offlineTooLong(let isAllowed): ["recovery": isAllowed ? nil : .string("forbidden")]
    case .roleChange(let objects): objects.parameters
    case .migrateToFlexibleSync(let query): ["query": query.map { .string($0) }]
    case .recoveryDisabled, .revertToPartitionSync: [:]
    }
  }

  fileprivate func stating(_ members: inout JSONMembers) throws(JSONShapeFailure) -> ServerFault {
    switch self {
    case .clientReset: return .clientReset(try FaultError(&members))
    case .syncError: return .syncError(try FaultError(&members))
    case .terminateSync:
      let isKept = try members.take("data")?.named([true, false]) { $0 ? "kept" : "gone" }
      return .terminateSync(dataIsKept: isKept ?? true)
    case .restoreBackup:
      let version = try members.take("version")?.wide()
      guard let hours = members.take("hours") else { return .restoreBackup(version: version) }
      guard version == nil else {
        throw hours.failure(expected: "`version` or `hours`", found: "both")
      }
      return .restoreBackup(version: nil, hours: try hours.count())
    case .offlineTooLong:
      let isAllowed = try members.take("recovery")?.named([true, false]) {
        $0 ? "allowed" : "forbidden"
      }
      return .offlineTooLong(recoveryIsAllowed: isAllowed ?? true)
    case .roleChange: return .roleChange(try FaultObjects(&members))
    case .migrateToFlexibleSync:
      return .migrateToFlexibleSync(query: try members.take("query")?.string())
    case .recoveryDisabled, .revertToPartitionSync: return self
    }
  }
}

extension FaultError {
  fileprivate var parameters: KeyValuePairs<String, JSONText?> {
    [
      "code": code.map { .integer(Int($0)) }, "action": action.map { .string($0.rawValue) },
      "message": message.map { .string($0) }, "fatal": isFatal.map { .bool($0) },
    ]
  }

  init(
    _ members: inout JSONMembers, _ actions: [ServerAction] = ServerAction.allCases
  ) throws(JSONShapeFailure) {
    code = try members.take("code")?.integer()
    action = try members.take("action")?.named(actions, \.rawValue)
    message = try members.take("message")?.string()
    isFatal = try members.take("fatal")?.bool()
  }
}

extension FaultObjects {
  fileprivate var parameters: KeyValuePairs<String, JSONText?> {
    guard let property else { return ["class": .string(className)] }
    return [
      "class": .string(className), "property": .string(property),
      "comparison": comparison == .equal ? nil : .string(comparison.rawValue),
      "value": value.json,
    ]
  }

  init(_ members: inout JSONMembers) throws(JSONShapeFailure) {
    className = try members.require("class").string()
    property = try members.take("property")?.string()
    let comparison = members.take("comparison")
    let value = members.take("value")
    guard property != nil else {
      if let stray = comparison ?? value {
        throw stray.failure(expected: "a `property` to compare")
      }
      (self.comparison, self.value) = (.equal, .null)
      return
    }
    guard let value else {
      throw members.node.failure(expected: "a `value` to compare with", found: "none")
    }
    self.comparison = try comparison?.choice() ?? .equal
    self.value = try value.scalar()
  }
}

extension SchemaFault {
  fileprivate var parameters: KeyValuePairs<String, JSONText?> {
    [
      "class": className.map { .string($0) }, "property": property.map { .string($0) },
      "type": type.map { .string($0.rawValue) },
      "collection": collection.map { .string($0.name) },
      change == .changeLinkTarget ? "target" : "name": name.map { .string($0) },
    ]
  }

  init(_ change: Change, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    self.init(change)
    className = try members.take("class")?.string()
    if change.hasProperty { property = try members.take("property")?.string() }
    if change.hasType { type = try members.take("type")?.choice() }
    switch change {
    case .changeCollection:
      collection = try members.take("collection")?.named(CollectionKind.allCases, \.name)
    case .renamePrimaryKey: name = try members.take("name")?.string()
    case .changeLinkTarget: name = try members.take("target")?.string()
    default: break
    }
  }
}

extension SchemaFault.Change {
  package var hasProperty: Bool {
    switch self {
    case .removeProperty, .changeType, .changeOptionality, .changeCollection, .changeLinkTarget,
      .addProperty:
      true
    default: false
    }
  }

  var hasType: Bool { self == .changeType || self == .changePrimaryKeyType || self == .addProperty }
}

extension ClientFault {
  fileprivate var parameters: KeyValuePairs<String, JSONText?> {
    switch self {
    case .beforeHandlerThrows(let message), .afterHandlerThrows(let message):
      ["message": message.map { .string($0) }]
    case .secondReset(let error): error.parameters
    case .crash, .diskFull: [:]
    }
  }

  fileprivate func stating(_ members: inout JSONMembers) throws(JSONShapeFailure) -> ClientFault {
    switch self {
    case .beforeHandlerThrows:
      .beforeHandlerThrows(message: try members.take("message")?.string())
    case .afterHandlerThrows: .afterHandlerThrows(message: try members.take("message")?.string())
    case .secondReset:
      .secondReset(try FaultError(&members, ServerAction.allCases.filter(\.startsClientReset)))
    case .crash, .diskFull: self
    }
  }
}

extension WireFault {
  fileprivate var parameters: KeyValuePairs<String, JSONText?> {
    switch self {
    case .delay(let milliseconds): ["milliseconds": .integer(milliseconds)]
    case .dropMessage: [:]
    case .closeConnection(let code, let reason):
      ["code": code == 1011 ? nil : .integer(Int(code)), "reason": reason.map { .string($0) }]
    }
  }

  fileprivate func stating(_ members: inout JSONMembers) throws(JSONShapeFailure) -> WireFault {
    switch self {
    case .delay:
      .delay(milliseconds: try members.require("milliseconds").number(in: 1...86_400_000))
    case .dropMessage: self
    case .closeConnection:
      .closeConnection(
        code: try members.take("code")?.closeCode() ?? 1011,
        reason: try members.take("reason")?.closeReason())
    }
  }
}

extension JSONText {
  /// A number as people write it; as a string where some readers of JSON would round it.
  fileprivate static func readable(_ value: UInt64) -> JSONText {
    value < 1 << 53 ? .number(String(value)) : .wide(value)
  }
}

extension JSONNode {
  /// A code that may stand in a close frame (RFC 6455, 7.4).
  fileprivate func closeCode() throws(JSONShapeFailure) -> UInt16 {
    guard case .number(let digits) = json, let code = UInt16(digits),
      (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
    else { throw failure(expected: "a number from 1000 to 1003, 1007 to 1014 or 3000 to 4999") }
    return code
  }

  /// What has room in a close frame next to the code (RFC 6455, 5.5).
  fileprivate func closeReason() throws(JSONShapeFailure) -> String {
    let text = try string()
    guard text.utf8.count <= 123 else { throw failure(expected: "a text of 123 bytes at most") }
    return text
  }
}
