internal import Replayer
internal import TraceFormat

extension FleetCause {
  /// What its cluster is known by: XXH64 of what that is made of, each part with its length before it.
  func identifier(mode: ResetMode, _ trigger: FleetReset.Trigger) -> String {
    var bytes: [UInt8] = []
    func add(_ part: (some Collection<UInt8>)?) {
      bytes.append(part == nil ? 0 : 1)
      bytes.append(littleEndian: UInt32(part?.count ?? 0))
      if let part { bytes.append(contentsOf: part) }
    }
    add(mode.rawValue.utf8)
    add(trigger.action.rawValue.utf8)
    add((trigger.code.map(String.init) ?? trigger.name).utf8)
    add(rule?.rawValue.utf8)
    add(className.bytes)
    add(property?.bytes)
    add(schemaChange?.rawValue.utf8)
    return Hex.digest(XXH64.digest(bytes))
  }
}

extension FleetReplay {
  /// The causes of all resets in one: XXH64 of their clusters, sorted, each once; nil where nothing was
  /// destroyed. Traces with the same one lose data in the same ways.
  package var causeDigest: String? {
    let clusters = Set(resets.flatMap(\.causes).map(\.cluster)).sorted()
    guard !clusters.isEmpty else { return nil }
    return Hex.digest(XXH64.digest(Array(clusters.joined(separator: "\n").utf8)))
  }
}
