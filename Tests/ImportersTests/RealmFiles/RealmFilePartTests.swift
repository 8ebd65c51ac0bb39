import RealmFile
import TestSupport
import Testing
import TraceFormat

@testable import Importers

/// A state that one record cannot hold is in several.
@Suite struct RealmFilePartTests {
  @Test func `the parts of a file's state are its state`() throws {
    let file = { () throws -> OpenRealmFile in
      try OpenRealmFile(
        MemorySource(ProjectFiles.bytes("Tests/Vectors/realm-files/client-10.realm")))
    }
    let whole = try RealmFileImporter.trace(of: file(), name: "a").events
    let parted = try RealmFileImporter.trace(of: file(), name: "a", recordSizeMax: 100).events
    let (state, parts) = (Self.snapshots(whole), Self.snapshots(parted))
    #expect(state.count == 1 && state[0].part == nil)
    #expect(parts.count > 1 && parts.last?.part?.isLast == true)
    #expect(parts.flatMap(\.changesets) == state[0].changesets)
    #expect(parts.last?.keys == state[0].keys)
    #expect(parted.map(\.sequence) == Array(0..<UInt64(parted.count)))
    #expect(parted.count - parts.count == whole.count - 1)
  }

  private static func snapshots(_ events: [Event]) -> [Snapshot] {
    events.compactMap { if case .snapshot(let snapshot) = $0.content { snapshot } else { nil } }
  }
}
