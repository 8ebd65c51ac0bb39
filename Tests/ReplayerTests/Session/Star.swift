import RealmModel
import TestSupport
import TraceFormat

@testable import Replayer

/// A server with clients that write, upload and download at random, each merging as `docs/merge.md` says, with all
/// that they know at hand. What crosses the wire goes into a capture.
struct Star: ~Copyable {
  /// A DOWNLOAD under way.
  struct Download {
    var entries: [HistoryEntry]
    var serverVersion: UInt64
    var clientVersion: UInt64
    var latestServerVersion: UInt64
    var uploadClientVersion: UInt64
    var uploadServerVersion: UInt64
  }

  /// What the fold has to find out after a DOWNLOAD.
  struct Truth {
    /// The record of the DOWNLOAD.
    var sequence: UInt64
    /// The client's state.
    var client: RealmState
    /// The server's at the version that the client has got to, where the client knows all that it holds.
    var server: RealmState?
    /// What is not acknowledged, as it is to be merged with what comes.
    var unsynced: [[UInt8]]
  }

  private struct Client {
    let ident: UInt64
    var writer: HistoryWriter
    var state = RealmState()
    var version: UInt64 = 1
    var cursor: UInt64 = 0
    var acknowledged: UInt64 = 0
    var history: ReciprocalHistory
    /// Written and not yet sent.
    var toUpload: [HistoryEntry] = []
    /// Sent, and not yet at the server.
    var outgoing: [HistoryEntry] = []
    /// Sent by the server, and not yet at the client.
    var incoming: [Download] = []
    /// How far the server has sent its history.
    var sentVersion: UInt64 = 0
    /// The last version that the server has integrated, and what it was written on.
    var integratedVersion: UInt64 = 0
    var integratedOn: UInt64 = 0
    var atSentVersion: UInt64 = 0
    /// The server's history as it merges this client's uploads with it.
    var others = ReciprocalHistory(localFileIdent: 1)
    var truths: [Truth] = []
    var uploadCount = 0
    var downloadCount = 0
  }

  private var random: SeededNumbers
  private var clients: [Client] = []
  /// What the server has stored, and the client version that goes with what came from each.
  private var stored: [(entry: HistoryEntry, changeset: Changeset)] = []
  private(set) var serverStates: [RealmState] = [RealmState()]
  private(set) var capture = Capture()

  init(seed: UInt64, clientCount: Int = 3, steps: Int = 60) throws {
    random = SeededNumbers(seed: seed)
    for index in 0..<clientCount { connect(UInt64(index + 2)) }
    try write(RandomHistories.schema, 0)
    for _ in 0..<steps { try step() }
    try settle()
  }

  var serverState: RealmState { serverStates[serverStates.count - 1] }
  func uploadCount(of client: Int) -> Int { clients[client].uploadCount }
  func downloadCount(of client: Int) -> Int { clients[client].downloadCount }
  /// The versions that others than a client made, and that are not empty.
  func versions(notOf client: Int) -> [UInt64] {
    stored.indices.filter {
      stored[$0].entry.originFileIdent != clients[client].ident
        && !stored[$0].changeset.instructions.isEmpty
    }.map { UInt64($0 + 1) }
  }
  func truths(of client: Int) -> [Truth] { clients[client].truths }
  func state(of client: Int) -> RealmState { clients[client].state }

  private mutating func number(_ below: Int) -> Int { Int(random.next() % UInt64(below)) }

  private mutating func connect(_ ident: UInt64) {
    clients.append(
      Client(
        ident: ident, writer: HistoryWriter(RealmState(), random),
        history: ReciprocalHistory(localFileIdent: ident)))
    capture.connection = "c\(ident)"
    capture.out("bind 1 5 0 1 0", "/data")
    capture.into("ident 1 \(ident) \(ident)11")
    capture.out("ident 1 \(ident) \(ident)11 0 0 0 0")
  }

  private mutating func step() throws {
    let client = number(clients.count)
    switch number(10) {
    case ..<4 where !clients[client].state.classes.isEmpty: try write(client)
    case ..<4: break
    case 4: upload(client)
    case 5, 6: try integrateUpload(of: client)
    case 7: send(to: client)
    default: try receive(client)
    }
  }

  /// All messages arrive.
  private mutating func settle() throws {
    for _ in 0..<3 {
      for client in clients.indices {
        upload(client)
        while !clients[client].outgoing.isEmpty { try integrateUpload(of: client) }
      }
      for client in clients.indices {
        send(to: client, limit: .max)
        while !clients[client].incoming.isEmpty { try receive(client) }
      }
    }
  }

  // MARK: The clients

  private mutating func write(_ index: Int) throws {
    clients[index].writer.state = clients[index].state
    clients[index].writer.random = random
    let changeset = clients[index].writer.transaction(1 + number(4))
    random = clients[index].writer.random
    try write(changeset, index)
  }

  private mutating func write(_ changeset: Changeset, _ index: Int) throws {
    clients[index].version += 1
    guard !changeset.instructions.isEmpty else { return }
    let entry = HistoryEntry(
      changeset, version: clients[index].version,
      lastIntegratedRemoteVersion: clients[index].cursor,
      originTimestamp: UInt64(1000 + number(4)), originFileIdent: 0)
    try clients[index].state.apply(changeset)
    clients[index].history.append(entry)
    clients[index].toUpload.append(entry)
  }

  private mutating func upload(_ index: Int) {
    let entries = clients[index].toUpload
    guard !entries.isEmpty else { return }
    capture.connection = "c\(clients[index].ident)"
    capture.upload(1, entries, progress: clients[index].version, clients[index].cursor)
    clients[index].uploadCount += 1
    clients[index].outgoing += entries
    clients[index].toUpload = []
  }

  private mutating func receive(_ index: Int) throws {
    guard !clients[index].incoming.isEmpty else { return }
    let download = clients[index].incoming.removeFirst()
    capture.connection = "c\(clients[index].ident)"
    capture.download(1, download)
    for merged in try clients[index].history.integrate(download.entries).changesets {
      try clients[index].state.apply(merged.changeset)
    }
    clients[index].version += 1
    clients[index].downloadCount += 1
    clients[index].cursor = download.serverVersion
    clients[index].acknowledged = download.uploadClientVersion
    let isWhole = download.uploadClientVersion == download.clientVersion
    let unsynced = clients[index].history.entries.filter {
      $0.version > download.uploadClientVersion && !$0.changeset.instructions.isEmpty
    }
    // Nothing of a download without changes tells when a transaction was made that is uploaded later.
    if !download.entries.isEmpty {
      clients[index].truths.append(
        Truth(
          sequence: capture.events.last?.sequence ?? 0, client: clients[index].state,
          server: isWhole ? serverStates[Int(download.serverVersion)] : nil,
          unsynced: unsynced.map { $0.changeset.encoded() }))
    }
    clients[index].history.trim(through: download.clientVersion)
  }

  // MARK: The server

  private mutating func integrateUpload(of index: Int) throws {
    guard !clients[index].outgoing.isEmpty else { return }
    var upload = clients[index].outgoing.removeFirst()
    upload.originFileIdent = clients[index].ident
    for merged in try clients[index].others.integrate([upload]).changesets {
      var state = serverState
      try state.apply(merged.changeset)
      serverStates.append(state)
      stored.append((upload, merged.changeset))
      let version = UInt64(stored.count)
      var entry = upload
      entry.version = version
      entry.changeset = merged.changeset
      for other in clients.indices where other != index { clients[other].others.append(entry) }
    }
    clients[index].integratedVersion = upload.version
    clients[index].integratedOn = upload.lastIntegratedRemoteVersion
  }

  private mutating func send(to index: Int, limit: Int? = nil) {
    let ident = clients[index].ident
    var entries: [HistoryEntry] = []
    var (clientVersion, sent) = (clients[index].atSentVersion, clients[index].sentVersion)
    let limit = limit ?? 1 + number(4)
    while sent < UInt64(stored.count), entries.count < limit {
      sent += 1
      let (upload, changeset) = stored[Int(sent) - 1]
      if upload.originFileIdent == ident {
        clientVersion = upload.version
      } else if !changeset.instructions.isEmpty {
        entries.append(
          HistoryEntry(
            changeset, version: sent, lastIntegratedRemoteVersion: clientVersion,
            originTimestamp: upload.originTimestamp,
            originFileIdent: upload.originFileIdent))
      }
    }
    (clients[index].atSentVersion, clients[index].sentVersion) = (clientVersion, sent)
    clients[index].incoming.append(
      Download(
        entries: entries, serverVersion: sent, clientVersion: clientVersion,
        latestServerVersion: UInt64(stored.count),
        uploadClientVersion: clients[index].integratedVersion,
        uploadServerVersion: clients[index].integratedOn))
  }
}
