import RealmFile
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Importers

/// A state that no trace can hold is refused while it is read.
@Suite struct LeastSnapshotSizeTests {
  static let files = try? ProjectFiles.paths(
    in: "Tests/Vectors/realm-files", suffix: ".realm", countMin: 15
  ).filter { !$0.contains("encrypted") }

  private static func open(_ path: String) throws -> OpenRealmFile {
    try OpenRealmFile(MemorySource(ProjectFiles.bytes(path)))
  }

  @Test(arguments: files ?? [])
  func `what is counted is never more than the snapshot has, and most of it`(path: String) throws {
    var size = LeastSnapshotSize()
    let state = try Self.open(path).state { table, batch in size.add(batch, of: table) }
    let snapshot = StateListing.snapshot(of: state, role: .local)
    let whole = snapshot.changesets.reduce(0) { $0 + $1.count }
    #expect(size.byteCount <= whole)
    #expect(size.byteCount * 5 > whole, "\(path): \(size.byteCount) of \(whole)")
    #expect(size.objectCount == state.objectCount)
  }

  @Test func `the refusal says how much there is already, of what, and the limit`() throws {
    let path = "Tests/Vectors/realm-files/client-10.realm"
    let whole = try RealmFileImporter.trace(of: Self.open(path), name: "a").events
    #expect(
      try RealmFileImporter.trace(of: Self.open(path), name: "a", snapshotSizeMax: 1 << 28).events
        == whole)
    let failure = try #require(
      throws: RealmFileFailure.self,
      performing: {
        try RealmFileImporter.trace(of: Self.open(path), name: "a", snapshotSizeMax: 100)
      })
    let text = failure.description
    #expect(text.contains(" objects take at least ") && text.hasSuffix(" than 100"), "\(text)")
    guard case .limitExceeded(_, 100) = failure.code else {
      Issue.record("\(failure)")
      return
    }
  }
}
