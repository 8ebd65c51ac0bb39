extension RecordLayout {
  func encode(into bytes: inout [UInt8]) {
    var fields = self
    // Moved, so that it is not copied.
    var writer = RecordWriter(bytes: consume bytes)
    fields.visitFields(&writer)
    bytes = writer.bytes
  }
}

private struct RecordWriter: RecordVisitor {
  var bytes: [UInt8]

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout Number, _ meaning: NumberField?
  ) {
    bytes.append(littleEndian: value)
  }

  mutating func flag(_ value: inout Bool) { bytes.append(value ? 1 : 0) }

  mutating func word<Word: RawRepresentable<String>>(_ word: inout Word) {
    bytes.append(field: word.rawValue)
  }

  mutating func text(_ text: inout String, _ meaning: TextField?) { bytes.append(field: text) }

  mutating func bytes(_ bytes: inout [UInt8]) { self.bytes.append(field: bytes) }

  mutating func changeset(_ encoded: inout [UInt8]) { bytes.append(field: encoded) }

  mutating func rejectedObject(_ className: inout String, _ key: inout String) {
    bytes.append(field: className)
    bytes.append(field: key)
  }

  mutating func loggedReset(_ reset: inout LoggedReset) {
    bytes.append(field: JSONText(fact: reset).text())
  }

  mutating func part<Part: RecordLayout>(_ part: inout Part) { part.visitFields(&self) }

  mutating func list<Part: RecordLayout>(
    _ parts: inout [Part], _ what: String, elementSizeMin: Int
  ) {
    bytes.append(count: parts.count)
    for var part in parts { part.visitFields(&self) }
  }

  func hasMore(_ saysSomething: Bool) -> Bool { saysSomething }
}
