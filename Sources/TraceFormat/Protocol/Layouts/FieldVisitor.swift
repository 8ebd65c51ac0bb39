struct FieldName: ExpressibleByStringLiteral {
  /// By Realm Core, which failures say.
  let wire: StaticString
  private let ownMember: StaticString?

  init(_ wire: StaticString, member: StaticString) { (self.wire, ownMember) = (wire, member) }

  /// A field that JSON calls as Realm Core does.
  init(stringLiteral wire: StaticString) { (self.wire, ownMember) = (wire, nil) }

  /// In JSON: `downloadServerVersion` for `download_server_version`, where nothing else is said.
  var member: String {
    if let ownMember { return ownMember.description }
    var beginsWord = false
    var name: [UInt8] = []
    name.reserveCapacity(wire.utf8CodeUnitCount)
    // By bytes: JSON has this once for each number of each changeset.
    for byte in wire.description.utf8 {
      if byte == UInt8(ascii: "_") {
        beginsWord = true
      } else {
        name.append(beginsWord ? byte & ~0x20 : byte)
        beginsWord = false
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}

/// What is done with the numbers in front of a changeset, one after the other: reading, writing, showing or
/// replacing them.
protocol EntryVisitor: ~Escapable {
  associatedtype Failure: Error

  mutating func unsigned(_ value: inout UInt64, _ name: FieldName, _ meaning: NumberField)
    throws(Failure)
}

/// What is done with the fields of a message, one after the other.
///
/// A message names its fields once, in ``MessageLayout/visitFields(_:)``, and every form of it follows: it is read by
/// `HeadReader` and `BodyReader`, written by `FieldWriter`, shown by `JSONFieldWriter` and rewritten by
/// `FieldRewriter`. A new kind of field is a requirement here, so none of them can leave it out.
protocol FieldVisitor: EntryVisitor, ~Escapable {
  mutating func signed(_ value: inout Int64, _ name: FieldName, _ meaning: NumberField)
    throws(Failure)
  mutating func errorCode(_ code: inout Int32) throws(Failure)
  mutating func flag(_ value: inout Bool, _ name: FieldName) throws(Failure)
  mutating func batchState(_ state: inout Download.BatchState) throws(Failure)
  mutating func progressEstimate(_ estimate: inout Double) throws(Failure)
  /// The sizes of the entries, as the head announces them.
  mutating func bodySize(_ size: inout BodySize) throws(Failure)

  /// The size in the head of what ``text(_:_:_:)`` or ``json(_:_:_:)`` has in the body, in the same order.
  mutating func size(of part: [UInt8], _ name: StaticString) throws(Failure)
  mutating func text(
    _ bytes: inout [UInt8], _ member: String, _ meaning: TextField
  ) throws(Failure)
  mutating func json(
    _ bytes: inout [UInt8], _ member: String, _ body: JSONBody
  ) throws(Failure)
  /// A body of changesets.
  ///
  /// - Parameter isBinding: whether the size that the head announces must be that of the body where it is not
  ///   compressed.
  mutating func entries<Entry: ChangesetEntry>(
    _ entries: inout [Entry], _ size: BodySize, isBinding: Bool
  ) throws(Failure)
}

/// A message of the protocol, or a part of one, as a list of its fields.
protocol MessageLayout {
  init(blank syncKind: SyncKind)
  /// The session on its connection; 0 for the connection as a whole.
  var sessionIdent: UInt64 { get }
  /// Passes every field: those of the head in the order of the wire, those of the body in their order and
  /// where JSON has them.
  mutating func visitFields<V: FieldVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure)
}

/// A changeset in an UPLOAD or a DOWNLOAD, with the numbers in front of it.
protocol ChangesetEntry {
  init()
  var changeset: [UInt8] { get set }
  /// Passes every number, in the order of the wire.
  mutating func visitNumbers<V: EntryVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure)
}
