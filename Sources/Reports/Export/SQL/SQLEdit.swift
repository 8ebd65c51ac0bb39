internal import TraceFormat

/// A change of something inside of a column of JSON, at the end of a path.
enum SQLEdit {
  /// Puts a value at a key or over an element. Nothing happens where what would hold it is not
  /// there, and an index beyond the end is none.
  case put(String, isElement: Bool)
  /// Puts a value where there is none, or null.
  case putIfNull(String)
  /// Makes an empty list or object of something that is not one.
  case becomeEmpty(CollectionKind)
  case clear(CollectionKind)
  case remove
  case add(Int64)
  // Of a list or a set, which the path leads to
  case insert(String, at: UInt32)
  case move(from: UInt32, to: UInt32)
  case addMember(SQLMember)
  case removeMember(SQLMember)
}

/// An element of a set, as an expression of JSON.
struct SQLMember {
  var expression: String
  var json: JSONText
}
