public import TraceFormat

/// A field of an event that holds something and nothing below it.
public struct Leaf: Hashable {
  /// Where it is, such as `localCommit.changeset.3.object`.
  public var path: String
  /// What it holds, as text.
  public var content: String
}

/// Takes an event apart down to its last fields, as far as the compiler knows them: a field that is
/// added to an event or a message appears here without anybody's doing.
///
/// Messages are taken apart by their meaning, changesets and JSON bodies by their JSON. Left out are
/// flags and words of fixed vocabularies, which say nothing of a recording's own.
public struct Leaves {
  /// In the order of the event.
  public private(set) var all: [Leaf] = []

  /// Takes an event apart.
  public init(_ event: Event) { add(event, "") }

  private mutating func add(_ value: Any, _ path: String) {
    switch value {
    case let message as WireMessage: add(message, path)
    case let member as JSONText.Member: add(member, path)
    // An empty array of anything can be cast to an array of bytes.
    case let bytes as [UInt8] where type(of: value) == [UInt8].self: add(bytes, path)
    case is Bool: break
    case let text as String: note(path, text)
    case let number as any BinaryInteger: note(path, "\(number)")
    case let number as Double: note(path, "\(number)")
    default: addChildren(of: value, path)
    }
  }

  private mutating func note(_ path: String, _ content: String) {
    all.append(Leaf(path: path, content: content))
  }

  private mutating func addChildren(of value: Any, _ path: String) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      if let child = mirror.children.first { add(child.value, path) }
      return
    }
    for (index, child) in mirror.children.enumerated() {
      let name = child.label ?? "\(index)"
      add(child.value, path.isEmpty ? name : "\(path).\(name)")
    }
  }

  private mutating func add(_ message: WireMessage, _ path: String) {
    note("\(path).connection", message.connection)
    if let meaning = try? message.parsed() {
      add(meaning, path)
    } else {
      note("\(path).head", "\(message.head)")
      note("\(path).body", "\(message.body)")
    }
  }

  /// Which bytes are changesets, and which are JSON, is told by reading them.
  private mutating func add(_ bytes: [UInt8], _ path: String) {
    let parts = path.split(separator: ".")
    let isChangeset = parts.contains("changeset") || parts.contains("changesets")
    if isChangeset, let changeset = try? Changeset(decoding: bytes) {
      add(changeset, path)
    } else if case .object(let members) = try? JSONText(parsing: bytes) {
      let isQueries = parts.contains("subscriptions")
      for (index, member) in members.enumerated() {
        if isQueries { note("\(path).name \(index)", member.name) }
        add(member.value, json: isQueries ? "\(path).\(index)" : "\(path).\(member.name)")
      }
    } else {
      note(path, "\(bytes)")
    }
  }

  private mutating func add(_ changeset: Changeset, _ path: String) {
    for (index, instruction) in changeset.instructions.enumerated() {
      add(changeset.json(of: instruction), json: "\(path).\(index)")
    }
    if changeset.instructions.isEmpty {
      for (index, string) in changeset.strings.enumerated() {
        note("\(path).string \(index)", "\(changeset.string(string.bytes))")
      }
    }
  }

  /// Words of an instruction's or a body's own vocabulary.
  private static let vocabulary: Set<String> = [
    "instruction", "kind", "type", "keyType", "collection", "sessionReason",
  ]

  private mutating func add(_ value: JSONText, json path: String) {
    switch value {
    case .bool, .null:
      // What an instruction carries is a value of the recording, whatever its type.
      if path.hasSuffix(".value") { note(path, value.text()) }
    case .number(let digits):
      if !Self.isVocabulary(path) { note(path, digits) }
    case .string(let text):
      // A class without primary key has an empty name in the place of one.
      if path.hasSuffix(".primaryKey") && text.isEmpty { break }
      if !Self.isVocabulary(path) { note(path, text) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { add(element, json: "\(path).\(index)") }
    case .object(let members):
      for member in members { add(member.value, json: "\(path).\(member.name)") }
    }
  }

  private static func isVocabulary(_ path: String) -> Bool {
    vocabulary.contains(path.split(separator: ".").last.map(String.init) ?? "")
  }
}
