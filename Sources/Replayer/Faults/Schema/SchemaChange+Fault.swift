import RealmModel
import TraceFormat

extension SchemaChange {
  /// The fault that makes the same change; nil where there is none that does exactly this.
  package var fault: SchemaFault? {
    guard let className = className.text else { return nil }
    var fault = SchemaFault(.removeClass, className: className, property: property?.text)
    switch kind {
    case .classRemoved: fault.change = .removeClass
    case .classEmbedded: fault.change = .embedClass
    case .primaryKeyRenamed: (fault.change, fault.name) = (.renamePrimaryKey, after?.name.text)
    case .primaryKeyTypeChanged: (fault.change, fault.type) = (.changePrimaryKeyType, after?.type)
    case .propertyRemoved: fault.change = .removeProperty
    case .typeChanged: (fault.change, fault.type) = (.changeType, after?.type)
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
}
