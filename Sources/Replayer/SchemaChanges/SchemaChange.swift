package import FaultPlans
package import TraceFormat

/// One way in which a schema differs from an older one (`docs/preflight.md`, "Changes").
package struct SchemaChange: Hashable, Sendable {
  /// The kinds of changes, in the order in which they are made to a class.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case classAdded
    case classRemoved
    case classEmbedded
    case classUnembedded
    case asymmetryChanged
    case primaryKeyAdded
    case primaryKeyRemoved
    case primaryKeyRenamed
    case primaryKeyTypeChanged
    case primaryKeyOptionalityChanged
    case propertyAdded
    case propertyRemoved
    case typeChanged
    case collectionChanged
    case optionalityChanged
    case linkTargetChanged
  }

  /// What a client reset makes of a change of the server's schema.
  package enum Effect: String, Codable, Hashable, Sendable, CaseIterable {
    /// The state transfer fails where the device has what was changed.
    case breaking
    case additive
    /// No check finds it, and the device continues with what it has.
    case unnoticed
  }

  package var kind: Kind
  package var className: RealmString
  /// The property that it is about; for a renamed primary key its old name.
  package var property: RealmString?
  /// The class before; nil for a new one.
  package var oldClass: ClassSchema?
  /// The class after; nil for a removed one.
  package var newClass: ClassSchema?

  package var before: PropertySchema? { property.flatMap { oldClass?.property($0) } }

  /// The property after; for a renamed primary key the one with the new name.
  package var after: PropertySchema? {
    isOfPrimaryKey ? newClass?.primaryKeyProperty : property.flatMap { newClass?.property($0) }
  }

  private var isOfPrimaryKey: Bool {
    switch kind {
    case .primaryKeyAdded, .primaryKeyRenamed, .primaryKeyTypeChanged,
      .primaryKeyOptionalityChanged:
      true
    default: false
    }
  }

  package var effect: Effect {
    switch kind {
    case .classAdded, .propertyAdded: .additive
    case .asymmetryChanged, .linkTargetChanged: .unnoticed
    default: .breaking
    }
  }

  /// How the state transfer fails for it, if nothing fails before (Realm Core: `transfer_group` in
  /// `sync/noinst/client_reset.cpp`).
  package var failureClass: ResetFailureClass? {
    switch kind {
    case .classRemoved: .classesRemoved
    case .propertyRemoved: .propertiesRemoved
    case .typeChanged: .incompatibleType
    case .collectionChanged, .optionalityChanged: .incompatibleAttributes
    case .classEmbedded, .primaryKeyAdded, .primaryKeyRemoved, .primaryKeyRenamed,
      .primaryKeyTypeChanged, .primaryKeyOptionalityChanged:
      .incompatiblePrimaryKey
    // Without a key the process ends.
    case .classUnembedded: newClass?.primaryKey == nil ? nil : .incompatiblePrimaryKey
    case .classAdded, .propertyAdded, .asymmetryChanged, .linkTargetChanged: nil
    }
  }

  /// The fault that makes the same change, unless it refuses the rest of the schema; nil where there is none that does
  /// exactly this.
  package var fault: SchemaFault? {
    // A name that is not text can't be said; what a fault leaves open the seed chooses.
    let names = [className, property, after?.name, after?.target].compactMap(\.self)
    guard names.allSatisfy({ $0.text != nil }) else { return nil }
    var fault = SchemaFault(.removeClass, className: className.text, property: property?.text)
    switch kind {
    case .classRemoved: fault.change = .removeClass
    case .classEmbedded: fault.change = .embedClass
    case .primaryKeyRenamed: (fault.change, fault.name) = (.renamePrimaryKey, after?.name.text)
    case .primaryKeyTypeChanged: (fault.change, fault.type) = (.changePrimaryKeyType, after?.type)
    case .propertyRemoved: fault.change = .removeProperty
    case .typeChanged:
      guard makesAsOptional else { return nil }
      (fault.change, fault.type) = (.changeType, after?.type)
    case .collectionChanged:
      (fault.change, fault.collection) = (.changeCollection, after?.collection)
    case .optionalityChanged: fault.change = .changeOptionality
    case .linkTargetChanged: (fault.change, fault.name) = (.changeLinkTarget, after?.target?.text)
    case .classAdded, .classUnembedded, .asymmetryChanged, .primaryKeyAdded, .primaryKeyRemoved,
      .primaryKeyOptionalityChanged, .propertyAdded:
      return nil
    }
    if !fault.change.hasProperty { fault.property = nil }
    return fault.type == .link ? nil : fault
  }

  /// Whether the fault of another type leaves the property as optional as the change does: what links and mixed values
  /// become has no optionality of before.
  private var makesAsOptional: Bool {
    guard let before, let after, !before.hasChoice, after.hasChoice else { return true }
    return after.isOptional
      == (before.type == .link ? before.collection == .single : before.isOptional)
  }
}
