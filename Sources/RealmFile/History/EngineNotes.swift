/// Reads which versions of Realm made a history (rule R59).
struct EngineNotes {
  private let store: NodeStore
  private static let textSizeMax = 256

  init(_ store: NodeStore) { self.store = store }

  func notes(_ ref: Int) throws(RealmFileFailure) -> [SyncHistory.EngineNote] {
    let node = try store.node(ref, .references)
    guard node.size == 4 else {
      throw .damaged(59, expected: "4 refs", found: "\(node.size)", at: ref)
    }
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
    guard node.size <= Self.textSizeMax else {
      throw .damaged(
        59, expected: "at most \(Self.textSizeMax) characters", found: "\(node.size)", at: ref)
    }
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
