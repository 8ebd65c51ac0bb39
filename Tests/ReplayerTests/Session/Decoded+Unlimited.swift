import TraceFormat

@testable import Replayer

// What tests make themselves is in memory already.

extension Decoded where Recorded: ChangesetCarrier {
  init(_ recorded: Recorded) {
    var memory = MemoryBudget(.unlimited)
    self.init(recorded, &memory)
  }
}

extension DecodedSnapshot {
  init(_ snapshot: Snapshot) {
    var memory = MemoryBudget(.unlimited)
    self.init(snapshot, &memory)
  }
}
