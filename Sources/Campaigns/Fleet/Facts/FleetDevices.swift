internal import Replayer
internal import TraceFormat

/// Which sessions of a trace are of one file of one device, so that its user counts once.
struct FleetDevices {
  /// The sessions of a file that its device has recorded itself, by its path.
  private var sessions: [[UInt8]: [UInt32]] = [:]
  private var paths: [UInt32: [UInt8]] = [:]
  /// The identifiers by path, as far as they were asked for; nil for one that the trace does not show.
  private var idents: [[UInt8]: UInt64?] = [:]

  mutating func note(_ event: Event) {
    guard case .sessionStart(let start) = event.content, start.source.isDevice,
      !start.clientFile.isEmpty, paths[event.session] == nil
    else { return }
    let path = Array(start.clientFile.utf8)
    paths[event.session] = path
    sessions[path, default: []].append(event.session)
  }

  /// The identifier by which the file of a session is told from others: the first one that the trace shows,
  /// since a reset gives the file another. On the wire several clients sync one path, and only the session's
  /// own identifier tells them apart.
  mutating func ident(of session: UInt32, in replay: Replay) -> UInt64? {
    guard let path = paths[session], let own = sessions[path] else {
      return replay.knownFileIdent(of: session)
    }
    if let ident = idents[path] { return ident }
    let ident = own.lazy.compactMap { replay.knownFileIdent(of: $0) }.first
    idents[path] = .some(ident)
    return ident
  }
}

extension Replay {
  /// The identifier of a session's file, as far as messages or the recorder show it.
  func knownFileIdent(of session: UInt32) -> UInt64? {
    fileIdent(of: session) ?? start(of: session)?.clientFileIdent
  }
}
