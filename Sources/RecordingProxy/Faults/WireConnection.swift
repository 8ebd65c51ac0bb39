import TraceFormat

struct WireConnection: Sendable {
  let name: String
  /// Its sessions by their idents, with the idents in the order in which they were bound last.
  var sessions: [UInt64: ProxySession] = [:]
  private var bindOrder: [UInt64] = []
  /// Messages that wait for one to follow them, in the order in which they came.
  var held: [HeldMessage] = []
  /// The fault that ended all of the connection for the client with an error, by its index.
  var endedBy: Int?
  /// Whether a fault has closed it.
  var isClosed = false

  /// A message that waits until the next one of its session and direction has gone on.
  struct HeldMessage: Sendable {
    let cause: Int
    let direction: WireMessage.Direction
    /// 0 where any message of the direction will do.
    let sessionIdent: UInt64
    let name: WireMessageName
    let forms: [[UInt8]]
  }

  init(name: String) { self.name = name }

  /// Whether nothing that faults did has an effect any more.
  var isUndisturbed: Bool {
    !isClosed && endedBy == nil && held.isEmpty && sessions.values.allSatisfy { $0.ending == nil }
  }

  var lastBound: UInt64? { bindOrder.last { sessions[$0]?.isBound == true } }

  /// Finds or begins the session of a message, as recorders number them; gives its number in the trace.
  mutating func session(of arrival: WireArrival, sessionCount: inout UInt32) -> UInt32 {
    let ident = arrival.sessionIdent
    guard ident != 0 else { return 0 }
    let isBind = arrival.sender == .clientToServer && arrival.typeWord == "bind"
    if isBind || (sessions[ident] == nil && arrival.meaning != nil) {
      sessionCount += 1
      sessions[ident] =
        sessions[ident]?.boundAgain(number: sessionCount) ?? ProxySession(number: sessionCount)
      bindOrder.removeAll { $0 == ident }
      bindOrder.append(ident)
    }
    return sessions[ident]?.number ?? 0
  }

  /// Takes out what waited for a message of a session in a direction, the last one first: each then
  /// arrives behind the one that followed it.
  mutating func release(
    behind direction: WireMessage.Direction, _ sessionIdent: UInt64
  ) -> [HeldMessage] {
    takeHeld {
      $0.direction == direction && ($0.sessionIdent == 0 || $0.sessionIdent == sessionIdent)
    }.reversed()
  }

  mutating func takeHeld(where isMeant: (HeldMessage) -> Bool) -> [HeldMessage] {
    let taken = held.filter(isMeant)
    held.removeAll(where: isMeant)
    return taken
  }
}

/// Acknowledgements that a client is not to hear of. An acknowledgement is part of a DOWNLOAD, and what comes after it
/// acknowledges the same: so from it on no DOWNLOAD gets through, and no MARK, which would say that all of them did.
struct WireSilence: Sendable {
  /// The index of the fault.
  let cause: Int
  /// The first client version that the client is not to hear of.
  let clientVersion: UInt64
  /// Whether nothing gets through from now on, whatever it acknowledges.
  var hasBegun = false

  /// The index of the fault, if a message of the file's server does not go on.
  mutating func keptBack(_ arrival: WireArrival) -> Int? {
    switch arrival.meaning {
    case .download(let download):
      if download.uploadClientVersion >= clientVersion { hasBegun = true }
      return hasBegun ? cause : nil
    case .mark: return hasBegun ? cause : nil
    default: return nil
    }
  }
}
