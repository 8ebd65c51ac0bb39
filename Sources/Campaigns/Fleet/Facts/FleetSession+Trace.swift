internal import Analyzer
internal import Replayer
internal import TraceFormat

extension FleetSession {
  /// A session of a trace.
  ///
  /// - Parameter trace: the digest of the trace, by which its users are counted where it does not show
  ///   whose it is.
  init(_ number: UInt32, of replay: Replay, trace: String) {
    let start = replay.start(of: number)
    let ident = replay.fileIdent(of: number) ?? start?.clientFileIdent
    let file = RealmString(start?.clientFile ?? "")
    self.init(
      session: number, device: Self.device(ident: ident, file: file, trace: trace), file: file)
    fileIdent = ident
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

  /// Users are counted by the files that they sync, as far as a trace tells them apart.
  private static func device(ident: UInt64?, file: RealmString, trace: String) -> String {
    var bytes: [UInt8] = []
    if ident == nil, file.isEmpty {
      bytes += Array(trace.utf8)
    } else {
      bytes.append(littleEndian: ident ?? 0)
      bytes += file.bytes
    }
    return Hex.digest(XXH64.digest(bytes))
  }
}

extension FleetUnanswered {
  init(_ session: UnansweredSession) {
    self.init(
      session: session.session, action: session.action, reason: session.reason.caseName)
  }
}

extension ReplayFailure {
  /// The name of the case, as the reports' JSON has it.
  fileprivate var caseName: String {
    switch JSONText(fact: self) {
    case .string(let name): name
    case .object(let members): members.first?.name ?? ""
    default: ""
    }
  }
}
