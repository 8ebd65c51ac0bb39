import RealmModel
import TraceCompression
import TraceFormat

@testable import RealmFile

/// Any bytes are read as a Realm file, strictly and salvaging, within the memory that they may take, or are
/// refused.
enum RealmFileCheck {
  private static let memory = MemoryLimit(
    totalBytes: 256 << 20, baseBytes: 16 << 20, bytesPerInputByte: 4096)

  static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
    for salvages in [false, true] {
      let options = OpenRealmFile.Options(memory: memory, salvages: salvages)
      guard let file = try? OpenRealmFile(MemorySource(bytes), options: options) else { continue }
      var inflater = ZlibInflater()
      let inspection = file.inspection(inflatedBy: &inflater)
      for problem in inspection.problems {
        try FuzzFinding.require(!problem.description.isEmpty, "a problem has words")
      }
      guard let state = try? file.state() else { continue }
      try FuzzFinding.require(
        file.store.memory.usedBytes <= file.store.memory.allowedBytes,
        "no more memory is taken than is allowed")
      if !salvages { try checkListing(of: state) }
    }
  }

  /// What was read is what its snapshot builds, unless its values are ones that changesets cannot have.
  private static func checkListing(of state: RealmState) throws(FuzzFinding) {
    let snapshot = StateListing.snapshot(of: state, role: .local)
    guard let keys = snapshot.keys,
      let changesets = try? snapshot.changesets.map({ try Changeset(decoding: $0) }),
      let built = try? RealmState(applying: changesets)
    else { return }
    _ = try? built.numbered(by: keys)
  }
}
