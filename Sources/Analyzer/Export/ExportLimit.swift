/// Why an operation cannot be said in the form of a target.
public enum ExportLimit: String, Error, Codable, Hashable, Sendable, CaseIterable {
  /// It makes a class or a property, which the target has a way of its own to do.
  case schema
  /// It takes a class or a property away, with what everybody has written there.
  case schemaRemoval
  /// Nothing in the trace shows the class, or the property.
  case unknownPlace
  /// A name that the target cannot have.
  case name
  /// Text that is not UTF-8.
  case textNotUTF8
  /// Text with a NUL in it.
  case textWithNUL
  /// A point in time that the target has no number for.
  case time
  /// A decimal of more than 34 digits.
  case decimal
  /// A link to the object whose primary key is null, which the target takes for none.
  case linkToNull
  /// A number in a set of Mixed, which may have an equal one of another type, and whose form in the target is no number.
  case memberOfMixed
  /// A value that does not fit what the property is.
  case value
}

/// What the form of a target rounds away from values that it does take.
public enum ExportRounding: String, Hashable, Sendable, CaseIterable {
  /// Nanoseconds below a millisecond.
  case belowMilliseconds
  /// Nanoseconds below a microsecond.
  case belowMicroseconds
  /// A NaN that becomes null.
  case notANumberToNull
  /// The bits of a NaN, of which only that it is one is kept.
  case bitsOfNaN
  /// The sign of a zero.
  case signOfZero
}
