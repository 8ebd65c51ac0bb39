internal import TraceFormat

struct HistoryReader {
  let store: NodeStore
  let group: FileGroup

  private static let rootSize = 21
  private static let schemaVersions: ClosedRange<UInt64> = 11...12

  func history(_ root: Int, noting damage: inout DamageLog) throws(RealmFileFailure) -> SyncHistory
  {
    guard Self.schemaVersions.contains(group.historySchemaVersion) else {
      throw RealmFileFailure(
        .unsupported("client history schema \(group.historySchemaVersion); 11 and 12 are read"))
    }
    let node = try store.node(root, .references)
    try require(node.size == Self.rootSize, 50, "21 elements", found: node.size, at: root)
    let progress = try progress(node)
    try require(
      progress.uploadClientVersion <= group.version, 58,
      "an upload of version \(group.version) at most", found: progress.uploadClientVersion, at: root
    )
    var history = SyncHistory(
      schemaVersion: group.historySchemaVersion, clientFileIdent: group.clientFileIdent,
      clientFileIdentSalt: try node.tagged(2), progress: progress, entries: try entries(node),
      engines: [])
    do throws(RealmFileFailure) {
      if let ref = try node.ref(20) { history.engines = try engineNotes(ref) }
    } catch {
      // It only tells what wrote the history, which nothing depends on.
      damage.remarks.append(error.inside("schema versions"))
    }
    return history
  }

  private func progress(_ node: Node) throws(RealmFileFailure) -> SyncHistory.Progress {
    SyncHistory.Progress(
      latestServerVersion: try node.tagged(3), latestServerVersionSalt: try node.tagged(4),
      downloadServerVersion: try node.tagged(5), downloadClientVersion: try node.tagged(6),
      uploadClientVersion: try node.tagged(7), uploadServerVersion: try node.tagged(8),
      downloadedBytes: try node.tagged(9), downloadableBytes: try node.tagged(10),
      uploadedBytes: try node.tagged(11), uploadableBytes: try node.tagged(12))
  }

  private func entries(_ node: Node) throws(RealmFileFailure) -> [SyncHistory.Entry] {
    let remoteVersions = try integers(node, 15, "remote versions")
    let idents = try integers(node, 16, "origins")
    let timestamps = try integers(node, 17, "timestamps")
    let changesets = try binaries(node, 13, "changesets")
    let reciprocals = try binaries(node, 14, "reciprocal transforms")
    let count = remoteVersions.count
    let counts = [idents.count, timestamps.count, changesets.count, reciprocals.count]
    guard counts.allSatisfy({ $0 == count }) else {
      throw .damaged(
        51, expected: "\(count) entries in each column", found: "\(counts)", at: node.ref)
    }
    try require(
      UInt64(count) <= group.version, 52, "at most \(group.version) entries", found: count,
      at: node.ref)
    let base = group.version - UInt64(count)
    var entries: [SyncHistory.Entry] = []
    for index in 0..<count {
      try require(
        idents[index] >= 0 && remoteVersions[index] >= 0, 58,
        "an origin and a server version that are not negative",
        found: "\(idents[index]), \(remoteVersions[index])", at: node.ref)
      entries.append(
        SyncHistory.Entry(
          version: base + 1 + UInt64(index), originFileIdent: UInt64(idents[index]),
          originTimestampMilliseconds: UInt64(bitPattern: timestamps[index]),
          remoteVersion: UInt64(remoteVersions[index]), changeset: changesets[index],
          reciprocal: reciprocals[index]))
    }
    return entries
  }

  private func integers(
    _ node: Node, _ slot: Int, _ name: String
  ) throws(RealmFileFailure) -> [Int64] {
    var values: [Int64] = []
    do throws(RealmFileFailure) {
      try ElementTree.forEachLeaf(of: try node.requiredRef(slot, rule: 50), in: store) {
        ref throws(RealmFileFailure) in
        let leaf = try store.node(ref, .integers)
        try store.charge(8 * leaf.size, for: "the history's \(name)")
        leaf.appendIntegers(to: &values)
        return leaf.size
      }
    } catch {
      throw error.inside(name)
    }
    return values
  }

  private func binaries(
    _ node: Node, _ slot: Int, _ name: String
  ) throws(RealmFileFailure) -> [[UInt8]?] {
    var values: [[UInt8]?] = []
    do throws(RealmFileFailure) {
      try ElementTree.forEachLeaf(of: try node.requiredRef(slot, rule: 50), in: store) {
        ref throws(RealmFileFailure) in
        let leaf = try LeafReader(store).readBinaries(ref)
        values += leaf.map { $0.map { Array($0.bytes) } }
        return leaf.count
      }
    } catch {
      throw error.inside(name)
    }
    return values
  }
}

// Which versions of Realm made a history (rule R59).
extension HistoryReader {
  private static let engineVersionSizeMax = 256

  private func engineNotes(_ ref: Int) throws(RealmFileFailure) -> [SyncHistory.EngineNote] {
    let node = try store.references(ref, count: 4, rule: 59)
    let schemas = try store.node(try node.requiredRef(0, rule: 59), .integers)
    let texts = try store.node(try node.requiredRef(1, rule: 59), .references)
    let versions = try store.node(try node.requiredRef(2, rule: 59), .integers)
    let times = try store.node(try node.requiredRef(3, rule: 59), .integers)
    let sizes = [texts.size, versions.size, times.size]
    guard sizes.allSatisfy({ $0 == schemas.size }), schemas.size <= 1 << 16 else {
      throw .damaged(59, expected: "\(schemas.size) of each", found: "\(sizes)", at: ref)
    }
    return try (0..<schemas.size).map { index throws(RealmFileFailure) in
      SyncHistory.EngineNote(
        schemaVersion: try schemas.integer(index), engineVersion: try text(texts, index),
        fileVersion: try versions.integer(index), timeSeconds: try times.integer(index))
    }
  }

  /// A text of which each character is a number.
  private func text(_ texts: Node, _ index: Int) throws(RealmFileFailure) -> String {
    guard let ref = try texts.ref(index) else { return "" }
    let node = try store.node(ref, .integers)
    try require(
      node.size <= Self.engineVersionSizeMax, 59, "at most \(Self.engineVersionSizeMax) characters",
      found: node.size, at: ref)
    var text = ""
    for character in node.integers {
      guard let code = UInt8(exactly: character) else {
        throw .damaged(59, expected: "characters of 0 to 255", found: "\(character)", at: ref)
      }
      text.unicodeScalars.append(Unicode.Scalar(code))
    }
    return text
  }
}
