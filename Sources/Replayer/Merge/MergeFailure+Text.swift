package import TraceFormat

extension MergeFailure: CustomStringConvertible {
  /// The reason and the two instructions as a sentence, without a full stop.
  public var description: String {
    "\(message) (our changeset \(ours.changesetIndex), instruction \(ours.instructionIndex); "
      + "their changeset \(theirs.changesetIndex), instruction \(theirs.instructionIndex))"
  }

  /// The reason in words: those of Realm Core where they are on record (`docs/merge.md`, "Failures").
  public var message: String {
    switch reason {
    case .schemaMismatch(let mismatch): "Schema mismatch: \(mismatch.sentence)"
    case .listSizesDiffer(let ours, let theirs):
      "the list has \(ours) elements on our side and \(theirs) on theirs"
    case .indexOutOfRange(let index, let size):
      "\(index) is not an index of a list of \(size) elements"
    case .inconsistentPaths: "a list on one side is an object or a dictionary on the other"
    case .abort(.dictionaryUpdateInList):
      "Realm Core aborts: an update of a dictionary entry meets a change to the elements of a list"
    case .abort(.clearedNestedSet):
      "Realm Core aborts: what is cleared on one side becomes a set on the other"
    }
  }
}

extension SchemaMismatch {
  /// What differs, with a full stop.
  fileprivate var sentence: String {
    switch self {
    case .primaryKeyNames(let name, let ours, let theirs):
      "'\(name)' has primary key '\(ours)' on one side and primary key '\(theirs)' on the other."
    case .primaryKeyTypes(let name, let key, let ours, let theirs):
      "'\(name)' has primary key '\(key)', which is of type \(ours.instructionName) on one side and "
        + "type \(theirs.instructionName) on the other."
    case .primaryKeyNullability(let name, let key):
      "'\(name)' has primary key '\(key)', which is nullable on one side and not on the other."
    case .asymmetry(let name): "'\(name)' is asymmetric on one side and not on the other."
    case .embedding(let name, let isOurs):
      isOurs
        ? "'\(name)' is embedded on one side and not on the other."
        : "'\(name)' has a primary key on one side and not on the other."
    case .types(let name, let property, let ours, let theirs):
      "\(Self.text(property, name)) is of type \(ours.instructionName) on one side and type "
        + "\(theirs.instructionName) on the other."
    case .nullability(let name, let property):
      "\(Self.text(property, name)) is nullable on one side and not on the other."
    case .collections(let name, let property, let ours, let theirs):
      "\(Self.text(property, name)) is a \(ours.noun) on one side, and a "
        + "\(theirs.noun) on the other."
    case .linkTargets(let name, let property, let ours, let theirs):
      "\(Self.text(property, name)) links to class '\(ours)' on one side and to class '\(theirs)' on "
        + "the other."
    }
  }

  private static func text(_ property: RealmString, _ className: RealmString) -> String {
    "Property '\(property)' in class '\(className)'"
  }

  /// Whether the words are those that Realm Core was seen to use.
  package var hasRecordedWording: Bool {
    switch self {
    case .primaryKeyTypes, .types, .nullability, .collections: true
    case .primaryKeyNames, .primaryKeyNullability, .asymmetry, .embedding, .linkTargets: false
    }
  }
}

extension CollectionKind {
  package var noun: String { self == .single ? "single value" : "\(self)" }
}

extension PayloadType {
  fileprivate var instructionName: String {
    switch self {
    case .objectID: "ObjectId"
    case .uuid: "UUID"
    default: "\(self)".prefix(1).uppercased() + "\(self)".dropFirst()
    }
  }
}
