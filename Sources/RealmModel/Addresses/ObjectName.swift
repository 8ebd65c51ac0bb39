public import TraceFormat

/// An object by class and primary key, the same in every state.
///
/// The part of an ``Address`` that names an object of its own.
public struct ObjectName: Codable, Hashable, Sendable {
  /// The class.
  public var className: RealmString
  /// The primary key.
  public var key: PrimaryKeyValue

  /// The object of a class with a primary key.
  public init(className: RealmString, key: PrimaryKeyValue) {
    self.className = className
    self.key = key
  }

  private enum CodingKeys: String, CodingKey {
    case className = "class"
    case key = "object"
  }
}

extension ObjectName {
  /// The object that an instruction acts on; nil for one that is about the schema.
  package init?(_ instruction: Instruction, in changeset: Changeset) {
    guard let key = instruction.object else { return nil }
    self.init(className: changeset.string(instruction.table), key: changeset.value(key))
  }

  package init?(linkedBy instruction: Instruction, in changeset: Changeset) {
    guard case .link(let table, let key)? = instruction.value else { return nil }
    self.init(className: changeset.string(table), key: changeset.value(key))
  }
}
