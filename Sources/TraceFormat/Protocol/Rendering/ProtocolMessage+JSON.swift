extension ProtocolMessage {
  /// The message as JSON, with every field.
  ///
  /// Numbers of 64 bits are strings. A JSON body stands as JSON under `body`, one that is not JSON as a string.
  /// `changeset` gives the form of each changeset of an upload or a download; the default is its bytes in hexadecimal.
  public func json(
    changeset: @escaping ([UInt8]) -> JSONText = { .string(Hex.encode($0)) }
  ) -> JSONText {
    var writer = JSONFieldWriter(changeset: changeset)
    writer.members = [
      .init("type", .string(kind.rawValue)), .init("session", .wide(sessionIdent)),
    ]
    var layout = layout
    layout.visitFields(&writer)
    return .object(writer.members)
  }
}

private struct JSONFieldWriter: FieldVisitor {
  let changeset: ([UInt8]) -> JSONText
  var members: [JSONText.Member] = []

  mutating func unsigned(_ value: inout UInt64, _ name: FieldName, _ meaning: NumberField) {
    // The session stands in front of the fields, in every message.
    if meaning != .sessionIdent { append(name.member, .wide(value)) }
  }

  mutating func signed(_ value: inout Int64, _ name: FieldName, _ meaning: NumberField) {
    append(name.member, .wide(value))
  }

  mutating func errorCode(_ code: inout Int32) {
    append("code", .number(String(code)))
    if let name = ProtocolErrorCode.name(code) { append("name", .string(name)) }
  }

  mutating func flag(_ value: inout Bool, _ name: FieldName) { append(name.member, .bool(value)) }

  mutating func batchState(_ state: inout Download.BatchState) {
    append("batchState", .string("\(state)"))
  }

  mutating func progressEstimate(_ estimate: inout Double) {
    // JSON has no infinities; the text of the wire may.
    let text = "\(estimate)"
    append("progressEstimate", estimate.isFinite ? .number(text) : .string(text))
  }

  // Shown with what they are the sizes of.
  func bodySize(_ size: inout BodySize) {}
  func size(of part: [UInt8], _ name: StaticString) {}

  mutating func text(_ bytes: inout [UInt8], _ member: String, _ meaning: TextField) {
    append(member, .string(String(decoding: bytes, as: UTF8.self)))
  }

  mutating func json(_ bytes: inout [UInt8], _ member: String, _ body: JSONBody) {
    append(
      member,
      (try? JSONText(parsing: bytes)) ?? .string(String(decoding: bytes, as: UTF8.self)))
  }

  mutating func entries<Entry: ChangesetEntry>(
    _ entries: inout [Entry], _ size: BodySize, isBinding: Bool
  ) {
    append(
      "bodySize",
      .members([
        "isCompressed": .bool(size.isCompressed), "uncompressed": .wide(size.uncompressed),
        "compressed": .wide(size.compressed),
      ]))
    let shown = entries.map { entry in
      var entry = entry
      var writer = JSONFieldWriter(changeset: changeset)
      entry.visitNumbers(&writer)
      writer.append("changeset", changeset(entry.changeset))
      return JSONText.object(writer.members)
    }
    append("entries", .array(shown))
  }

  private mutating func append(_ name: String, _ value: JSONText) {
    members.append(JSONText.Member(name, value))
  }
}
