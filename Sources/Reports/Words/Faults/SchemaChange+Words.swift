internal import RealmModel
package import Replayer
internal import TraceFormat

extension SchemaChange {
  /// The change in words, without a final period.
  package var words: String {
    switch kind {
    case .classAdded: "class \(className) is new"
    case .classRemoved: "class \(className) is gone"
    case .classEmbedded: "class \(className) is embedded"
    case .classUnembedded: "class \(className) is no longer embedded"
    case .asymmetryChanged:
      newClass?.kind == .asymmetric
        ? "class \(className) is asymmetric" : "class \(className) is no longer asymmetric"
    case .primaryKeyAdded: "class \(className) has a primary key, \(name)"
    case .primaryKeyRemoved: "class \(className) has no primary key, which was \(name)"
    case .primaryKeyRenamed:
      "the primary key of class \(className) is called \(after?.name ?? .empty) instead of \(name)"
    case .primaryKeyTypeChanged: "the primary key of class \(className) is \(types)"
    case .primaryKeyOptionalityChanged: "the primary key of class \(className) is \(optionality)"
    case .propertyAdded: "\(className).\(name) is new, of type \(after?.notation ?? "")"
    case .propertyRemoved: "\(className).\(name) is gone"
    case .typeChanged: "\(className).\(name) is \(types)"
    case .collectionChanged:
      "\(className).\(name) is a \(after?.collection.noun ?? "") instead of a "
        + (before?.collection.noun ?? "")
    case .optionalityChanged: "\(className).\(name) is \(optionality)"
    case .linkTargetChanged:
      "\(className).\(name) links to \(after?.target ?? .empty), and no longer to "
        + "\(before?.target ?? .empty)"
    }
  }

  private var name: RealmString { property ?? .empty }

  private var types: String {
    "of type \(after?.typeName ?? "") instead of \(before?.typeName ?? "")"
  }

  private var optionality: String {
    after?.isOptional == true
      ? "optional, and no longer required" : "required, and no longer optional"
  }
}

extension PropertySchema {
  /// The type of one value: that of the changeset, or the class of links.
  fileprivate var typeName: String { target?.readableText ?? type.rawValue }
}

extension CollectionKind {
  /// The kind in words.
  var noun: String { self == .single ? "single value" : "\(self)" }
}
