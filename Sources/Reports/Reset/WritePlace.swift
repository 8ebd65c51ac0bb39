internal import RealmModel
internal import TraceFormat

struct WritePlace {
  var className: String
  /// Still another one for each object of the class; nil for the class itself.
  var object: String?
  /// Nil for the object or the class as a whole.
  var property: String?
  /// Below the property, such as `[0].title`.
  var path: String

  init(_ address: Address, objectName: String?) {
    className = address.className.shortName
    object = objectName
    property = address.property?.shortName
    path = address.pathText
  }

  var objectText: String { object.map { "\(className) \($0)" } ?? className }

  var propertyName: String { property ?? (object == nil ? "(class)" : "(object)") }

  /// Such as `Person 7 notes[3]`.
  var text: String {
    guard let property else { return objectText }
    return "\(objectText) \((property + path).shortened(to: Address.propertyColumnsMax))"
  }
}
