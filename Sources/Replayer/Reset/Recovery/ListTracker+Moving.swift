import RealmModel

extension ListTracker {
  /// A move of the element at `source` so that it ends up at `destination`; `size` is that of the server's list.
  ///
  /// Both positions must be known, or the list is copied whole.
  mutating func move(from source: Int, to destination: Int, size: Int) -> Verdict {
    if isManual { return ignoreBecauseManual() }
    guard source != destination, let moved = known.element(atLocal: source),
      let target = known.element(atLocal: destination)
    else { return markAndIgnore() }
    guard let from = moved.remote, let to = target.remote else {
      return moveBesideDropped(moved, to: destination)
    }
    guard from <= size, to <= size else {
      return .crash(reason: "a tracked position lies beyond the end of the list")
    }
    if let reason = shiftBetween(source, destination, size: size) { return .crash(reason: reason) }
    known.insert(.init(local: destination, remote: to))
    return .move(from: from, to: to)
  }

  /// Takes the element out and moves what stands between the two positions one step towards the gap
  /// that it leaves; the reason if Realm Core's assertions would end the process.
  private mutating func shiftBetween(_ source: Int, _ destination: Int, size: Int) -> String? {
    let (range, step) = ListChange.move(from: source, to: destination).shift
    let between = known.within(locals: range) { $0.remotes }
    if let between, step < 0, between.lowerBound == 0 {
      return "a tracked position would become negative"
    }
    if let between, step > 0, between.upperBound + 1 >= size {
      return "a tracked position would reach the end of the list"
    }
    known.remove(atLocal: source)
    known.change(locals: range, .init(local: step, remote: step))
    return nil
  }

  /// A move of, or onto, an element that never came to be on the server. Only the ideal engine
  /// knows such elements: it keeps the client's order among those that exist.
  private mutating func moveBesideDropped(
    _ element: TrackedElements.Element, to destination: Int
  ) -> Verdict {
    known.remove(atLocal: element.local)
    known.shiftLocals(by: .move(from: element.local, to: destination))
    guard let from = element.remote else {
      known.insert(.init(local: destination, remote: nil))
      return .dropped
    }
    known.shiftRemotes(by: .removal(at: from))
    let before = known.within(locals: .min..<destination) { $0.remotes }
    let after = known.within(locals: (destination + 1)..<(.max)) { $0.remotes }
    let to = before.map { $0.upperBound + 1 } ?? after?.lowerBound ?? from
    known.shiftRemotes(by: .insertion(at: to))
    known.insert(.init(local: destination, remote: to))
    return from == to ? .dropped : .move(from: from, to: to)
  }
}
