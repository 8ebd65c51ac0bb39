import TraceFormat

extension JSONReader {
  /// Reads an object whose members come in whatever order.
  ///
  /// - Parameters:
  ///   - names: The members that it must have.
  ///   - isWhole: Whether the object is all that there is to read.
  ///   - read: Takes a member's name, and reads or passes over its value.
  mutating func readMembers(
    requiring names: [String], isWhole: Bool = false,
    _ read: (String, inout JSONReader) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) {
    var missing = names
    try enterObject()
    while let member = try nextMember() {
      try read(member, &self)
      missing.removeAll { $0 == member }
    }
    if isWhole { try finish() }
    if let name = missing.first { throw .missing(name, at: position) }
  }

  /// Reads a line of a vector file; a failure inside a member says which.
  mutating func readVector(
    requiring names: [String],
    _ read: (String, inout JSONReader) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) {
    try readMembers(requiring: names, isWhole: true) { member, reader throws(DecodingFailure) in
      do throws(DecodingFailure) {
        try read(member, &reader)
      } catch {
        throw error.inside("`\(member)`")
      }
    }
  }

  mutating func readElements<Element>(
    _ read: (inout JSONReader) throws(DecodingFailure) -> Element
  ) throws(DecodingFailure) -> [Element] {
    var elements: [Element] = []
    try enterArray()
    while try nextElement() { elements.append(try read(&self)) }
    return elements
  }
}

extension DecodingFailure {
  /// An object ends without a member that it must have.
  static func missing(_ name: String, at offset: Int) -> DecodingFailure {
    .invalidValue("member `\(name)` is missing", at: offset)
  }
}
