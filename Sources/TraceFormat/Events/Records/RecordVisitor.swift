/// What is done with the fields of a record or a frame, one after the other: reading, writing or replacing them.
///
/// A structure names its fields once, in ``RecordLayout/visitFields(_:)``, and every form of it follows:
/// `ByteReader` reads it, `RecordWriter` writes it, and `RecordRewriter` replaces what means something.
protocol RecordVisitor: ~Escapable {
  associatedtype Failure: Error
  /// A number of fixed width; one without a meaning is never replaced.
  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout Number, _ meaning: NumberField?
  ) throws(Failure)
  mutating func flag(_ value: inout Bool) throws(Failure)
  mutating func word<Word: RawRepresentable<String>>(_ word: inout Word) throws(Failure)
  /// A text; one without a meaning is never replaced.
  mutating func text(_ text: inout String, _ meaning: TextField?) throws(Failure)
  mutating func bytes(_ bytes: inout [UInt8]) throws(Failure)
  mutating func changeset(_ encoded: inout [UInt8]) throws(Failure)
  /// The class of a rejected write, and the primary key of its object in base64.
  mutating func rejectedObject(_ className: inout String, _ key: inout String) throws(Failure)
  /// What a log shows of a reset, as JSON.
  mutating func loggedReset(_ reset: inout LoggedReset) throws(Failure)
  mutating func part<Part: RecordLayout>(_ part: inout Part) throws(Failure)
  /// So many parts of at least so many bytes each; failures call them `what`.
  mutating func list<Part: RecordLayout>(
    _ parts: inout [Part], _ what: String, elementSizeMin: Int
  ) throws(Failure)
  /// Whether there are more fields: those that came later than the ones before them are left out where they
  /// say nothing.
  func hasMore(_ saysSomething: Bool) -> Bool
}

/// A record, a frame or a part of one, as a list of its fields (`docs/format.md`).
protocol RecordLayout {
  /// One without content, to be read into.
  static var blank: Self { get }
  /// Passes every field, in the order of the file.
  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure)
  /// Refuses what no writer produces.
  ///
  /// - Parameters:
  ///   - previous: the one before it in a list.
  ///   - start: the offset of the first field in the input, for failures.
  func check(after previous: Self?, at start: Int) throws(DecodingFailure)
}

extension RecordLayout {
  func check(after _: Self?, at start: Int) throws(DecodingFailure) {}
}

// Fields without a meaning, and fields behind a byte that says whether there is one.
extension RecordVisitor where Self: ~Escapable {
  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout Number
  ) throws(Failure) {
    try number(&value, nil)
  }

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout Number?, _ meaning: NumberField
  ) throws(Failure) {
    guard var some = try either(value, 0) else { return }
    try number(&some, meaning)
    value = some
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ word: inout Word?
  ) throws(Failure) {
    guard let first = Word.allCases.first, var some = try either(word, first) else { return }
    try self.word(&some)
    word = some
  }

  mutating func text(_ text: inout String?, _ meaning: TextField) throws(Failure) {
    guard var some = try either(text, "") else { return }
    try self.text(&some, meaning)
    text = some
  }

  mutating func part<Part: RecordLayout>(_ part: inout Part?) throws(Failure) {
    guard var some = try either(part, .blank) else { return }
    try self.part(&some)
    part = some
  }

  /// A flag; where it is set, the value or, while reading, what is to become it.
  mutating func either<Value>(_ value: Value?, _ blank: Value) throws(Failure) -> Value? {
    var isThere = value != nil
    try flag(&isThere)
    return isThere ? value ?? blank : nil
  }
}
