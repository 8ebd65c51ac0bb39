import TraceFormat

/// As much of MongoDB as the exported updates use: a collection of documents in Extended JSON, and the operators
/// and expressions, written after its manual and not after the code that makes the updates.
struct MongoInterpreter {
  struct Unsupported: Error { var what: String }

  /// By collection.
  private(set) var documents: [String: [JSONText]] = [:]

  mutating func insert(_ document: JSONText, into collection: String) {
    documents[collection, default: []].append(document)
  }

  /// Applies a write model of `bulkWrite`.
  ///
  /// - Returns: how many documents it has matched, made or deleted.
  @discardableResult
  mutating func apply(_ model: JSONText, to collection: String) throws -> Int {
    if let delete = model["deleteOne"] {
      let filter = try delete.required("filter")
      let found = try index(of: filter, in: collection)
      if let found { documents[collection]?.remove(at: found) }
      return found == nil ? 0 : 1
    }
    let update = try model.required("updateOne")
    let filter = try update.required("filter")
    if let found = try index(of: filter, in: collection) {
      let old = documents[collection]?[found] ?? .null
      documents[collection]?[found] = try Self.updated(
        old, update.required("update"), isInsert: false)
    } else if update["upsert"] == .bool(true) {
      var document = JSONText.object([])
      for member in filter.memberList {
        if let value = member.value["$eq"] { document.set([member.name], value) }
      }
      insert(
        try Self.updated(document, update.required("update"), isInsert: true), into: collection)
    } else {
      return 0
    }
    return 1
  }

  private func index(of filter: JSONText, in collection: String) throws -> Int? {
    try documents[collection, default: []].firstIndex { document in
      try filter.memberList.allSatisfy { try Self.matches(document, $0.name, $0.value) }
    }
  }

  private static func matches(
    _ document: JSONText, _ path: String, _ condition: JSONText
  ) throws -> Bool {
    let value = document.value(at: path.parts)
    guard let test = condition.memberList.first, test.name.hasPrefix("$") else {
      return condition == .null ? value == nil || value == .null : value == condition
    }
    switch test.name {
    case "$eq": return value == test.value || (test.value == .null && value == nil)
    case "$exists": return (value != nil) == (test.value == .bool(true))
    case "$type":
      let type = value.map(\.bsonType)
      return test.value == .string("number")
        ? ["long", "int", "double", "decimal"].contains(type)
        : test.value == type.map { .string($0) }
    default: throw Unsupported(what: test.name)
    }
  }
}

// Updates
extension MongoInterpreter {
  static func updated(_ document: JSONText, _ update: JSONText, isInsert: Bool) throws -> JSONText {
    if case .array(let stages) = update {
      return try stages.reduce(document) { document, stage in
        try evaluate(stage.required("$replaceWith"), document)
      }
    }
    var document = document
    for operation in update.memberList {
      for field in operation.value.memberList {
        try apply(operation.name, field.name.parts, field.value, to: &document, isInsert)
      }
    }
    return document
  }

  private static func apply(
    _ operation: String, _ path: [String], _ value: JSONText, to document: inout JSONText,
    _ isInsert: Bool
  ) throws {
    let old = document.value(at: path)
    switch operation {
    case "$set": document.set(path, value)
    case "$setOnInsert": if isInsert { document.set(path, value) }
    case "$unset": document.remove(path)
    case "$inc": document.set(path, try sum(old, value))
    case "$push":
      guard case .array(var list)? = old, case .array(let new) = try value.required("$each") else {
        throw Unsupported(what: "$push to \(String(describing: old))")
      }
      let position = try value.required("$position").int
      list.insert(contentsOf: new, at: min(position, list.count))
      document.set(path, .array(list))
    case "$addToSet":
      guard case .array(let list)? = old else { throw Unsupported(what: operation) }
      if !list.contains(value) { document.set(path, .array(list + [value])) }
    case "$pull":
      guard case .array(let list)? = old, case .array(let gone) = try value.required("$in") else {
        throw Unsupported(what: operation)
      }
      document.set(path, .array(list.filter { !gone.contains($0) }))
    default: throw Unsupported(what: operation)
    }
  }

  private static func sum(_ a: JSONText?, _ b: JSONText) throws -> JSONText {
    guard let a, let x = a.long, let y = b.long else { throw Unsupported(what: "a sum") }
    return .tagged("numberLong", .wide(x &+ y))
  }
}

// Expressions
extension MongoInterpreter {
  private static let removed = JSONText.string("$$REMOVE")

  static func evaluate(
    _ expression: JSONText, _ root: JSONText, this: JSONText? = nil
  ) throws -> JSONText {
    func value(_ expression: JSONText) throws -> JSONText {
      try evaluate(expression, root, this: this)
    }
    switch expression {
    case .string("$$ROOT"): return root
    case .string("$$this"): return this ?? .null
    case .string("$$REMOVE"), .bool, .null, .number: return expression
    case .array(let elements): return .array(try elements.map(value))
    case .string(let text):
      guard !text.hasPrefix("$") else { throw Unsupported(what: text) }
      return expression
    case .object(let members):
      guard members.count == 1, members[0].name.hasPrefix("$") else {
        throw Unsupported(what: expression.text())
      }
      return try operation(members[0].name, members[0].value, value, root)
    }
  }

  private static func operation(
    _ name: String, _ argument: JSONText, _ value: (JSONText) throws -> JSONText, _ root: JSONText
  ) throws -> JSONText {
    func list(_ index: Int) throws -> [JSONText]? {
      let found = try value(argument.elementList[index])
      if case .array(let elements) = found { return elements }
      return nil
    }
    switch name {
    case "$literal": return argument
    case "$numberInt", "$numberLong": return .tagged(String(name.dropFirst()), argument)
    case "$getField":
      return try value(argument.required("input"))[try literal(argument.required("field"))]
        ?? missing
    case "$setField":
      var input = try value(argument.required("input"))
      guard case .object = input else { return .null }
      let (field, new) = (
        try literal(argument.required("field")), try value(argument.required("value"))
      )
      if new == removed || new == missing { input.remove([field]) } else { input.set([field], new) }
      return input
    case "$cond":
      let branch = try value(argument.elementList[0]) == .bool(true) ? 1 : 2
      return try value(argument.elementList[branch])
    case "$eq": return .bool(try value(argument.elementList[0]) == value(argument.elementList[1]))
    case "$ne": return .bool(try value(argument.elementList[0]) != value(argument.elementList[1]))
    case "$gt":
      return .bool(try value(argument.elementList[0]).int > value(argument.elementList[1]).int)
    case "$type":
      let found = try value(argument)
      return .string(found == missing ? "missing" : found.bsonType)
    case "$isNumber": return .bool(try value(argument).long != nil)
    case "$ifNull":
      let found = try value(argument.elementList[0])
      return found == .null || found == missing ? try value(argument.elementList[1]) : found
    case "$add": return try sum(value(argument.elementList[0]), value(argument.elementList[1]))
    case "$size":
      return .tagged("numberInt", .string(String(try value(argument).elementList.count)))
    case "$arrayElemAt":
      guard let elements = try list(0) else { return .null }
      let index = try value(argument.elementList[1]).int
      return elements.indices.contains(index) ? elements[index] : missing
    case "$slice":
      guard let elements = try list(0) else { return .null }
      let numbers = try argument.elementList.dropFirst().map { try value($0).int }
      if numbers.count == 1 { return .array(Array(elements.prefix(numbers[0]))) }
      guard numbers[1] > 0 else { throw Unsupported(what: "$slice of \(numbers[1])") }
      return .array(Array(elements.dropFirst(numbers[0]).prefix(numbers[1])))
    case "$concatArrays":
      return .array(try argument.elementList.flatMap { try value($0).elementList })
    case "$in":
      return .bool(
        try value(argument.elementList[1]).elementList.contains(value(argument.elementList[0])))
    case "$filter":
      let condition = try argument.required("cond")
      return .array(
        try value(argument.required("input")).elementList.filter {
          try evaluate(condition, root, this: $0) == .bool(true)
        })
    default: throw Unsupported(what: name)
    }
  }

  private static let missing = JSONText.string("$$MISSING")

  private static func literal(_ field: JSONText) throws -> String {
    guard case .string(let name)? = field["$literal"] else { throw Unsupported(what: "a field") }
    return name
  }
}

extension String {
  fileprivate var parts: [String] {
    split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}

extension JSONText {
  subscript(name: String) -> JSONText? { memberList.last { $0.isNamed(name) }?.value }

  func required(_ name: String) throws -> JSONText {
    guard let value = self[name] else { throw MongoInterpreter.Unsupported(what: "no \(name)") }
    return value
  }

  var memberList: [Member] { if case .object(let members) = self { members } else { [] } }
  var elementList: [JSONText] { if case .array(let elements) = self { elements } else { [] } }
  var long: Int64? {
    for tag in ["$numberLong", "$numberInt"] {
      if case .string(let digits)? = self[tag] { return Int64(digits) }
    }
    return nil
  }
  var int: Int { Int(long ?? -1) }

  fileprivate var bsonType: String {
    switch self {
    case .null: return "null"
    case .bool: return "bool"
    case .string: return "string"
    case .number: return "number"
    case .array: return "array"
    case .object(let members):
      let types = [
        "$numberLong": "long", "$numberInt": "int", "$numberDouble": "double", "$date": "date",
        "$numberDecimal": "decimal", "$oid": "objectId", "$binary": "binData", "$uuid": "binData",
      ]
      return members.first.flatMap { types[$0.name] } ?? "object"
    }
  }

  fileprivate func value(at path: [String]) -> JSONText? {
    guard let first = path.first else { return self }
    let rest = Array(path.dropFirst())
    if case .array(let elements) = self, let index = Int(first) {
      return elements.indices.contains(index) ? elements[index].value(at: rest) : nil
    }
    return self[first]?.value(at: rest)
  }

  fileprivate mutating func set(_ path: [String], _ value: JSONText) {
    guard let first = path.first else {
      self = value
      return
    }
    let rest = Array(path.dropFirst())
    if case .array(var elements) = self, let index = Int(first) {
      while elements.count <= index { elements.append(.null) }
      elements[index].set(rest, value)
      self = .array(elements)
    } else if case .object(var members) = self {
      if let index = members.lastIndex(where: { $0.isNamed(first) }) {
        members[index].value.set(rest, value)
      } else {
        var new = JSONText.object([])
        new.set(rest, value)
        members.append(Member(first, new))
      }
      self = .object(members)
    }
  }

  fileprivate mutating func remove(_ path: [String]) {
    guard let first = path.first else { return }
    let rest = Array(path.dropFirst())
    if case .object(var members) = self {
      guard let index = members.lastIndex(where: { $0.isNamed(first) }) else { return }
      if rest.isEmpty { members.remove(at: index) } else { members[index].value.remove(rest) }
      self = .object(members)
    } else if case .array(var elements) = self, let index = Int(first),
      elements.indices.contains(index), !rest.isEmpty
    {
      elements[index].remove(rest)
      self = .array(elements)
    }
  }
}
