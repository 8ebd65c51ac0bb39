extension RecordLayout {
  /// The same with everything in it replaced that means something.
  func rewritten<Rewriting: EventRewriting>(
    by rewriting: inout Rewriting
  ) throws(RewritingFailure) -> Self {
    var fields = self
    // Moved, so that its tables are not copied.
    var rewriter = RecordRewriter(rewriting: consume rewriting)
    defer { rewriting = rewriter.rewriting }
    try fields.visitFields(&rewriter)
    return fields
  }
}

/// Asks a rewriting for what takes the place of each field. Flags and vocabulary are changed with the whole event.
private struct RecordRewriter<Rewriting: EventRewriting>: RecordVisitor {
  typealias Failure = RewritingFailure
  var rewriting: Rewriting

  mutating func number<Number: FixedWidthInteger>(_ value: inout Number, _ meaning: NumberField?) {
    if let meaning { value = rewriting.number(value, meaning) }
  }

  mutating func text(_ text: inout String, _ meaning: TextField?) {
    if let meaning { text = rewriting.text(text, meaning) }
  }

  mutating func changeset(_ encoded: inout [UInt8]) throws(RewritingFailure) {
    encoded = try rewriting.changesetBytes(encoded)
  }

  mutating func rejectedObject(
    _ className: inout String, _ key: inout String
  ) throws(RewritingFailure) {
    let name = className
    className = try rewriting.classText(name)
    key = rewriting.rejectedKey(key, of: name)
  }

  mutating func loggedReset(_ reset: inout LoggedReset) throws(RewritingFailure) {
    reset = try reset.rewritten(by: &rewriting)
  }

  mutating func part<Part: RecordLayout>(_ part: inout Part) throws(RewritingFailure) {
    try part.visitFields(&self)
  }

  mutating func list<Part: RecordLayout>(
    _ parts: inout [Part], _ what: String, elementSizeMin: Int
  ) throws(RewritingFailure) {
    for index in parts.indices { try parts[index].visitFields(&self) }
  }

  func hasMore(_ saysSomething: Bool) -> Bool { saysSomething }
  func flag(_ value: inout Bool) {}
  func word<Word: RawRepresentable<String>>(_ word: inout Word) {}
  func bytes(_ bytes: inout [UInt8]) {}
}
