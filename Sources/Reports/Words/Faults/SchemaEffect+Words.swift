internal import RealmModel
package import Replayer
internal import TraceFormat

// What a fault did to the server's schema, in one sentence without a final period.
extension SchemaEffect {
  /// The sentence.
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
  /// Such as `Person.name`.
  package var words: String { "\(className).\(property)" }
}

// Why a fault cannot change the server's schema, in one sentence without a final period.
extension SchemaRefusal {
  /// The sentence.
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
  /// The article of ``noun``.
  fileprivate var article: String { "aeiou".contains(noun.prefix(1)) ? "an" : "a" }

  /// What a fault looks for, as a noun.
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
