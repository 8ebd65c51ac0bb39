internal import Replayer

/// Sorts clients by the file of the server that they share: whoever has been told one and the same version of a history,
/// which its salt makes unique, has the same file.
struct ClientGroups {
  /// Indexes of the clients, each group in their order.
  private(set) var groups: [[Int]] = []

  init(_ versions: [Set<ServerVersion>]) {
    var known: [Set<ServerVersion>] = []
    for (client, own) in versions.enumerated() {
      let shared = known.indices.filter { !known[$0].isDisjoint(with: own) }
      guard let first = shared.first else {
        groups.append([client])
        known.append(own)
        continue
      }
      known[first].formUnion(own)
      groups[first].append(client)
      // Two groups may turn out to be one.
      for other in shared.dropFirst().reversed() {
        known[first].formUnion(known[other])
        groups[first] += groups[other]
        known.remove(at: other)
        groups.remove(at: other)
      }
      groups[first].sort()
    }
  }
}
