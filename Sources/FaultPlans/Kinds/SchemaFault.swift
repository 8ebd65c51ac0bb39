package import TraceFormat

/// A change of the server's schema, with its data; makes a reset due at its trigger, if none is.
///
/// What is nil is chosen by the plan's seed among what the server has at that moment.
package struct SchemaFault: Hashable, Sendable {
  package enum Change: String, Hashable, Sendable, CaseIterable {
    case removeClass = "remove-class"
    /// The server never had a class of the client.
    case unknownClass = "unknown-class"
    case removeProperty = "remove-property"
    case changeType = "change-type"
    case changeOptionality = "change-optionality"
    case changeCollection = "change-collection"
    case changePrimaryKeyType = "change-primary-key-type"
    case renamePrimaryKey = "rename-primary-key"
    case embedClass = "embed-class"
    case unembedClass = "unembed-class"
    case changeLinkTarget = "change-link-target"
    case addClass = "add-class"
    case addProperty = "add-property"
  }

  package var change: Change
  package var className: String?
  package var property: String?
  package var type: PropertyType?
  package var collection: CollectionKind?
  /// The new name of a primary key, or the target of links.
  package var name: String?

  package init(
    _ change: Change, className: String? = nil, property: String? = nil,
    type: PropertyType? = nil, collection: CollectionKind? = nil, name: String? = nil
  ) {
    (self.change, self.className, self.property) = (change, className, property)
    (self.type, self.collection, self.name) = (type, collection, name)
  }

  private var names: [TextBytes?] { [className, property, name].map { $0.map { TextBytes($0) } } }

  package static func == (a: SchemaFault, b: SchemaFault) -> Bool {
    a.change == b.change && a.type == b.type && a.collection == b.collection && a.names == b.names
  }
}
