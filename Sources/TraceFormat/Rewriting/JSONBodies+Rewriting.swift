// Bodies are rewritten member by member rather than by their typed views, which keep neither the
// order of members nor those that no client knows. A member of another name or another type than
// Realm Core knows (`sync/noinst/protocol_codec.hpp`) is asked for as what it is: unknown.

extension EventRewriting {
  /// A body of a message that is a JSON object. One in which nothing is replaced keeps its bytes.
  mutating func json(
    _ encoded: [UInt8], _ body: JSONBody
  ) throws(RewritingFailure) -> [UInt8] {
    guard case .object(let original) = try? JSONText(parsing: encoded) else {
      return bytes(encoded, .unreadableJSON)
    }
    let members = try original.map { member throws(RewritingFailure) in
      try rewritten(member, of: body) ?? unknownMember(member)
    }
    guard members != original else { return encoded }
    try Self.checkNames(of: members)
    var result: [UInt8] = []
    JSONText.object(members).write(into: &result, escaping: .least)
    return result
  }

  private static func checkNames(of members: [JSONText.Member]) throws(RewritingFailure) {
    // As the reader of JSON tells names apart.
    var names: Set<TextBytes> = []
    for member in members where !names.insert(TextBytes(member.name)).inserted {
      throw .repeatedMember(member.name)
    }
  }

  /// What stands for a member; nil where its name or its type is none of this body.
  private mutating func rewritten(
    _ member: JSONText.Member, of body: JSONBody
  ) throws(RewritingFailure) -> JSONText.Member? {
    switch (body.member(member.name), member.value) {
    case (.text(let field), .string(let text)): self.member(member, text, field)
    case (.word(let words, let field), .string(let text)):
      words.contains(text) ? member : self.member(member, text, field)
    case (.number(let field), .number(let digits)): self.member(member, digits, field)
    case (.flag, .bool): member
    case (.sessionReason, .number(let digits)):
      UInt64(digits).flatMap(FlexibleBind.SessionReason.init(rawValue:)) == nil ? nil : member
    case (.query, .string(let query)):
      JSONText.Member(
        try classText(member.name),
        .string(self.query(query, of: RealmString(member.name))))
    case (.rejectedUpdates, .array(let elements)): try rejectedUpdates(member, elements)
    case (.text, _), (.word, _), (.number, _), (.flag, _), (.sessionReason, _), (.query, _),
      (.rejectedUpdates, _), (nil, _):
      nil
    }
  }

  private mutating func member(
    _ member: JSONText.Member, _ text: String, _ field: TextField
  ) -> JSONText.Member {
    JSONText.Member(member.name, .string(self.text(text, field)))
  }

  /// An integer as a member; nil where it is none of 64 bits.
  private mutating func member(
    _ member: JSONText.Member, _ digits: String, _ field: NumberField
  ) -> JSONText.Member? {
    if let value = Int64(digits) { return Self.member(member, value, number(value, field)) }
    if let value = UInt64(digits) { return Self.member(member, value, number(value, field)) }
    return nil
  }

  private static func member<Number: FixedWidthInteger>(
    _ member: JSONText.Member, _ value: Number, _ rewritten: Number
  ) -> JSONText.Member {
    // There is more than one way to write a number.
    value == rewritten ? member : JSONText.Member(member.name, .number(String(rewritten)))
  }

  private mutating func rejectedUpdates(
    _ member: JSONText.Member, _ elements: [JSONText]
  ) throws(RewritingFailure) -> JSONText.Member? {
    var rewritten: [JSONText] = []
    for element in elements {
      guard case .object(let members) = element else { return nil }
      rewritten.append(.object(try rejectedUpdate(members)))
    }
    return JSONText.Member(member.name, .array(rewritten))
  }

  private mutating func rejectedUpdate(
    _ members: [JSONText.Member]
  ) throws(RewritingFailure) -> [JSONText.Member] {
    let className = members.first { $0.name == "table" }.flatMap { member in
      if case .string(let name) = member.value { name } else { nil }
    }
    return try members.map { member throws(RewritingFailure) in
      switch (member.name, member.value) {
      case ("table", .string(let name)): JSONText.Member("table", .string(try classText(name)))
      case ("pk", .string(let key)):
        JSONText.Member("pk", .string(rejectedKey(key, of: className ?? "")))
      case ("reason", .string(let reason)): self.member(member, reason, .rejectionReason)
      default: unknownMember(member)
      }
    }
  }
}
