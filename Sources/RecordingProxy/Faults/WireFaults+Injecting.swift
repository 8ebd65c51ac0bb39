import FaultPlans
import TraceFormat

// What each fault does to the message at its trigger (`docs/faults.md`).
extension WireFaults {
  /// Injects a fault; throws why it cannot happen there.
  mutating func injected(
    _ index: Int, _ passage: inout WirePassage, _ connection: inout WireConnection
  ) throws(WireRefusal) -> [Happening] {
    let fault = plan.faults[index]
    let isAfter = fault.trigger.relation == .after
    if case .server(let server) = fault.kind {
      return try injected(server, index, &passage, &connection)
    }
    guard !passage.isGone else { throw .messageGone }
    let effects: [WireEffect]
    switch fault.kind {
    case .transport(let transport):
      effects = try injected(transport, index, isAfter, &passage, &connection)
    case .wire(let wire): effects = Self.injected(wire, isAfter, &passage)
    case .server, .schema, .client: throw .notOnWire
    }
    return effects.map { Happening(index, $0) }
  }

  private static func injected(
    _ fault: WireFault, _ isAfter: Bool, _ passage: inout WirePassage
  ) -> [WireEffect] {
    let arrival = passage.arrival
    switch fault {
    case .delay(let milliseconds):
      let delay = WireAction.delay(milliseconds: milliseconds, arrival.sender)
      if isAfter { passage.behind.append(delay) } else { passage.before.append(delay) }
      return [.delayed(arrival.name, milliseconds: milliseconds, isBehind: isAfter)]
    case .dropMessage:
      passage.forms = []
      return [.dropped(arrival.name)]
    case .closeConnection(let code, let reason):
      return [passage.close(WireClose(code: code, reason: reason ?? ""), isAfter)]
    }
  }

  private mutating func injected(
    _ fault: TransportFault, _ index: Int, _ isAfter: Bool, _ passage: inout WirePassage,
    _ connection: inout WireConnection
  ) throws(WireRefusal) -> [WireEffect] {
    let arrival = passage.arrival
    var numbers = plan.numbers(of: index)
    switch fault {
    case .disconnect: return [passage.close(.broken, isAfter)]
    case .messageTooLarge: return [passage.close(.messageTooLarge, isAfter)]
    case .duplicateMessage:
      passage.forms += passage.forms.map { $0 ?? arrival.bytes }
      return [.repeated(arrival.name)]
    case .reorderMessages:
      connection.held.append(
        WireConnection.HeldMessage(
          cause: index, direction: arrival.sender, sessionIdent: arrival.sessionIdent,
          name: arrival.name, forms: passage.forms.map { $0 ?? arrival.bytes }))
      passage.forms = []
      return [.heldBack(arrival.name)]
    case .truncateMessage:
      var size = 0
      try passage.change { bytes throws(WireRefusal) in
        let truncated = try arrival.truncated(bytes, &numbers)
        size = truncated.count
        return truncated
      }
      return [.truncated(arrival.name, size: size)]
    case .corruptMessage:
      try passage.change { bytes throws(WireRefusal) in try arrival.withoutType(bytes, &numbers) }
      return [.typeCorrupted(arrival.name)]
    case .corruptChangeset:
      var version: UInt64 = 0
      try passage.change { bytes throws(WireRefusal) in
        let damaged = try arrival.withBadChangeset(bytes, &numbers)
        version = damaged.version
        return damaged.bytes
      }
      return [.changesetCorrupted(arrival.name, version: version)]
    case .lostAcknowledgement: return try silence(index, isAfter, &passage, connection)
    }
  }

  private mutating func silence(
    _ index: Int, _ isAfter: Bool, _ passage: inout WirePassage, _ connection: WireConnection
  ) throws(WireRefusal) -> [WireEffect] {
    let arrival = passage.arrival
    guard let file = connection.sessions[arrival.sessionIdent]?.file else { throw .noFile }
    switch arrival.meaning {
    case .download(let download):
      let version = download.uploadClientVersion
      silences[file] = WireSilence(cause: index, clientVersion: version, hasBegun: true)
      guard !isAfter else { return [.silenced(clientVersion: max(version, version &+ 1))] }
      passage.forms = []
      return [.silenced(clientVersion: version), .keptBack(arrival.name)]
    case .upload(let upload):
      let version = upload.entries.map(\.clientVersion).min() ?? 0
      silences[file] = WireSilence(cause: index, clientVersion: version)
      return [.silenced(clientVersion: version)]
    default: throw .notOnWire
    }
  }

  /// Sends the client an error. The server knows nothing of it: what it says to the session is kept
  /// from the client, until the client has bound the session again and the server has answered the
  /// end of the old one. `before` a message the error stands in its place, and so it does for an error
  /// of the server's own, because a session gets one.
  private mutating func injected(
    _ fault: ServerFault, _ index: Int, _ passage: inout WirePassage,
    _ connection: inout WireConnection
  ) throws(WireRefusal) -> [Happening] {
    guard passage.close == nil else { throw .messageGone }
    let arrival = passage.arrival
    let isForError = arrival.error != nil && !passage.forms.isEmpty
    let ident = arrival.sessionIdent == 0 ? connection.lastBound ?? 0 : arrival.sessionIdent
    var session = connection.sessions[ident] ?? ProxySession(number: 0)
    let injected = InjectedError(fault, inPlaceOf: arrival.error, ident, session)
    guard connection.endedBy == nil,
      injected.error.isOfConnection
        || (session.number != 0 && session.ending == nil && (session.isBound || isForError))
    else { throw .noSession }

    var instead: WireMessageName?
    if isForError || plan.faults[index].trigger.relation == .before, !passage.forms.isEmpty {
      instead = arrival.name
      passage.forms = []
    }
    passage.behind.append(.send(injected.bytes(arrival.syncKind), .serverToClient))
    let effect = WireEffect.error(
      injected.error, sessionIdent: injected.sessionIdent, instead: instead)
    guard !injected.error.isOfConnection else {
      connection.endedBy = index
      return [Happening(index, effect)]
    }
    guard injected.error.endsSession else { return [Happening(index, effect)] }
    session.isBound = false
    session.ending = ProxySession.Ending(
      cause: index, isUnknownToServer: instead != nil && arrival.isBind,
      isEndedByServer: isForError)
    connection.sessions[ident] = session
    let lost = connection.takeHeld { $0.direction == .serverToClient && $0.sessionIdent == ident }
    return [Happening(index, effect)]
      + lost.map { Happening(index, .keptBack($0.name)) }
  }
}

extension WireArrival {
  var isBind: Bool { if case .bind = meaning { true } else { false } }
}

extension WirePassage {
  /// Ends the connection, in place of the message or behind it.
  fileprivate mutating func close(_ close: WireClose, _ isAfter: Bool) -> WireEffect {
    self.close = close
    guard !isAfter else { return .closed(close, instead: nil) }
    forms = []
    return .closed(close, instead: arrival.name)
  }
}
