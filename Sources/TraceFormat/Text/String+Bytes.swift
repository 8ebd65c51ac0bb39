// Text compared by its bytes, as Realm compares it. Swift's `==` takes for one text what Unicode holds to
// be equal: `é` composed and decomposed, the Kelvin sign and `K`.

extension StringProtocol {
  @inlinable
  package func hasSameBytes(as other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  package func beginsWithBytes(of prefix: some StringProtocol) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  /// Whether the bytes of a short text are somewhere in it. (`contains(_:)` needs newer systems than an app can ask for.)
  package func containsBytes(of part: some StringProtocol) -> Bool {
    utf8.indices.contains { utf8[$0...].starts(with: part.utf8) }
  }

  /// The text with another one instead of each such character. (`replacing(_:with:)` needs newer systems than an app
  /// can ask for.)
  package func replacing(each scalar: Unicode.Scalar, with text: String) -> String {
    String(self).escaping { $0 == scalar ? text : nil }
  }
}

extension String {
  /// The text with what a form writes instead of a scalar; nil for what stands as it is.
  ///
  /// A form that shows what is hidden by escapes of its own has ``shown(_:)``.
  package func escaping(_ escape: (Unicode.Scalar) -> String?) -> String {
    var escaped = ""
    escaped.reserveCapacity(utf8.count + 16)
    for scalar in unicodeScalars {
      if let escape = escape(scalar) {
        escaped += escape
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The text of bytes that are UTF-8; nil for others. (`init(validating:as:)` needs newer systems than an app can
  /// ask for.)
  @inlinable
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 was replaced.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}

/// A text by its bytes, for sets, as the key of dictionaries and to be sorted: names of members and files,
/// lines. What Realm names is a ``RealmString``, which may be no text.
package struct TextBytes: Hashable, Sendable {
  package let text: String

  package init(_ text: some StringProtocol) { self.text = String(text) }

  package static func == (a: TextBytes, b: TextBytes) -> Bool { a.text.hasSameBytes(as: b.text) }

  /// Hashes the bytes. The hashes of `String` are equal for all spellings of a text, of which there may be very many.
  package func hash(into hasher: inout Hasher) {
    var text = text
    hasher.combine(text.utf8.count)
    // SAFETY: the buffer is read during the call only.
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension TextBytes: Comparable {
  /// Bytewise, a prefix before the longer text.
  package static func < (a: TextBytes, b: TextBytes) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}
