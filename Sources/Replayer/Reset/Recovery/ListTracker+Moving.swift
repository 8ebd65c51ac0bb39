import RealmModel

extension ListTracker {
  /// A move of the element at `source` so that it ends up at `destination`; `size` is that of the
  /// server's list.
  ///
  /// Both positions must be known, or the list is copied whole.
  mutating func move(from source: Int, to destination: Int, size: Int) -> Verdict {
    if isManual { return ignoreBecauseManual() }
    guard let moved = known.firstIndex(where: { $0.local == source }),
      let target = known.firstIndex(where: { $0.local == destination && $0.local != source })
    else { return markAndIgnore() }
    guard let from = known[moved].remote, let to = known[target].remote else {
      return moveBesideDropped(moved, to: destination)
    }
    guard from <= size, to <= size else {
      return .crash(reason: "a tracked position lies beyond the end of the list")
    }
    if let reason = shiftBetween(source, destination, size: size) { return .crash(reason: reason) }
    known[moved] = Known(local: destination, remote: to)
    return .move(from: from, to: to)
  }

  /// Moves what stands between the two positions one step towards the gap that the element leaves;
  /// the reason if Realm Core's assertions would end the process.
  private mutating func shiftBetween(_ source: Int, _ destination: Int, size: Int) -> String? {
    for position in known.indices {
      let local = known[position].local
      if source < local, local <= destination {
        guard local > 0, known[position].remote != 0 else {
          return "a tracked position would become negative"
        }
        known[position].local -= 1
        known[position].remote? -= 1
      } else if destination <= local, local < source {
        guard known[position].remote.map({ $0 + 1 < size }) ?? true else {
          return "a tracked position would reach the end of the list"
        }
        known[position].local += 1
        known[position].remote? += 1
      }
    }
    return nil
  }

  /// A move of, or onto, an element that never came to be on the server. Only the ideal engine
  /// knows such elements: it keeps the client's order among those that exist.
  private mutating func moveBesideDropped(_ moved: Int, to destination: Int) -> Verdict {
    let element = known.remove(at: moved)
    for position in known.indices {
      let local = known[position].local
      if element.local < local, local <= destination { known[position].local -= 1 }
      if destination <= local, local < element.local { known[position].local += 1 }
      if let from = element.remote, let remote = known[position].remote, remote > from {
        known[position].remote = remote - 1
      }
    }
    guard let from = element.remote else {
      known.append(Known(local: destination, remote: nil))
      return .dropped
    }
    let before = known.filter { $0.local < destination }.compactMap(\.remote).max()
    let after = known.filter { $0.local > destination }.compactMap(\.remote).min()
    let to = before.map { $0 + 1 } ?? after ?? from
    for position in known.indices where (known[position].remote ?? -1) >= to {
      known[position].remote? += 1
    }
    known.append(Known(local: destination, remote: to))
    return from == to ? .dropped : .move(from: from, to: to)
  }
}
