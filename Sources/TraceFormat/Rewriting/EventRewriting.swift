/// What takes the place of what events carry.
///
/// ``Event/rewritten(by:)`` walks an event and asks for a replacement of everything in it that a recording brought
/// along: names, values, texts, numbers, and bytes that can't be read. Each request defaults to what is there, so a
/// rewriting says only what it changes. Words of a fixed vocabulary (a reset mode, a kind of sync) and flags are not
/// asked for one by one; they, and the shape of things, are changed as wholes, before the walk looks inside.
///
/// Names and places that a request is given for orientation are those from before the rewriting.
///
/// ```swift
/// struct Uppercase: EventRewriting {
///   mutating func text(_ text: String, _ field: TextField) -> String {
///     field == .note ? text.uppercased() : text
///   }
/// }
/// var rewriting = Uppercase()
/// let rewritten = try events.map { event in try event.rewritten(by: &rewriting) }
/// ```
public protocol EventRewriting {
  /// What an event carries, as a whole.
  mutating func content(_ content: Event.Content) -> Event.Content
  /// A message that could be read, as a whole. What stands for it must be a message of the same side
  /// and the same kind of sync.
  mutating func message(_ message: ProtocolMessage) -> ProtocolMessage
  /// A changeset that could be decoded, as a whole.
  mutating func changeset(_ changeset: Changeset) -> Changeset

  /// The name of a class: in changesets, in subscriptions, in rejected writes.
  mutating func className(_ name: RealmString) -> RealmString
  /// The name of a property.
  mutating func property(_ name: RealmString, of className: RealmString) -> RealmString
  /// A step by name below a property: a property of an embedded object, or a dictionary key.
  mutating func pathKey(_ key: RealmString, below place: LocationValue) -> RealmString
  /// A string that a changeset declares and no instruction uses. Realm's recorder leaves names of
  /// embedded classes behind that way.
  mutating func unusedString(_ string: RealmString) -> RealmString
  /// A primary key: where its object is made, changed, linked to or rejected.
  mutating func primaryKey(_ key: PrimaryKeyValue, of className: RealmString) -> PrimaryKeyValue
  /// A value that an instruction carries. Links are asked for by their class and primary key.
  mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue
  /// What an AddInteger adds.
  mutating func increment(_ amount: Int64, at place: LocationValue) -> Int64

  /// A text.
  mutating func text(_ text: String, _ field: TextField) -> String
  /// A query of a set of subscriptions.
  mutating func query(_ query: String, of className: RealmString) -> String
  /// A number.
  mutating func number<Number: FixedWidthInteger>(_ value: Number, _ field: NumberField) -> Number
  /// How far a bootstrap has got, by the server's estimate; from 0 to 1.
  mutating func progressEstimate(_ estimate: Double) -> Double
  /// Bytes of which no more is known than where they stand.
  mutating func bytes(_ bytes: [UInt8], _ field: BytesField) -> [UInt8]
  /// A member of a JSON body whose meaning or type is not known.
  mutating func unknownMember(_ member: JSONText.Member) -> JSONText.Member
}

// What no rewriting says stays as it is.
extension EventRewriting {
  public mutating func content(_ content: Event.Content) -> Event.Content { content }
  public mutating func message(_ message: ProtocolMessage) -> ProtocolMessage { message }
  public mutating func changeset(_ changeset: Changeset) -> Changeset { changeset }
  public mutating func className(_ name: RealmString) -> RealmString { name }
  public mutating func property(_ name: RealmString, of className: RealmString) -> RealmString {
    name
  }
  public mutating func pathKey(_ key: RealmString, below place: LocationValue) -> RealmString {
    key
  }
  public mutating func unusedString(_ string: RealmString) -> RealmString { string }
  public mutating func primaryKey(
    _ key: PrimaryKeyValue, of className: RealmString
  ) -> PrimaryKeyValue { key }
  public mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
    value
  }
  public mutating func increment(_ amount: Int64, at place: LocationValue) -> Int64 { amount }
  public mutating func text(_ text: String, _ field: TextField) -> String { text }
  public mutating func query(_ query: String, of className: RealmString) -> String { query }
  public mutating func number<Number: FixedWidthInteger>(
    _ value: Number, _ field: NumberField
  ) -> Number { value }
  public mutating func progressEstimate(_ estimate: Double) -> Double { estimate }
  public mutating func bytes(_ bytes: [UInt8], _ field: BytesField) -> [UInt8] { bytes }
  public mutating func unknownMember(_ member: JSONText.Member) -> JSONText.Member { member }
}

/// Why what a rewriting asks for cannot be written.
public enum RewritingFailure: Error, Hashable, Sendable {
  /// A name that is not UTF-8, where a text is to stand.
  case notText(RealmString)
  /// A string above what Realm accepts, in bytes.
  case stringTooLarge(size: Int)
  /// Two classes of one set of subscriptions would have the same name.
  case repeatedMember(String)
  /// A message that could not be read.
  case message(MessageEncodingFailure)
}

extension RewritingFailure: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .notText(let name): "`\(name.readableText)` is not UTF-8, but must be text"
    case .stringTooLarge(let size):
      "a string of \(size) bytes, at most \(ChangesetLimits.stringSizeMax) are accepted"
    case .repeatedMember(let name): "two members of one JSON object would be called `\(name)`"
    case .message(let failure): failure.description
    }
  }
}
