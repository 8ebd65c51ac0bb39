import TraceFormat

extension JSONText {
  /// The value of a member; nil where there is none.
  subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The elements; none of anything but an array.
  var list: [JSONText] { if case .array(let elements) = self { elements } else { [] } }
}
