import TraceFormat

/// What the killed process writes, known to the test that reads it.
public enum ProbeRecords {
  public static func content(_ sequence: UInt64, seed: UInt64) -> Event.Content {
    var numbers = SeededNumbers(seed: seed &+ sequence)
    let size = Int(numbers.next() % 400)
    return .localCommit(
      LocalCommit(clientVersion: sequence, changeset: numbers.bytes(size)))
  }
}
