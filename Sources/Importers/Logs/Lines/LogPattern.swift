import TraceFormat

/// What a message looks like: literal text with holes in it.
///
/// `{name}` is a hole that ends where the text behind it stands first, `{name>}` one that ends where that
/// stands last, since quotations in a log are not escaped. `{*}` at the end is anything.
struct LogPattern: Sendable {
  private struct Part: Sendable {
    /// The hole's name; nil for the opening.
    var hole: String?
    var isGreedy: Bool
    /// What stands behind the hole.
    var literal: [UInt8]
  }

  /// What the message begins with.
  let opening: [UInt8]
  private let parts: [Part]
  private let isOpenEnded: Bool

  init(_ template: String) {
    var opening: [UInt8] = []
    var parts: [Part] = []
    var literal: [UInt8] = []
    var hole: String?
    var isOpenEnded = false
    for byte in template.utf8 {
      switch byte {
      case UInt8(ascii: "{"):
        if parts.isEmpty { opening = literal } else { parts[parts.count - 1].literal = literal }
        (literal, hole) = ([], "")
      case UInt8(ascii: "}") where hole != nil:
        let name = hole ?? ""
        if name == "*" {
          isOpenEnded = true
        } else {
          parts.append(
            Part(
              hole: name.hasSuffix(">") ? String(name.dropLast()) : name,
              isGreedy: name.hasSuffix(">"), literal: []))
        }
        hole = nil
      default:
        if hole != nil {
          hole?.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          literal.append(byte)
        }
      }
    }
    if parts.isEmpty, !isOpenEnded {
      opening = literal
    } else if !parts.isEmpty, !isOpenEnded {
      parts[parts.count - 1].literal = literal
    }
    (self.opening, self.parts, self.isOpenEnded) = (opening, parts, isOpenEnded)
  }

  /// What a text is to a pattern.
  enum Match {
    case whole(LogFields)
    /// It begins so, and does not go on so: a part of it may be on another line.
    case begun
    case none
  }

  func match(_ text: [UInt8]) -> Match {
    guard text.starts(with: opening) else { return .none }
    var position = opening.count
    var fields = LogFields()
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let end: Int
      if part.literal.isEmpty {
        end = text.count
      } else if isLast, !isOpenEnded {
        // The last literal is the end of the message.
        end = text.count - part.literal.count
        guard end >= position, text[end...].elementsEqual(part.literal) else { return .begun }
      } else {
        let found =
          part.isGreedy
          ? text.lastRange(of: part.literal, from: position)
          : text.firstRange(of: part.literal, from: position)
        guard let found else { return .begun }
        end = found
      }
      fields.values.append((part.hole ?? "", text[position..<end]))
      position = end + part.literal.count
    }
    guard isOpenEnded || position == text.count else { return parts.isEmpty ? .none : .begun }
    return .whole(fields)
  }
}

/// What stands in the holes of a message.
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

extension [UInt8] {
  /// Where other bytes stand first.
  func firstRange(of other: [UInt8], from start: Int) -> Int? {
    guard !other.isEmpty, count >= other.count else { return nil }
    var index = start
    while index <= count - other.count {
      if self[index] == other[0], self[index..<index + other.count].elementsEqual(other) {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Where other bytes stand last.
  func lastRange(of other: [UInt8], from start: Int) -> Int? {
    guard !other.isEmpty, count >= other.count else { return nil }
    var index = count - other.count
    while index >= start {
      if self[index] == other[0], self[index..<index + other.count].elementsEqual(other) {
        return index
      }
      index -= 1
    }
    return nil
  }
}
