import TraceFormat

@testable import Replayer

// What tests make themselves is in memory already.

extension Decoded<LocalCommit> {
  init(_ recorded: LocalCommit) {
    var memory = MemoryBudget(.unlimited)
    self.init(recorded, recorded.changeset, &memory)
  }
}

extension Decoded<ServerCommit> {
  init(_ recorded: ServerCommit) {
    var memory = MemoryBudget(.unlimited)
    self.init(recorded, recorded.changeset, &memory)
  }
}

extension DecodedSnapshot {
  init(_ snapshot: Snapshot) {
    var memory = MemoryBudget(.unlimited)
    self.init(snapshot, &memory)
  }
}
