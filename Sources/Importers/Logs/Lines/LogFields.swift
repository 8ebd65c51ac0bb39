import TraceFormat

extension MessagePattern {
  enum LogMatch {
    case whole(LogFields)
    /// It begins so, and does not go on so: a part of it may be on another line.
    case begun
    case none
  }

  func match(_ text: [UInt8]) -> LogMatch {
    guard text.starts(with: opening) else { return .none }
    var rest = text[opening.count...]
    var fields = LogFields()
    for (index, hole) in holes.enumerated() where !hole.name.isEmpty {
      let literal = hole.literal
      let end: Int
      if literal.isEmpty {
        end = text.count
      } else if index == holes.count - 1 {
        // The last literal is the end of the message.
        end = text.count - literal.count
        guard end >= rest.startIndex, text[end...].elementsEqual(literal) else { return .begun }
      } else {
        let found = hole.isGreedy ? rest.lastIndex(of: literal) : rest.firstIndex(of: literal)
        guard let found else { return .begun }
        end = found
      }
      fields.values.append((hole.name, rest[..<end]))
      rest = rest[(end + literal.count)...]
    }
    let isOpenEnded = holes.last?.name.isEmpty == true
    guard isOpenEnded || rest.isEmpty else { return holes.isEmpty ? .none : .begun }
    return .whole(fields)
  }
}

/// What is in the holes of a message.
struct LogFields: Sendable {
  var values: [(name: String, value: ArraySlice<UInt8>)] = []

  func bytes(_ name: String) -> ArraySlice<UInt8>? { values.first { $0.name == name }?.value }
  func text(_ name: String) -> String { bytes(name)?.text ?? "" }
  func number<Number: FixedWidthInteger>(_ name: String, _: Number.Type = Number.self) -> Number? {
    bytes(name).flatMap { Number($0.text) }
  }

  /// A flag, also as versions before 11 wrote it.
  func flag(_ name: String) -> Bool? {
    switch text(name) {
    case "true", "1", "yes": true
    case "false", "0", "no": false
    default: nil
    }
  }

  /// The fields of `name=value, name=value`.
  init(listed list: ArraySlice<UInt8>) {
    for part in list.split(separator: UInt8(ascii: ",")) {
      let trimmed = part.drop { $0 == 0x20 }
      guard let equals = trimmed.firstIndex(of: UInt8(ascii: "=")) else { continue }
      var name = trimmed[..<equals]
      var value = trimmed[(equals + 1)...]
      while name.last == 0x20 { name.removeLast() }
      value = value.drop { $0 == 0x20 }
      values.append((name.text, value))
    }
  }

  init() {}
}
