import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import Replayer

/// What both sides of a captured session have, while acknowledgements lag behind.
@Suite struct WireProgressTests {
  private var progress = WireProgress()
  private var client = RealmState()

  /// The count that both sides have after each step.
  private mutating func run(_ steps: [Step]) throws -> [Value?] {
    try steps.map { step in
      switch step {
      case .upload(let version, let changeset): try take(changeset, version)
      case .download(let changeset): try take(changeset, nil)
      case .acknowledge(let version): _ = progress.acknowledge(version, client)
      }
      return progress.shared.value(at: Sample.countPlace)
    }
  }

  private mutating func take(_ changeset: Changeset, _ version: UInt64?) throws {
    try client.apply(changeset)
    progress.add(changeset, of: version, client)
  }

  private enum Step {
    case upload(UInt64, Changeset)
    case download(Changeset)
    case acknowledge(UInt64)
  }

  @Test mutating func `an acknowledged upload counts from where it stands on the wire`() throws {
    let counts = try run([
      .download(Sample.schemaAndObject), .upload(4, Sample.setCount(5)),
      .download(Sample.setCount(7)), .upload(5, Sample.addCount(1)), .acknowledge(4),
      .acknowledge(5),
    ])
    // 5 came before 7, so its acknowledgement changes nothing; 1 is added on top.
    #expect(counts == [0, 0, 7, 7, 7, 8].map { .int($0) })
    #expect(progress.shared.value(at: Sample.countPlace) == client.value(at: Sample.countPlace))
  }

  @Test mutating func `what is uploaded after it was acknowledged counts at once`() throws {
    let counts = try run([
      .download(Sample.schemaAndObject), .acknowledge(9), .upload(8, Sample.setCount(5)),
      .upload(10, Sample.addCount(1)), .upload(9, Sample.addCount(10)), .acknowledge(10),
    ])
    #expect(counts == [0, 0, 5, 5, 15, 16].map { .int($0) })
  }

  @Test mutating func `what fits only on top of a later acknowledgement is left out until then`()
    throws
  {
    let second = Sample.build { $0.createObject("Item", .int(2)) }
    let edit = Sample.build {
      $0.update(LocationValue("Item", .int(2), "count"), to: .int(3))
    }
    _ = try run([.download(Sample.schemaAndObject), .upload(4, second), .download(edit)])
    #expect(progress.shared.objectCount(of: "Item") == 1)
    _ = try run([.acknowledge(4)])
    #expect(progress.shared.value(at: LocationValue("Item", .int(2), "count")) == .int(3))
  }
}
