import Importers
import TestSupport
import Testing

@testable import Replayer
@testable import TraceFormat

/// Changesets that no client writes end in a merge or in a failure that says where.
@Suite(.slow) struct MergeHostileTests {
  private func vectors() throws -> [MergeVector] {
    try Vectors.mergeFiles.flatMap { file in
      try Vectors.lines(of: file).enumerated().filter { $0.offset % 40 == 0 }.map {
        try MergeVector(parsing: $0.element)
      }
    }
  }

  @Test func `flipped bits are merged or refused`() throws {
    var random = SeededNumbers(seed: TestSeed.value)
    var (merged, refused) = (0, 0)
    for vector in try vectors() {
      for _ in 0..<20 {
        let ours = damaged(vector.ours, &random)
        let theirs = damaged(vector.theirs, &random)
        let changes = ConcurrentChanges(
          localFileIdent: vector.localFileIdent, ours: ours, theirs: theirs)
        do {
          let result = try changes.merged()
          #expect(result.ours.count == ours.count)
          #expect(result.theirs.count == theirs.count)
          for entry in result.ours + result.theirs {
            #expect(throws: Never.self) { try Changeset(decoding: entry.changeset.encoded()) }
          }
          merged += 1
        } catch {
          #expect(ours.indices.contains(error.ours.changesetIndex))
          #expect(theirs.indices.contains(error.theirs.changesetIndex))
          refused += 1
        }
      }
    }
    #expect(merged > 100 && refused > 0, "\(merged) merged, \(refused) refused")
  }

  /// Changesets that still decode after a bit was flipped.
  private func damaged(
    _ entries: [MergeVector.Entry], _ random: inout SeededNumbers
  ) -> [HistoryEntry] {
    entries.compactMap { entry in
      var bytes = entry.changeset
      if !bytes.isEmpty {
        bytes[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
      }
      guard let changeset = try? Changeset(decoding: bytes) else { return nil }
      return HistoryEntry(
        changeset, version: entry.version,
        lastIntegratedRemoteVersion: entry.lastIntegratedRemoteVersion,
        originTimestamp: entry.originTimestamp, originFileIdent: entry.originFileIdent)
    }
  }

  @Test func `the largest indexes and sizes wrap around instead of trapping`() throws {
    let most = UInt32.max
    let edits = [
      Edit.insert(most, most), Edit.insert(0, most), Edit.erase(most - 1, most),
      Edit.erase(0, most), Edit.move(most - 1, 0, most), Edit.move(0, most - 1, most),
      Edit.move(0, most, 0), Edit.move(most, most, most), Edit.set(most - 1, most),
      Edit.set(0, most),
      Edit.inside(most), Edit.inside(0), Edit.insert(0, 0), Edit.erase(0, 0), Edit.move(0, 0, 0),
    ]
    for ours in edits {
      for theirs in edits {
        for quirks in [MergeQuirks.realmCore, .ideal] {
          guard let merged = try? ConcurrentChanges(ours, theirs).merged(quirks: quirks) else {
            continue
          }
          #expect(merged.ours.count == 1 && merged.theirs.count == 1)
        }
      }
    }
  }

  @Test func `nothing on either side, and changesets without instructions`() throws {
    let none = ConcurrentChanges([Changeset](), [Changeset]())
    #expect(try none.merged().ours.isEmpty)
    let empty = ConcurrentChanges([Changeset()], [Edit.insert(0, 0), Changeset()])
    let merged = try empty.merged()
    #expect(merged.theirs.map(\.isModified) == [false, false])
    #expect(merged.ours.map(\.isModified) == [false])
  }

  @Test func `instructions that share the elements of a path are merged apart`() throws {
    var builder = ChangesetBuilder()
    let location = builder.location(Edit.element(2))
    builder.append(.arrayErase(.init(location: location, priorSize: 9)))
    builder.append(.arrayErase(.init(location: location, priorSize: 8)))
    let theirs = Changeset.build {
      $0.arrayErase(Edit.element(3), priorSize: 9)
      $0.arrayInsert(Edit.element(2), .int(1), priorSize: 8)
    }
    let shared = try ConcurrentChanges(builder.changeset, theirs).merged()
    let apart = try ConcurrentChanges(builder.changeset.normalized(), theirs).merged()
    #expect(shared.ours[0].changeset.texts == apart.ours[0].changeset.texts)
    #expect(shared.theirs[0].changeset.texts == apart.theirs[0].changeset.texts)
    #expect(shared.ours[0].isModified)
  }
}

/// A NaN counts as changed wherever its instruction is paired, since Realm Core compares it with itself.
@Suite struct MergeNotANumberTests {
  private func isModified(_ ours: Changeset, _ theirs: Changeset) throws -> [Bool] {
    let merged = try ConcurrentChanges(ours, theirs).merged()
    return [merged.ours[0].isModified, merged.theirs[0].isModified]
  }

  private func set(_ key: Int64, _ property: RealmString, _ value: Value) -> Changeset {
    .build { $0.update(LocationValue("C", .int(key), property), to: value) }
  }

  @Test func `its changeset is modified if it was paired`() throws {
    let nan = set(1, "p", .double(.nan))
    #expect(try isModified(nan, set(1, "q", .int(1))) == [true, false])
    #expect(try isModified(set(1, "q", .int(1)), nan) == [false, true])
    #expect(try isModified(set(1, "p", .double(1)), set(1, "q", .int(1))) == [false, false])
    #expect(try isModified(nan, set(2, "q", .int(1))) == [false, false], "another object")
    #expect(try isModified(set(1, "p", .float(.nan)), set(1, "q", .float(.nan))) == [true, true])
  }

  @Test
  func `links join objects, erased classes join everything, and only ours join by the schema`()
    throws
  {
    let nan = set(1, "p", .double(.nan))
    let linking = Changeset.build {
      $0.update(LocationValue("C", .int(2), "link"), to: .link("C", .int(1)))
    }
    #expect(try isModified(nan, linking) == [true, false])
    let erasing = Changeset.build { $0.eraseTable("Z") }
    #expect(try isModified(nan, erasing) == [true, false])
    let adding = Changeset.build { $0.addTable("Z", primaryKey: "_id", type: .int) }
    #expect(try isModified(nan, adding) == [false, false])
    #expect(try isModified(adding, nan) == [false, true])
  }

  @Test func `what goes at once for being inside is not compared`() throws {
    let nan = set(1, "p", .double(.nan))
    let inside = Changeset.build {
      $0.update(LocationValue("C", .int(1), "p", ["k"]), to: .int(1))
    }
    #expect(try isModified(inside, nan) == [true, false])
    #expect(try isModified(nan, inside) == [true, true])
  }
}
