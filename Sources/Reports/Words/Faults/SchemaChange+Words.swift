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

// What a fault did to the server's schema, in one sentence without a final period.
extension SchemaEffect {
  package var words: String {
    switch self {
    case .classNeverThere(let name): "the server never had class \(name)"
    case .classRemoved(let name): "class \(name) is gone"
    case .classAdded(let name): "the server has a new class \(name)"
    case .classEmbedded(let name):
      "class \(name) is embedded, and its objects are parts of those that link to them"
    case .classUnembedded(let name, let key):
      "class \(name) is no longer embedded and has a primary key \(key)"
    case .primaryKeyType(let className, let type, let before):
      "the primary key of class \(className) is of type \(type.rawValue) instead of "
        + before.rawValue
    case .primaryKeyName(let className, let name, let before):
      "the primary key of class \(className) is called \(name) instead of \(before)"
    case .propertyAdded(let place, let type):
      "class \(place.className) has a new property \(place.property) of type \(type.rawValue)"
    case .propertyRemoved(let place): "property \(place.words) is gone, with its values"
    case .propertyDropped(let place): "property \(place.words) is gone with it"
    case .type(let place, let type, let before):
      "\(place.words) is of type \(type.rawValue) instead of \(before.rawValue)"
    case .optionality(let place, let isOptional):
      "\(place.words) is " + (isOptional ? "optional" : "required, and its nulls are defaults")
    case .collection(let place, let kind, let before):
      "\(place.words) is a \(kind.noun) instead of a \(before.noun)"
    case .linkTarget(let place, let target, let before):
      "\(place.words) links to \(target), and no longer to \(before)"
    }
  }
}

extension SchemaProperty {
  package var words: String { "\(className).\(property)" }
}

// Why a fault cannot change the server's schema, in one sentence without a final period.
extension SchemaRefusal {
  package var words: String {
    switch self {
    case .nothing(let subject): "the server has no \(subject.noun)"
    case .noClass(let name): "the server has no class \(name)"
    case .noProperty(let place): "class \(place.className) has no property \(place.property)"
    case .hasClass(let name): "the server has a class \(name)"
    case .hasProperty(let place): "class \(place.className) has a property \(place.property)"
    case .isPrimaryKey(let place): "\(place.words) is the primary key"
    case .unsuitableClass(let name, let subject):
      "class \(name) is not \(subject.article) \(subject.noun)"
    case .unsuitableProperty(let place, let subject):
      "\(place.words) is not \(subject.article) \(subject.noun)"
    case .primaryKeyCannotBecome(let className, let type):
      "the primary key of class \(className) cannot become \(type.rawValue)"
    case .hasTypeAlready(let property, let type):
      "property \(property) is of type \(type.rawValue) already"
    case .needsLinkTarget: "a property that becomes a link needs `change-link-target`"
    case .linksCannotBeAdded: "a property of links cannot be added"
    case .linksCannotLead(let target): "links cannot be made to lead to \(target)"
    }
  }
}

extension SchemaRefusal.Subject {
  fileprivate var article: String { noun.first.map("aeiou".contains) ?? false ? "an" : "a" }

  fileprivate var noun: String {
    switch self {
    case .anyClass: "class"
    case .classWithPrimaryKey: "class with a primary key"
    case .classWithSuchProperty: "class with such a property"
    case .embeddedClass: "embedded class"
    case .property: "property"
    case .propertyOfEitherOptionality: "property that can be both optional and required"
    case .propertyForCollection: "property that could be that collection"
    case .propertyOfLinks: "property of links to objects"
    case .otherType: "other type"
    case .otherCollection: "other collection"
    case .otherTarget: "other class that links could lead to"
    }
  }
}
