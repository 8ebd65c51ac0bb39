public import RealmFile
package import RealmModel
internal import TraceCompression
public import TraceFormat

/// Turns the file of a client into the events of a trace.
public struct RealmFileImporter {
  package struct Imported {
    /// The events of one session:
    ///
    /// 1. `sessionStart`, with the file's identifier and the reset that it still tracks;
    /// 2. `snapshot` in role `local`, with Realm's internal keys; several where a record cannot hold all of it;
    /// 3. `localCommit` for each change that the server is not known to have. The state has them in it already. Their
    ///    client versions are those of Realm's client reset: the version of the file that a change was made on;
    /// 4. `loss` for what could not be read: with the number of the state's first record, unless it is of the history.
    package var events: [Event]
    package var state: RealmState
    /// The identifier and the salt that the server gave the file; 0 for none.
    package var clientFileIdent: UInt64
    package var clientFileIdentSalt: UInt64
    package var version: UInt64
    /// How far the two sides know of each other; nil where there is no history.
    package var progress: SyncHistory.Progress?
    package var metadata: [TraceHeader.Metadata]
    /// The SHA-256 of the file, 64 hexadecimal digits in lower case.
    package var sha256: String
  }

  private let file: OpenRealmFile
  private let name: String
  private var contents: [(timeMicroseconds: Int64, content: Event.Content)] = []

  /// The events of the trace of a file: its start, its state, and each change that was never uploaded.
  ///
  /// - Parameters:
  ///   - source: the file, which can be read at any position.
  ///   - name: its name, for people.
  ///   - key: the key of an encrypted file.
  ///   - salvages: whether damaged parts are left out and reported as losses; else the first one is thrown.
  /// - Throws: `RealmFileFailure`: where it is not a Realm file that can be read.
  public static func events(
    of source: any ByteSource, name: String, key: RealmFileKey? = nil, salvages: Bool = false
  ) throws(RealmFileFailure) -> [Event] {
    let options = OpenRealmFile.Options(key: key, salvages: salvages)
    return try trace(of: OpenRealmFile(source, options: options), name: name).events
  }

  /// The trace of a file.
  ///
  /// - Parameters:
  ///   - name: the name of the file, for people.
  ///   - recordSizeMax: the most bytes of a record; a larger state is in several.
  /// - Throws: `RealmFileFailure`: where a part is damaged and the file was not opened to be salvaged,
  ///   or the file was written to meanwhile.
  package static func trace(
    of file: OpenRealmFile, name: String, recordSizeMax: Int = Int(TraceLimit.chunkSizeMax)
  ) throws(RealmFileFailure) -> Imported {
    var importer = RealmFileImporter(file: file, name: name)
    return try importer.trace(recordSizeMax)
  }

  private mutating func trace(_ recordSizeMax: Int) throws(RealmFileFailure) -> Imported {
    let failureCount = file.damage.failures.count
    let history = try file.history()
    let ofHistory = file.damage.failures.dropFirst(failureCount)
    var inflater = ZlibInflater(isOfFile: true)
    let unsynced = history?.unsyncedChanges(inflatedBy: &inflater) ?? UnsyncedChanges()
    let lastTime = history?.entries.last.map { Self.microseconds($0.originTimestampMilliseconds) }
    let time = lastTime ?? 0
    contents.append((time, .sessionStart(try start())))
    let state = try file.state()
    let stateSequence = UInt64(contents.count)
    let snapshot = StateListing.snapshot(of: state, role: .local)
    contents += snapshot.parts(sizeMax: recordSizeMax).map { (time, .snapshot($0)) }
    for (commit, _) in unsynced.changes {
      let made = commit.originTimestampMilliseconds.map(Self.microseconds)
      contents.append((made ?? time, .localCommit(commit)))
    }
    for (_, failure) in unsynced.unreadable { appendLoss(failure, count: 1, at: time) }
    for failure in file.damage.listing {
      appendLoss(failure, at: time, of: ofHistory.contains(failure) ? nil : stateSequence)
    }
    let sha256 = Hex.encode(try file.sha256())
    try file.checkIsUnchanged()
    return Imported(
      events: contents.enumerated().map { index, entry in
        Event(
          sequence: UInt64(index), timeMicroseconds: entry.timeMicroseconds, session: 1,
          content: entry.content)
      },
      state: state, clientFileIdent: file.group.clientFileIdent,
      clientFileIdentSalt: history?.clientFileIdentSalt ?? 0, version: file.group.version,
      progress: history?.progress,
      metadata: try metadata(history, neverSynced: history == nil && ofHistory.isEmpty, sha256),
      sha256: sha256)
  }

  private func start() throws(RealmFileFailure) -> SessionStart {
    let ident = file.group.clientFileIdent
    return SessionStart(
      source: .realmFile, name: name, clientFile: name, clientFileIdent: ident == 0 ? nil : ident,
      syncKind: try file.subscriptionSets() == nil ? .partition : .flexible,
      pendingReset: try file.resetRecord()?.pendingReset)
  }

  /// - Parameter sequence: the first record of the state that lacks it.
  private mutating func appendLoss(
    _ failure: RealmFileFailure, count: UInt64? = nil, at time: Int64, of sequence: UInt64? = nil
  ) {
    let loss = Loss(firstSequence: sequence, recordCount: count, reason: "\(failure)")
    contents.append((time, .loss(loss)))
  }

  /// Microseconds since 1970 of milliseconds since 2015; the last representable where they are too many.
  private static func microseconds(_ milliseconds: UInt64) -> Int64 {
    Timestamp(since2015: milliseconds)?.microseconds ?? .max
  }
}

// What the file says of itself
extension RealmFileImporter {
  private func metadata(
    _ history: SyncHistory?, neverSynced: Bool, _ sha256: String
  ) throws(RealmFileFailure) -> [TraceHeader.Metadata] {
    var items: [TraceHeader.Metadata] = [
      .init("source", "realm"), .init("file", name),
      .init("fileSHA256", sha256),
      .init("fileSizeBytes", "\(file.fileSize)"), .init("fileFormat", "\(file.header.format)"),
      .init("fileVersion", "\(file.group.version)"),
    ]
    if file.isEncrypted { items.append(.init("fileEncrypted", "yes")) }
    if file.readsOlderState { items.append(.init("fileState", "the one before the last")) }
    if neverSynced { items.append(.init("synchronization", "none")) }
    guard let history else { return items }
    let progress = history.progress
    return items + [
      .init("historySchemaVersion", "\(history.schemaVersion)"),
      .init("clientFileIdent", "\(history.clientFileIdent)"),
      .init("clientFileIdentSalt", "\(history.clientFileIdentSalt)"),
      .init("uploadClientVersion", "\(progress.uploadClientVersion)"),
      .init("uploadServerVersion", "\(progress.uploadServerVersion)"),
      .init("downloadServerVersion", "\(progress.downloadServerVersion)"),
      .init("downloadClientVersion", "\(progress.downloadClientVersion)"),
      .init("latestServerVersion", "\(progress.latestServerVersion)"),
    ] + (try subscriptionItems())
  }

  private func subscriptionItems() throws(RealmFileFailure) -> [TraceHeader.Metadata] {
    guard let sets = try file.subscriptionSets() else { return [] }
    return sets.flatMap { set in
      set.subscriptions.map { subscription in
        .init(
          "subscription",
          "set \(set.version)\(set.version == sets.active?.version ? ", active" : ""): "
            + "\(subscription.name.map { "\($0): " } ?? "")\(subscription.className) where "
            + subscription.query)
      }
    }
  }
}
