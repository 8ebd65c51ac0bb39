package import TraceFormat

package final class NodeStore {
  let cache: PageCache
  /// The end of what nodes may take: the logical size of the file, once it is known.
  var limit: Int
  package var memory: MemoryBudget
  /// The texts that enumerated columns refer to, by the ref of their list: objects and tombstones share it.
  var enumKeys: [Int: [RealmString?]] = [:]
  private var visits: VisitedNodes

  package init(_ cache: PageCache, limit: Int, memory: MemoryLimit) {
    self.cache = cache
    self.limit = limit
    self.memory = MemoryBudget(memory, inputBytes: UInt64(cache.size))
    visits = VisitedNodes(fileSize: cache.size)
  }

  /// Begins an operation that meets each node at most once.
  func beginTraversal() {
    visits = VisitedNodes(fileSize: cache.size)
    enumKeys = [:]
  }

  func header(_ ref: Int) throws(RealmFileFailure) -> NodeHeader {
    try checkPlace(ref)
    let (bytes, start) = try cache.stretch(at: ref, count: NodeHeader.byteCount)
    return try NodeHeader(bytes, at: start, ref: ref)
  }

  /// A node that must have a shape, met once in a traversal.
  func node(_ ref: Int, _ shape: NodeShape) throws(RealmFileFailure) -> Node {
    let node = try glance(ref, shape)
    try visits.visit(ref)
    return node
  }

  /// A node of so many refs.
  func references(_ ref: Int, count: Int, rule: Int) throws(RealmFileFailure) -> Node {
    let node = try node(ref, .references)
    try require(node.size == count, rule, "\(count) refs", found: node.size, at: ref)
    return node
  }

  /// A node that is looked at before it is its turn.
  func glance(_ ref: Int, _ shape: NodeShape) throws(RealmFileFailure) -> Node {
    let header = try header(ref)
    if let found = shape.mismatch(header) {
      throw .damaged(shape.widthRule, expected: "\(shape.name)", found: found, at: ref)
    }
    let size = header.payloadSize
    // Both are at most 31 bits wide, and the ref was found to be below the limit.
    try require(
      ref + NodeHeader.byteCount + size <= limit, 8, "a node that ends by \(limit)",
      found: "\(size) bytes from \(ref + NodeHeader.byteCount) on", at: ref)
    let (page, start) = try cache.stretch(at: ref + NodeHeader.byteCount, count: size)
    return Node(page: page, start: start, ref: ref, header: header)
  }

  private func checkPlace(_ ref: Int) throws(RealmFileFailure) {
    try require(
      ref >= FileHeader.size && ref & 7 == 0, 7, "a ref divisible by 8, at least 24", found: ref)
    try require(
      ref <= limit - NodeHeader.byteCount, 8, "a node below \(limit)", found: "a ref to \(ref)")
  }

  func charge(_ bytes: Int, for what: @autoclosure () -> String) throws(RealmFileFailure) {
    do throws(DecodingFailure) {
      try memory.charge(bytes, for: what())
    } catch {
      throw RealmFileFailure(
        error.memoryDemand.map { .memoryExceeded($0) }
          ?? .limitExceeded(what: what(), limit: memory.allowedBytes))
    }
  }
}

/// The nodes that an operation has met. In a sound file each is met once.
private struct VisitedNodes {
  let fileSize: Int
  /// A bit for each eight bytes of the file, grown as nodes are met.
  var bits: [UInt64] = []

  mutating func visit(_ ref: Int) throws(RealmFileFailure) {
    let (word, bit) = (ref >> 9, UInt64(1) << UInt64(ref >> 3 & 63))
    if word >= bits.count {
      let count = min(max(word + 1, bits.count * 2), fileSize >> 9 + 1)
      bits.append(contentsOf: repeatElement(0, count: count - bits.count))
    }
    try require(
      bits[word] & bit == 0, 28, "a node that belongs to one parent", found: "two", at: ref)
    bits[word] |= bit
  }
}
