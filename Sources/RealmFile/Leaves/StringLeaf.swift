internal import RealmModel
internal import TraceFormat

// Texts, and bytes that are stored like them (Realm Core: `array_string.cpp`, `array_blobs_small.hpp`,
// `array_blobs_big.hpp`, `array_string_short.cpp`).
extension LeafReader {
  /// Texts, in whichever of their forms; `keys` are those that an enumerated column refers to, nil where it is none.
  func texts(_ ref: Int, keys: [RealmString?]? = nil) throws(RealmFileFailure) -> StoredTexts {
    let header = try store.header(ref)
    switch (header.hasRefs, header.scheme, header.context) {
    case (false, .bytes, _): return try shortStrings(try store.node(ref, .shortStrings))
    case (false, .bits, _): return try enumerated(try store.node(ref, .integers), keys)
    case (true, .bits, false): return try smallBlobs(ref, endsWithZero: true)
    case (true, .bits, true): return try bigBlobs(ref, endsWithZero: true)
    default: throw .damaged(11, expected: "strings", found: "another kind of node", at: ref)
    }
  }

  /// Bytes; null where there are none.
  func binaries(_ ref: Int) throws(RealmFileFailure) -> StoredTexts {
    try store.header(ref).context
      ? try bigBlobs(ref, endsWithZero: false) : try smallBlobs(ref, endsWithZero: false)
  }

  func readStrings(_ ref: Int) throws(RealmFileFailure) -> [RealmString?] { try texts(ref).all }

  func readBinaries(_ ref: Int) throws(RealmFileFailure) -> [RealmString?] { try binaries(ref).all }

  /// Records of one width, whose last byte says how much of it is not used.
  private func shortStrings(_ node: Node) throws(RealmFileFailure) -> StoredTexts {
    let width = node.width
    try charge(node.size)
    guard width > 0 else { return StoredTexts(.records(bytes: [], width: 0), count: node.size) }
    try store.charge(node.size * width, for: "strings")
    let bytes = node.bytes(0..<node.size * width)
    for last in stride(from: width - 1, to: bytes.count, by: width) {
      let pad = Int(bytes[last])
      guard pad != 0, pad != width else { continue }
      try require(pad < width, 13, "a fill of at most \(width)", found: pad, at: node.ref)
      try require(
        bytes[last - pad] == 0, 13, "a 0 before a fill of \(pad)", found: bytes[last - pad],
        at: node.ref)
    }
    return StoredTexts(.records(bytes: bytes, width: width), count: node.size)
  }

  private func enumerated(
    _ node: Node, _ keys: [RealmString?]?
  ) throws(RealmFileFailure) -> StoredTexts {
    guard let keys else {
      throw .damaged(15, expected: "strings", found: "indexes without a list of keys", at: node.ref)
    }
    try charge(node.size)
    let places = node.packed().detached
    for index in 0..<places.count {
      let key = places[index]
      try require(
        key >= 0 && key < keys.count, 15, "an index below \(keys.count)", found: key, at: node.ref)
    }
    return StoredTexts(.listed(keys, places: places), count: places.count)
  }

  /// All bytes in one blob, and where each value ends.
  private func smallBlobs(_ ref: Int, endsWithZero: Bool) throws(RealmFileFailure) -> StoredTexts {
    let node = try store.references(ref, count: 3, rule: 14)
    let ends = try store.node(try node.requiredRef(0, rule: 14), .integers)
    let blob = try store.node(try node.requiredRef(1, rule: 14), .blob)
    let nulls = try store.node(try node.requiredRef(2, rule: 14), .integers)
    try require(
      ends.size == nulls.size, 14, "\(ends.size) marks of null", found: nulls.size, at: ref)
    try charge(ends.size)
    try store.charge(blob.size, for: "strings")
    let bytes = blob.bytes(0..<blob.size)
    let (allEnds, allNulls) = (ends.packed().detached, nulls.packed().detached)
    var start = 0
    for index in 0..<ends.size {
      let end = Int(allEnds[index])
      try require(
        end >= start && end <= bytes.count, 14, "an end from \(start) to \(bytes.count)",
        found: end, at: ends.ref)
      if endsWithZero, allNulls[index] == 0 {
        try require(
          end > start && bytes[end - 1] == 0, 14, "a string that ends with 0", found: "none",
          at: blob.ref)
      }
      start = end
    }
    return StoredTexts(
      .joined(bytes: bytes, ends: allEnds, nulls: allNulls, endsWithZero: endsWithZero),
      count: ends.size)
  }

  /// A blob for each value.
  private func bigBlobs(_ ref: Int, endsWithZero: Bool) throws(RealmFileFailure) -> StoredTexts {
    let node = try store.node(ref, .bigBlobs)
    try charge(node.size)
    var strings: [RealmString?] = []
    strings.reserveCapacity(node.size)
    for index in 0..<node.size {
      guard let child = try node.ref(index) else {
        strings.append(nil)
        continue
      }
      var bytes = try blob(child)
      if endsWithZero {
        try require(bytes.last == 0, 14, "a string that ends with 0", found: "none", at: child)
        bytes.removeLast()
        try require(
          bytes.count <= ChangesetLimits.stringSizeMax, 14,
          "a string of at most \(ChangesetLimits.stringSizeMax) bytes", found: bytes.count,
          at: child)
      }
      strings.append(RealmString(bytes))
    }
    return StoredTexts(.separate(strings), count: strings.count)
  }

  /// The bytes of a blob, be it in pieces.
  func blob(_ ref: Int) throws(RealmFileFailure) -> [UInt8] {
    guard try store.header(ref).hasRefs else { return try piece(ref) }
    let node = try store.node(ref, .bigBlobs)
    var bytes: [UInt8] = []
    for index in 0..<node.size { bytes += try piece(try node.requiredRef(index, rule: 17)) }
    return bytes
  }

  private func piece(_ ref: Int) throws(RealmFileFailure) -> [UInt8] {
    let node = try store.node(ref, .blob)
    try store.charge(node.size, for: "bytes")
    return node.bytes(0..<node.size)
  }
}
