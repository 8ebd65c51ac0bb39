internal import RealmModel
internal import TraceFormat

/// What one operation of a merge plan is about, and the writes that it carries over.
struct PlannedPlace {
  enum Kind: Hashable {
    case addedClass
    case addedProperty
    case removedSchema
    case newObject
    /// An object that the server no longer has, or that the device deleted and created anew: all of its properties.
    case wholeObject
    case deletedObject
    /// A property or dictionary entry, as it finally is on the device.
    case value
    /// A number to which the device only added.
    case sum(Int64)
    /// Whether a set has one element.
    case member(Value)
    /// An object that leaves the device by upload alone.
    case upload
  }

  var kind: Kind
  var address: Address
  var writes: [Int]
  /// Whether a restored server lacks what this device had synced there: it has changed nothing itself.
  var isRestored = false

  /// For one element of a set: that element.
  var member: Value? { if case .member(let value) = kind { value } else { nil } }

  /// The order in which operations can be carried out.
  var phase: Int {
    switch kind {
    case .addedClass: 0
    case .addedProperty: 1
    case .removedSchema: 2
    case .newObject: 3
    case .wholeObject: 4
    case .value, .sum, .member, .upload: 5
    case .deletedObject: 6
    }
  }
}
