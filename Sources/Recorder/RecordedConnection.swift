import TraceFormat

/// What the messages of one connection have shown so far.
struct RecordedConnection {
  let name: String
  let source: SessionStart.Source
  var sdk: String?
  private var decidedKind: SyncKind?
  private var protocolVersion: UInt32?
  private var hasAssumedKind = false
  /// The numbers within the trace by session ident.
  private var numbers: [UInt64: UInt32] = [:]
  /// The session idents that were met.
  private var met: Set<UInt64> = []
  /// Those of them that are bound: neither an UNBIND nor an error that ends the session has followed.
  private var bound: Set<UInt64> = []
  /// The path and the identifier of each session's file, by session ident: a trace in which it goes on states them.
  private var files: [UInt64: (path: String, ident: UInt64?)] = [:]

  init(name: String, source: SessionStart.Source) {
    self.name = name
    self.source = source
  }

  /// Partition sync until a message says otherwise.
  var syncKind: SyncKind { decidedKind ?? .partition }

  mutating func take(subprotocol: String?, sdk: String?) {
    self.sdk = sdk ?? self.sdk
    guard let (kind, version) = SyncKind.negotiated(subprotocol) else { return }
    (decidedKind, protocolVersion) = (kind, version)
  }

  /// Sessions that go on count as begun before.
  mutating func forgetSessions() { numbers = [:] }

  /// Takes an error of the whole connection: the sessions that get it, as ``session(of:sessionCount:)`` does, or 0 where
  /// none is bound.
  mutating func endAll(
    _ sessionCount: inout Int
  ) -> [(number: UInt32, opening: [Event.Content])] {
    guard !bound.isEmpty else { return [(0, [])] }
    var ended: [(number: UInt32, opening: [Event.Content])] = []
    for ident in bound.sorted() { ended.append(resume(ident, nil, &sessionCount)) }
    bound = []
    return ended.sorted { $0.number < $1.number }
  }

  /// - Returns: whether the client takes it: after the session's end it does not (Realm Core:
  ///   `sync/noinst/client_impl_base.cpp`).
  mutating func end(_ ident: UInt64, by error: SyncError) -> Bool {
    guard bound.contains(ident) else { return false }
    if error.endsSession { bound.remove(ident) }
    return true
  }

  /// Takes what a message tells of the kind; returns a note on an assumption or a contradiction.
  mutating func noteKind(_ evidence: SyncKindEvidence) -> String? {
    switch evidence {
    case .none: return nil
    case .undecidable(let reason):
      guard decidedKind == nil, !hasAssumedKind else { return nil }
      hasAssumedKind = true
      return "\(reason); connection \(name) counts as partition sync until a message shows more"
    case .decided(let kind):
      defer { decidedKind = kind }
      guard let decidedKind, decidedKind != kind else { return nil }
      return "connection \(name) continues with \(kind.rawValue) sync"
    }
  }

  /// Finds or begins the session of a message: its number, and what to record before the message.
  mutating func session(
    of read: UnderstoodMessage, sessionCount: inout Int
  ) -> (number: UInt32, opening: [Event.Content]) {
    let message = read.message
    defer {
      switch read.meaning {
      case .success(.unbind(let it)), .success(.unbound(let it)): bound.remove(it.sessionIdent)
      default: break
      }
    }
    let isBind = message.direction == .clientToServer && message.typeWord == "bind"
    switch read.meaning {
    case .success(let meaning):
      let ident = meaning.sessionIdent
      if ident == 0 { return (0, []) }
      defer { noteFile(meaning) }
      if isBind { return begin(ident, meaning, &sessionCount, openingNote: nil) }
      return resume(ident, meaning, &sessionCount)
    case .failure:
      guard let ident = message.headSessionIdent, ident != 0 else { return (0, []) }
      if isBind { return begin(ident, nil, &sessionCount, openingNote: nil) }
      return (numbers[ident] ?? 0, [])
    }
  }

  /// The session of an ident, which begins here if the trace does not have it yet, unless it has ended before.
  private mutating func resume(
    _ ident: UInt64, _ meaning: ProtocolMessage?, _ sessionCount: inout Int
  ) -> (number: UInt32, opening: [Event.Content]) {
    if let number = numbers[ident] { return (number, []) }
    if met.contains(ident), !bound.contains(ident) { return (0, []) }
    let whole = source == .capture ? "capture" : "recording"
    let text = "session \(ident) of connection \(name) began before the \(whole)"
    return begin(ident, meaning, &sessionCount, openingNote: text)
  }

  private mutating func begin(
    _ ident: UInt64, _ meaning: ProtocolMessage?, _ sessionCount: inout Int, openingNote: String?
  ) -> (number: UInt32, opening: [Event.Content]) {
    sessionCount += 1
    let number = UInt32(clamping: sessionCount)
    numbers[ident] = number
    met.insert(ident)
    bound.insert(ident)
    var start = SessionStart(
      source: source, name: "\(name) session \(ident)", connection: name, wireSession: ident,
      syncKind: syncKind, protocolVersion: protocolVersion, sdk: sdk)
    if let file = files[ident], openingNote != nil {
      (start.clientFile, start.clientFileIdent) = file
    } else {
      files[ident] = nil
    }
    if case .bind(let bind) = meaning, bind.syncKind == .partition { start.clientFile = bind.path }
    if case .clientIdent(let message) = meaning { start.clientFileIdent = message.file.ident }
    return (number, [.sessionStart(start)] + (openingNote.map { [.note(Note(text: $0))] } ?? []))
  }

  private mutating func noteFile(_ message: ProtocolMessage) {
    switch message {
    case .bind(let bind) where bind.syncKind == .partition:
      files[bind.sessionIdent] = (path: bind.path, ident: nil)
    case .serverIdent(let ident):
      files[ident.sessionIdent, default: (path: "", ident: nil)].ident = ident.file.ident
    case .clientIdent(let ident):
      files[ident.sessionIdent, default: (path: "", ident: nil)].ident = ident.file.ident
    default: break
    }
  }
}
