import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// What two instructions on one list do to each other, in numbers (`docs/merge.md`, "Lists").
@Suite struct MergeListTests {
  private func merged(
    _ first: Changeset, _ second: Changeset, firstIsLater: Bool = false
  ) throws -> [String] {
    let merged = try ConcurrentChanges(
      first, second, ourTime: firstIsLater ? 30 : 10, theirTime: 20
    ).merged()
    // Exchanging the sides exchanges the results.
    let mirrored = try ConcurrentChanges(
      second, first, ourTime: 20, theirTime: firstIsLater ? 30 : 10
    ).merged()
    let found = [merged.ours[0].changeset, merged.theirs[0].changeset].map(ListStep.init)
    #expect(
      found == [mirrored.theirs[0].changeset, mirrored.ours[0].changeset].map(ListStep.init))
    return found.map(\.description)
  }

  @Test func `two insertions`() throws {
    #expect(try merged(Edit.insert(2, 6), Edit.insert(5, 6)) == ["ins@2 p7", "ins@6 p7"])
    #expect(try merged(Edit.insert(5, 6), Edit.insert(2, 6)) == ["ins@6 p7", "ins@2 p7"])
    #expect(try merged(Edit.insert(3, 6), Edit.insert(3, 6)) == ["ins@3 p7", "ins@4 p7"])
    #expect(
      try merged(Edit.insert(3, 6), Edit.insert(3, 6), firstIsLater: true)
        == ["ins@4 p7", "ins@3 p7"])
  }

  @Test(
    arguments: [
      (2, 2, "er@3 p5", "ins@2 p3"), (2, 3, "er@2 p5", "ins@2 p3"), (2, 4, "er@2 p5", "ins@3 p3"),
      (0, 4, "er@0 p5", "ins@3 p3"), (3, 0, "er@4 p5", "ins@0 p3"),
    ] as [(UInt32, UInt32, String, String)])
  func `a removal and an insertion`(
    erase: UInt32, insert: UInt32, first: String, second: String
  ) throws {
    #expect(try merged(Edit.erase(erase, 4), Edit.insert(insert, 4)) == [first, second])
  }

  @Test func `an update follows its element`() throws {
    #expect(try merged(Edit.insert(1, 3), Edit.set(1, 3)) == ["ins@1 p3", "up@2 p4"])
    #expect(try merged(Edit.insert(2, 3), Edit.set(1, 3)) == ["ins@2 p3", "up@1 p4"])
    #expect(try merged(Edit.insert(1, 3), Edit.set(2, 3)) == ["ins@1 p3", "up@3 p4"])
    #expect(try merged(Edit.erase(1, 3), Edit.set(1, 3)) == ["er@1 p3", "dropped"])
    #expect(try merged(Edit.erase(0, 3), Edit.set(2, 3)) == ["er@0 p3", "up@1 p2"])
    #expect(try merged(Edit.erase(2, 3), Edit.set(0, 3)) == ["er@2 p3", "up@0 p2"])
  }

  @Test func `two removals`() throws {
    #expect(try merged(Edit.erase(1, 5), Edit.erase(3, 5)) == ["er@1 p4", "er@2 p4"])
    #expect(try merged(Edit.erase(2, 5), Edit.erase(2, 5)) == ["dropped", "dropped"])
  }

  @Test(
    arguments: [(1, 3, [0, 3, 1, 2, 4]), (3, 1, [0, 2, 3, 1, 4])] as [(UInt32, UInt32, [Int])])
  func `a move and an update`(from: UInt32, to: UInt32, indexes: [Int]) throws {
    for (index, expected) in indexes.enumerated() {
      #expect(
        try merged(Edit.move(from, to, 5), Edit.set(UInt32(index), 5))
          == ["\(from)→\(to) p5", "up@\(expected) p5"])
    }
  }

  @Test(
    arguments: [
      (1, 3, 0, false, "2→4", 0), (1, 3, 1, false, "2→4", 1), (1, 3, 2, false, "1→4", 1),
      (1, 3, 3, false, "1→4", 2), (1, 3, 4, false, "1→4", 3), (1, 3, 4, true, "1→3", 4),
      (1, 3, 5, false, "1→3", 5), (3, 1, 0, false, "4→2", 0), (3, 1, 1, false, "4→2", 1),
      (3, 1, 1, true, "4→1", 2), (3, 1, 2, false, "4→1", 3), (3, 1, 3, false, "4→1", 4),
      (3, 1, 4, false, "3→1", 4), (3, 1, 5, false, "3→1", 5),
    ] as [(UInt32, UInt32, UInt32, Bool, String, Int)])
  func `a move and an insertion: where both end at one place, the later element stands first`(
    from: UInt32, to: UInt32, insert: UInt32, isLater: Bool, move: String, index: Int
  ) throws {
    #expect(
      try merged(Edit.move(from, to, 5), Edit.insert(insert, 5), firstIsLater: isLater)
        == ["\(move) p6", "ins@\(index) p5"])
  }

  @Test(
    arguments: [
      (1, 1, 3, "er@3 p4", "dropped"), (0, 2, 1, "er@0 p4", "1→0 p3"),
      (1, 0, 1, "er@0 p4", "dropped"), (3, 0, 2, "er@3 p4", "0→2 p3"),
      (2, 0, 2, "er@1 p4", "0→1 p3"), (1, 3, 0, "er@2 p4", "2→0 p3"),
    ] as [(UInt32, UInt32, UInt32, String, String)])
  func `a removal and a move`(
    erase: UInt32, from: UInt32, to: UInt32, first: String, second: String
  ) throws {
    #expect(try merged(Edit.erase(erase, 4), Edit.move(from, to, 4)) == [first, second])
  }

  @Test(
    arguments: [
      (0, 2, 1, 3, false, "0→1 p4", "0→3 p4"), (1, 3, 1, 0, false, "dropped", "3→0 p4"),
      (1, 3, 1, 3, false, "dropped", "dropped"), (0, 3, 3, 0, false, "1→3 p4", "2→0 p4"),
      (2, 0, 1, 3, false, "1→0 p4", "2→3 p4"), (0, 2, 3, 2, false, "0→3 p4", "3→1 p4"),
      (0, 2, 3, 2, true, "0→3 p4", "3→1 p4"), (0, 1, 1, 0, false, "1→0 p4", "0→1 p4"),
    ] as [(UInt32, UInt32, UInt32, UInt32, Bool, String, String)])
  func `two moves`(
    from: UInt32, to: UInt32, otherFrom: UInt32, otherTo: UInt32, isLater: Bool, first: String,
    second: String
  ) throws {
    #expect(
      try merged(
        Edit.move(from, to, 4), Edit.move(otherFrom, otherTo, 4), firstIsLater: isLater)
        == [first, second])
  }

  @Test(arguments: [
    (Edit.move(1, 3, 4), Edit.move(1, 3, 4), [true, true]),
    (Edit.move(1, 3, 4), Edit.move(1, 0, 4), [false]),
    (Edit.move(0, 1, 4), Edit.erase(1, 4), [true]), (Edit.move(1, 3, 4), Edit.erase(1, 4), [false]),
  ])
  func `a dropped move says whether its element is where it was to go`(
    ours: Changeset, theirs: Changeset, isIdle: [Bool]
  ) throws {
    #expect(try ConcurrentChanges(ours, theirs).merged().discards.map(\.isIdle) == isIdle)
  }

  @Test func `what is inside an element follows it through insertions and removals`() throws {
    for (index, expected) in [(0, "inside 0"), (1, "inside 2"), (2, "inside 3")]
      as [(UInt32, String)]
    {
      #expect(try merged(Edit.insert(1, 3), Edit.inside(index)) == ["ins@1 p3", expected])
    }
    for (index, expected) in [(0, "inside 0"), (1, "dropped"), (2, "inside 1")]
      as [(UInt32, String)]
    {
      #expect(try merged(Edit.erase(1, 3), Edit.inside(index)) == ["er@1 p3", expected])
    }
  }

  @Test(
    arguments: [
      (0, 2, 0, "2→2", 2), (1, 3, 0, "0→3", 0), (1, 0, 4, "2→0", 4), (3, 0, 1, "3→0", 2),
      (0, 2, 1, "0→2", 0), (2, 0, 2, "0→0", 0),
    ] as [(UInt32, UInt32, UInt32, String, Int)])
  func `what is inside an element changes a move in its place, but follows it without defects`(
    from: UInt32, to: UInt32, index: UInt32, move: String, ideal: Int
  ) throws {
    let (moved, inside) = (Edit.move(from, to, 5), Edit.inside(index))
    #expect(try merged(moved, inside) == ["\(move) p5", "inside \(index)"])
    let merged = try ConcurrentChanges(moved, inside).merged(quirks: .ideal)
    #expect(ListStep(merged.ours[0].changeset).description == "\(from)→\(to) p5")
    #expect(ListStep(merged.theirs[0].changeset).description == "inside \(ideal)")
  }

  @Test func `a run of insertions at the head stays together`() throws {
    let ours = Changeset.build {
      $0.arrayInsert(Edit.element(0), .string("a"), priorSize: 0)
      $0.arrayInsert(Edit.element(1), .string("b"), priorSize: 1)
    }
    let theirs = Changeset.build {
      $0.arrayInsert(Edit.element(0), .string("c"), priorSize: 0)
      $0.arrayInsert(Edit.element(1), .string("d"), priorSize: 1)
    }
    let merged = try MergedPair(ours, theirs)
    #expect(merged.ours.count == 2)
    #expect(
      merged.theirs == [
        #"ArrayInsert C[1].list[2] = "c" (prior size 2)"#,
        #"ArrayInsert C[1].list[3] = "d" (prior size 3)"#,
      ])
  }

  @Test func `sizes and indexes that contradict each other are refused`() {
    let failures: [(Changeset, Changeset, MergeFailure.Reason)] = [
      (Edit.insert(0, 3), Edit.insert(0, 4), .listSizesDiffer(ours: 3, theirs: 4)),
      (Edit.insert(0, 3), Edit.set(0, 4), .listSizesDiffer(ours: 3, theirs: 4)),
      (Edit.erase(0, 3), Edit.set(0, 4), .listSizesDiffer(ours: 3, theirs: 4)),
      (Edit.erase(0, 3), Edit.insert(0, 4), .listSizesDiffer(ours: 3, theirs: 4)),
      (Edit.erase(0, 3), Edit.erase(0, 4), .listSizesDiffer(ours: 3, theirs: 4)),
      (Edit.erase(0, 3), Edit.move(0, 1, 4), .listSizesDiffer(ours: 3, theirs: 4)),
      (Edit.move(0, 1, 3), Edit.move(0, 1, 4), .listSizesDiffer(ours: 3, theirs: 4)),
      (Edit.set(0, 3), Edit.set(0, 4), .listSizesDiffer(ours: 3, theirs: 4)),
      (Edit.insert(4, 3), Edit.set(0, 3), .indexOutOfRange(4, size: 3)),
      (Edit.insert(0, 3), Edit.set(3, 3), .indexOutOfRange(3, size: 3)),
      (Edit.move(3, 0, 3), Edit.set(0, 9), .indexOutOfRange(3, size: 3)),
      (Edit.move(0, 1, 3), Edit.set(3, 3), .indexOutOfRange(3, size: 3)),
      (Edit.erase(3, 3), Edit.set(0, 3), .indexOutOfRange(3, size: 3)),
      (Edit.erase(3, 3), Edit.insert(0, 3), .indexOutOfRange(3, size: 3)),
      (Edit.erase(0, 3), Edit.insert(4, 3), .indexOutOfRange(4, size: 3)),
      (Edit.erase(0, 3), Edit.erase(3, 3), .indexOutOfRange(3, size: 3)),
      (Edit.erase(0, 3), Edit.move(3, 0, 3), .indexOutOfRange(3, size: 3)),
      (Edit.move(0, 3, 3), Edit.move(1, 0, 3), .indexOutOfRange(3, size: 3)),
    ]
    for (ours, theirs, reason) in failures {
      let failure = #expect(throws: MergeFailure.self) { try MergedPair(ours, theirs) }
      #expect(failure?.reason == reason)
      let mirrored = #expect(throws: MergeFailure.self) { try MergedPair(theirs, ours) }
      if case .listSizesDiffer = reason {
        #expect(mirrored?.reason == .listSizesDiffer(ours: 4, theirs: 3))
      } else {
        #expect(mirrored?.reason == reason)
      }
    }
  }

  @Test func `a move is merged with an update and an insertion of another size`() throws {
    #expect(try MergedPair(Edit.move(0, 1, 3), Edit.set(0, 9)).theirs.count == 1)
    #expect(try MergedPair(Edit.move(0, 1, 3), Edit.insert(8, 9)).theirs.count == 1)
  }
}
