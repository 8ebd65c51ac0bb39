internal import RealmModel
public import Replayer
public import TraceFormat

/// Several clients of one server file side by side: who had what, when they agreed, and whose writes came to nothing.
public struct ClientsReport: Encodable, Sendable {
  /// The version of the JSON form. Additions keep it; anything else raises it.
  public static let version = 1

  /// The traces as the command was given them.
  public var traces: [String]
  /// The files of servers, each with its clients.
  public var files: [SharedFile]
  /// The sessions of which a trace does not show enough.
  public var unanswered: [UnansweredSession]

  private enum CodingKeys: String, CodingKey {
    case traces, files
    case unanswered = "unanswered?"
  }

  /// One file of a server.
  public struct SharedFile: Encodable, Sendable {
    /// In the order of their first messages.
    public var clients: [Client]
    /// The classes, with how many objects each client has of them at its end.
    public var classes: [ClassCounts]
    /// The moments at which all clients that were there had got to the same version with nothing unsynced.
    public var agreements: [Agreement]
    /// What came to nothing in merges and nobody else did too, in the order of time.
    public var losses: [Loss]
  }

  /// One client's file.
  public struct Client: Encodable, Sendable {
    /// Index of its trace.
    public var trace: Int
    /// The last of its sessions in the trace.
    public var session: UInt32
    /// The name of that session as it was recorded.
    public var name: String
    /// The identifier that the server has given to the file.
    public var fileIdent: UInt64
    /// When its first message that changed something crossed the wire, and its last; microseconds since 1970.
    public var firstMicroseconds: Int64
    public var lastMicroseconds: Int64
    /// How many transactions it wrote and how many changes it downloaded.
    public var transactionCount: Int
    public var downloadedChangeCount: Int
    /// The last server version that it had.
    public var serverVersion: UInt64
    /// How many of its transactions the server has not acknowledged.
    public var unsyncedCount: Int
    /// Whether a reset ended the file, or was asked for at its end; the device then continues with another one.
    public var wasReset: Bool
    /// XXH64 (seed 0) of its last state in canonical JSON; nil where the trace does not show it.
    public var stateDigest: UInt64?
    /// What the trace does not show.
    public var gaps: [Gap]

    private enum CodingKeys: String, CodingKey {
      case trace, session, name, fileIdent, firstMicroseconds, lastMicroseconds
      case transactionCount = "transactions"
      case downloadedChangeCount = "downloadedChanges"
      case serverVersion
      case unsyncedCount = "unsynced"
      case wasReset, stateDigest, gaps
    }
  }

  /// All clients at one version with nothing unsynced, and of the same subscriptions.
  public struct Agreement: Encodable, Sendable {
    /// In microseconds since 1970.
    public var timeMicroseconds: Int64
    public var serverVersion: UInt64
    /// Indexes of the clients that were there.
    public var clients: [Int]
    /// Whether all have the same state; nil where the trace does not show all of one.
    public var isSame: Bool?

    private enum CodingKeys: String, CodingKey {
      case timeMicroseconds, serverVersion, clients
      case isSame = "same"
    }
  }

  /// A write that a merge left nothing of: of the client, or of one that is not among the clients.
  public struct Loss: Encodable, Sendable {
    /// Index of the client in whose merge it shows.
    public var client: Int
    public var write: MergedWrite

    private enum CodingKeys: CodingKey { case client }
  }

  /// How many objects of a class each client has.
  public struct ClassCounts: Encodable, Sendable {
    public var className: RealmString
    /// A number for each client; nil where it does not have the class, and where its state is not known.
    public var counts: [Int?]

    private enum CodingKeys: String, CodingKey {
      case className = "class"
      case counts
    }
  }
}

extension ClientsReport {
  /// Puts the clients of some traces side by side.
  public init(_ replays: [(trace: String, replay: Replay)]) {
    traces = replays.map(\.trace)
    unanswered = []
    var files: [(trace: Int, file: ClientFile)] = []
    for (index, replay) in replays.enumerated() {
      let found = replay.replay.clientFiles()
      files += found.files.filter { !$0.timeline.points.isEmpty }.map { (index, $0) }
      unanswered += found.unanswered
    }
    files.sort { ($0.file.firstMicroseconds, $0.trace) < ($1.file.firstMicroseconds, $1.trace) }
    self.files = Self.groups(files.map(\.file.serverVersions)).map { group in
      SharedFile(group.map { files[$0] })
    }
  }

  /// The indexes of clients by the file of the server that they share: whoever has been told one and the same version of
  /// a history, which its salt makes unique, has the same file.
  private static func groups(_ versions: [Set<ServerVersion>]) -> [[Int]] {
    var groups: [(clients: [Int], versions: Set<ServerVersion>)] = []
    for (client, own) in versions.enumerated() {
      let shared = groups.indices.filter { !groups[$0].versions.isDisjoint(with: own) }
      guard let first = shared.first else {
        groups.append(([client], own))
        continue
      }
      groups[first].clients.append(client)
      groups[first].versions.formUnion(own)
      // Two groups may turn out to be one.
      for other in shared.dropFirst().reversed() {
        let merged = groups.remove(at: other)
        groups[first].clients += merged.clients
        groups[first].versions.formUnion(merged.versions)
      }
    }
    return groups.map { $0.clients.sorted() }
  }
}

extension ClientFile {
  fileprivate var firstMicroseconds: Int64 { timeline.points.first?.timeMicroseconds ?? 0 }
}

extension ClientsReport.SharedFile {
  fileprivate init(_ files: [(trace: Int, file: ClientFile)]) {
    let sessions = files.map { MergesReport.Session($0.file.timeline) }
    clients = zip(files, sessions).map { ClientsReport.Client($0.file, $1, trace: $0.trace) }
    agreements = ClientsReport.Agreement.all(among: files.map(\.file))
    let idents = Set(clients.map(\.fileIdent))
    let all = sessions.enumerated().flatMap { index, session in
      // What another client here wrote shows in its own merge; who wrote it, only where each one's number is known.
      session.writes.filter {
        $0.isLoss
          && ($0.lost.isDevices
            || !idents.contains(0) && !idents.contains($0.lost.originFileIdent))
      }
      .map { ClientsReport.Loss(client: index, write: $0) }
    }
    // What nobody here wrote shows in each merge that dropped it.
    var foreign: Set<[Int]> = []
    losses = all.sorted {
      ($0.write.timeMicroseconds, $0.client) < ($1.write.timeMicroseconds, $1.client)
    }
    .filter { loss in
      let lost = loss.write.lost
      let version = Int(truncatingIfNeeded: lost.version)
      return lost.isDevices || foreign.insert([version, lost.instructionIndex]).inserted
    }
    classes = Self.classes(
      of: zip(files, clients).map { file, client in
        client.stateDigest == nil ? nil : file.file.timeline.points.last?.client
      })
  }

  private static func classes(of states: [RealmState?]) -> [ClientsReport.ClassCounts] {
    let counts = states.map { state in
      let classes = (state?.classes ?? []).filter { $0.kind != .embedded }.map(\.name)
      return Dictionary(
        uniqueKeysWithValues: classes.map { ($0, state?.objectCount(of: $0) ?? 0) })
    }
    return Set(counts.flatMap(\.keys)).sorted().map { name in
      ClientsReport.ClassCounts(className: name, counts: counts.map { $0[name] })
    }
  }
}

extension ClientsReport.Client {
  fileprivate init(_ file: ClientFile, _ merges: MergesReport.Session, trace: Int) {
    let timeline = file.timeline
    let last = timeline.points.last
    self.trace = trace
    session = file.timeline.session
    name = merges.name
    fileIdent = merges.fileIdent
    firstMicroseconds = file.firstMicroseconds
    lastMicroseconds = last?.timeMicroseconds ?? 0
    transactionCount = timeline.transactions.count
    downloadedChangeCount = merges.downloadedChangeCount
    serverVersion = last?.downloadedServerVersion ?? 0
    unsyncedCount = last.map { timeline.unsynced(at: $0).count } ?? 0
    wasReset = file.wasReset
    stateDigest = last.flatMap { timeline.clientDigest(at: $0) }
    gaps = last.map { timeline.gaps(at: $0) } ?? []
  }
}
