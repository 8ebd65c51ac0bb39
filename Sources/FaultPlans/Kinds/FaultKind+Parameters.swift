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
}

extension FaultError {
  fileprivate var parameters: KeyValuePairs<String, JSONText?> {
    [
      "code": code.map { .integer(Int($0)) }, "action": action.map { .string($0.rawValue) },
      "message": message.map { .string($0) }, "fatal": isFatal.map { .bool($0) },
    ]
  }

  init(_ members: inout JSONMembers) throws(JSONShapeFailure) {
    code = try members.take("code")?.integer()
    action = try members.take("action")?.choice()
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
      "collection": collection.map { .string("\($0)") },
      change == .changeLinkTarget ? "target" : "name": name.map { .string($0) },
    ]
  }

  init(_ change: Change, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    self.init(change)
    className = try members.take("class")?.string()
    if change.hasProperty { property = try members.take("property")?.string() }
    if change.hasType { type = try members.take("type")?.choice() }
    switch change {
    case .changeCollection: collection = try members.take("collection")?.collectionKind()
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
}

extension JSONText {
  /// A number as people write it; as a string where some readers of JSON would round it.
  fileprivate static func readable(_ value: UInt64) -> JSONText {
    value < 1 << 53 ? .number(String(value)) : .wide(value)
  }
}

extension JSONNode {
  fileprivate func collectionKind() throws(JSONShapeFailure) -> CollectionKind {
    let kinds = CollectionKind.allCases
    guard case .string(let text) = json, let kind = kinds.first(where: { "\($0)" == text }) else {
      throw failure(expected: JSONNode.alternatives(kinds.map { "\($0)" }))
    }
    return kind
  }
}
