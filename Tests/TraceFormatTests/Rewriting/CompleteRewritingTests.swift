import TestSupport
import Testing
import TraceFormat

/// Replaces everything that it is asked for by something else.
private struct Marking: EventRewriting {
  mutating func className(_ name: RealmString) -> RealmString { marked(name) }
  mutating func property(_ name: RealmString, of className: RealmString) -> RealmString {
    marked(name)
  }
  mutating func pathKey(_ key: RealmString, below place: LocationValue) -> RealmString {
    marked(key)
  }
  mutating func unusedString(_ string: RealmString) -> RealmString { marked(string) }
  mutating func primaryKey(
    _ key: PrimaryKeyValue, of className: RealmString
  ) -> PrimaryKeyValue { .string(RealmString("~\(key)")) }
  mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
    .value(.string(RealmString("~\(value)")))
  }
  mutating func increment(_ amount: Int64, at place: LocationValue) -> Int64 { amount ^ 1 }
  mutating func text(_ text: String, _ field: TextField) -> String { "~\(text)" }
  mutating func query(_ query: String, of className: RealmString) -> String { "~\(query)" }
  mutating func number<Number: FixedWidthInteger>(
    _ value: Number, _ field: NumberField
  ) -> Number { value ^ 1 }
  mutating func progressEstimate(_ estimate: Double) -> Double { estimate / 2 }
  mutating func bytes(_ bytes: [UInt8], _ field: BytesField) -> [UInt8] { bytes + [0xFF] }
  mutating func unknownMember(_ member: JSONText.Member) -> JSONText.Member {
    JSONText.Member(member.name, .string("~\(member.value.text())"))
  }

  private func marked(_ name: RealmString) -> RealmString {
    RealmString(Array("~".utf8) + name.bytes)
  }
}

@Suite struct CompleteRewritingTests {
  /// What follows from something else, and what cannot be replaced by itself.
  private func isDerived(_ path: String) -> Bool { path.contains(".bodySize.") }

  @Test func `A rewriting that marks everything reaches every field`() throws {
    var leafCount = 0
    for content in CompleteEvents.contents {
      let event = Event(sequence: 8, timeMicroseconds: 2, session: 4, content: content)
      var marking = Marking()
      let before = Leaves(event).all
      let after = Leaves(try event.rewritten(by: &marking)).all
      let remaining = Dictionary(after.map { ($0.path, $0.content) }) { first, _ in first }
      for leaf in before where !isDerived(leaf.path) {
        leafCount += 1
        #expect(remaining[leaf.path] != leaf.content, "\(leaf.path) is left out")
      }
    }
    #expect(leafCount > 500)
  }

  @Test func `A header's notes are reached, and its vocabulary stays`() {
    let header = TraceHeader(
      requiredFeatures: ["f"], metadata: [.init("source", "capture"), .init("file", "/db")])
    var marking = Marking()
    #expect(
      header.rewritten(by: &marking)
        == TraceHeader(
          requiredFeatures: ["f"], metadata: [.init("source", "~capture"), .init("file", "~/db")]))
  }

  @Test func `The complete events are complete`() {
    let kinds = Set(CompleteEvents.contents.map(\.kind))
    #expect(kinds == Set(Event.Kind.allCases))
    #expect(
      Set(CompleteEvents.messages.compactMap { try? $0.parsed().kind })
        == Set(ProtocolMessage.Kind.allCases))
    for content in CompleteEvents.contents {
      #expect(!hasAbsentField(content), "\(content.kind) lacks a field")
    }
  }

  /// Whether an optional is nil anywhere in it, but for what belongs to one kind of sync, and the part of a whole state.
  private func hasAbsentField(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, mirror.children.isEmpty { return true }
    if value is WireMessage { return false }
    return mirror.children.contains { $0.label != "part" && hasAbsentField($0.value) }
  }
}

extension Event.Content {
  fileprivate var kind: Event.Kind {
    Event(sequence: 0, timeMicroseconds: 0, session: 0, content: self).kind
  }
}
