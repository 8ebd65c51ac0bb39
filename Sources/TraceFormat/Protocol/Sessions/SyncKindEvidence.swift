/// Tells from single messages which kind of sync a connection speaks.
///
/// The negotiated sub-protocol says it, but a capture of messages alone does not show that. The layouts do: some
/// messages differ in their number of fields, and the target of a BIND is either a partition value or a JSON object of
/// known members (Realm Core: `sync/noinst/client_impl_base.cpp`, `Session::send_bind_message`).
package enum SyncKindEvidence: Hashable, Sendable {
  /// Only this kind of sync sends such a message.
  case decided(SyncKind)
  /// A message that should decide and does not; says why.
  case undecidable(String)
  /// A message that both kinds lay out alike, or one that makes no sense.
  case none

  /// What a message tells; its own `syncKind` is not looked at.
  package init(_ message: WireMessage) {
    switch (message.direction, message.typeWord) {
    case (.clientToServer, "bind"): self = Self.ofBind(message)
    case (.clientToServer, "ident"):
      self = Self.byCount(message.headFieldCount, partition: 7, flexible: 9)
    case (.serverToClient, "download"):
      self = Self.byCount(message.headFieldCount, partition: 11, flexible: 13)
    case (.clientToServer, "query"), (.serverToClient, "query_error"): self = .decided(.flexible)
    default: self = .none
    }
  }

  private static func byCount(_ count: Int, partition: Int, flexible: Int) -> SyncKindEvidence {
    switch count {
    case partition: .decided(.partition)
    case flexible: .decided(.flexible)
    default: .none
    }
  }

  private static func ofBind(_ message: WireMessage) -> SyncKindEvidence {
    // BIND is laid out alike for both kinds; only its target differs.
    guard case .bind(let bind) = try? message.parsed() else { return .none }
    if bind.target.isEmpty { return .undecidable("the bind names neither a partition nor JSON") }
    guard case .object(let members) = try? JSONText(parsing: bind.target) else {
      return .decided(.partition)
    }
    return ofTarget(members)
  }

  /// A partition value can be a JSON object too: extended JSON such as `{"$oid":"…"}`.
  private static func ofTarget(_ members: [JSONText.Member]) -> SyncKindEvidence {
    let names = Set(members.map(\.name))
    if members.contains(where: { $0.name.hasPrefix("$") }) { return .decided(.partition) }
    let isKnown = names.allSatisfy { JSONBody.flexibleBind.member($0) != nil }
    let isExtended = !names.isDisjoint(with: ["schemaVersion", "sessionReason"])
    if isKnown || isExtended { return .decided(.flexible) }
    let list = names.sorted().prefix(3).joined(separator: ", ")
    return .undecidable("the bind names a JSON object of unknown members (\(list))")
  }
}
