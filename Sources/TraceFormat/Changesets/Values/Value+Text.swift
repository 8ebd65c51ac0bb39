extension Value {
  /// The value for people, on one line of at most so many columns.
  ///
  /// Of a long string the end is shown, too: it may be what tells two apart.
  package func text(columns: Int) -> String {
    if case .string(let string) = self { return string.quotedText(columns: columns) }
    // Far more than a line holds is never put together: a value can be megabytes.
    var budget = max(columns, 1) * 4
    return text(&budget).shortened(to: columns)
  }

  private func text(_ budget: inout Int) -> String {
    guard budget > 0 else { return "…" }
    let text: String
    switch self {
    case .link(let link) where !link.isResolved: text = "null"
    case .string(let string): text = string.quotedText(scalars: budget)
    case .link(let link):
      text = "\(link.className.shortName) \(link.key.shortText)"
    case .list(let elements): text = "[\(Self.text(elements, &budget) { $0.text(&$1) })]"
    case .set(let elements): text = "{\(Self.text(elements, &budget) { $0.text(&$1) })}"
    case .dictionary(let entries): text = Self.text(entries, &budget)
    case .embedded(let object): text = Self.text(object.properties.filter(\.value.isSet), &budget)
    default: text = scalarText(namesType: false) ?? ""
    }
    budget -= text.utf8.count
    return text
  }

  private static func text(_ entries: [Entry], _ budget: inout Int) -> String {
    "{\(text(entries, &budget) { "\($0.key.shortName): \($0.value.text(&$1))" })}"
  }

  private static func text<Element>(
    _ elements: [Element], _ budget: inout Int,
    _ text: (Element, inout Int) -> String
  ) -> String {
    var parts: [String] = []
    for element in elements {
      guard budget > 0 else {
        parts.append("…")
        break
      }
      parts.append(text(element, &budget))
    }
    return parts.joined(separator: ", ")
  }

  /// Whether there is anything to show; an embedded object is recognized by what it has.
  fileprivate var isSet: Bool {
    switch self {
    case .null: false
    case .link(let link): link.isResolved
    case .list(let elements), .set(let elements): !elements.isEmpty
    case .dictionary(let entries): !entries.isEmpty
    default: true
    }
  }
}

extension RealmString {
  /// The beginning of the text in quotation marks, escaped, so that no value can break a line,
  /// turn the direction of writing or move a cursor.
  package func quotedText(scalars: Int) -> String {
    // Eight bytes a scalar are more than any has, so what is cut off here would not be shown.
    guard count > scalars * 8 else { return quotedText }
    return RealmString(bytes[..<scalarStart(bytes.startIndex + scalars * 8)]).quotedText
  }

  /// The place, or that before it where the scalar begins whose bytes it is in the middle of.
  private func scalarStart(_ place: Int) -> Int {
    (max(place - 3, bytes.startIndex)...place).last { bytes[$0] & 0xC0 != 0x80 } ?? place
  }

  /// The text in quotation marks and escaped, cut in the middle where it is wider than so many columns.
  fileprivate func quotedText(columns: Int) -> String {
    // Twice as much as can be shown, of both ends: a value can be megabytes.
    let part = max(columns, 1) * 8
    guard count > 2 * part else { return quotedText.shortenedInMiddle(to: columns) }
    let tail = bytes[scalarStart(bytes.endIndex - part)...]
    return RealmString(Array(bytes[..<scalarStart(bytes.startIndex + part)]) + tail).quotedText
      .shortenedInMiddle(to: columns)
  }

  package var shortName: String {
    (count <= 256 ? nameText : quotedText(scalars: 64)).shortened(to: 40)
  }
}

extension PrimaryKeyValue {
  /// A key without the type's name, as far as a line has room for it.
  package var shortText: String {
    switch self {
    case .string(let text): text.quotedText(scalars: 64).shortened(to: 40)
    case .objectID(let value): value.text
    case .uuid(let value): value.text
    default: text
    }
  }
}

extension String {
  /// Text from the input in quotation marks and escaped, not wider than so many columns.
  package func quoted(columns: Int) -> String {
    RealmString(self).quotedText(scalars: columns).shortened(to: columns)
  }

  package func escaped(columns: Int) -> String {
    String(RealmString(self).quotedText(scalars: columns).dropFirst().dropLast())
      .shortened(to: columns)
  }
}
