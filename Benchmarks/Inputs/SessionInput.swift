import TraceFormat

/// A session that was recorded from the inside, with a client reset at its end.
public enum SessionInput {
  /// 200 inspections, 50 transactions of five edits on the device and as many on the server, by
  /// turns: 100 changesets in all. The same seed gives the same events.
  public static func generated(seed: UInt64 = 100) throws -> [Event] {
    var generator = ChangesetGenerator(seed: seed)
    let objects = (0..<200).map { generator.object(number: $0) }
    var contents: [Event.Content] = [
      .sessionStart(SessionStart(source: .scenario, name: "generated-100")),
      .snapshot(Snapshot(role: .base, changesets: [generator.creation(of: objects)])),
    ]
    var (local, server) = (
      ChangesetGenerator.NoteCounts(), ChangesetGenerator.NoteCounts()
    )
    for number in 0..<50 {
      contents.append(
        .localCommit(
          LocalCommit(
            clientVersion: UInt64(number) + 3,
            changeset: generator.edits(of: objects, count: 5, &local))))
      contents.append(
        .serverCommit(
          ServerCommit(
            serverVersion: UInt64(number) + 2,
            changeset: generator.edits(of: objects, count: 5, &server))))
    }
    contents.append(
      .syncError(
        SyncError(
          code: 208, name: "SyncClientResetRequired", message: "", action: .clientReset,
          isFatal: true)))
    contents.append(.snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])))
    return contents.enumerated().map { index, content in
      Event(
        sequence: UInt64(index), timeMicroseconds: Int64(index), session: 1, content: content)
    }
  }
}
