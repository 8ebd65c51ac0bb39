internal import Analyzer
internal import Replayer
internal import TraceFormat

extension FleetSession {
  /// - Parameters:
  ///   - devices: which sessions are of one file of one device.
  ///   - trace: the digest of the trace, by which its users are counted where it does not show whose it is.
  init(_ number: UInt32, of replay: Replay, _ devices: inout FleetDevices, trace: String) {
    let start = replay.start(of: number)
    let file = RealmString(start?.clientFile ?? "")
    let device = Self.device(ident: devices.ident(of: number, in: replay), file: file, trace: trace)
    self.init(session: number, device: device, file: file)
    fileIdent = replay.knownFileIdent(of: number)
    guard let start else { return }
    (source, name, syncKind) = (start.source, RealmString(start.name), start.syncKind)
    (protocolVersion, configuredMode) = (start.protocolVersion, start.configuredResetMode)
    agent = start.sdk.map { RealmString($0.fleetPrefix(Self.agentSizeMax)) }
    let release = start.sdk.flatMap(SDKRelease.init(parsing:))
    sdk = release?.sdk.rawValue
    sdkVersion = release.map { $0.version.map(String.init).joined(separator: ".") }
  }

  /// An agent that is longer says nothing more.
  private static let agentSizeMax = 400

  /// Users are counted by the files that they sync, as far as a trace tells them apart. A path alone does not:
  /// an app has the same one on every device.
  private static func device(ident: UInt64?, file: RealmString, trace: String) -> String {
    var bytes: [UInt8] = []
    if let ident { bytes.append(littleEndian: ident) } else { bytes += Array(trace.utf8) }
    return Hex.digest(XXH64.digest(bytes + file.bytes))
  }
}

extension FleetUnanswered {
  init(_ session: UnansweredSession) {
    self.init(session: session.session, action: session.action, reason: session.reason.caseName)
  }
}

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
