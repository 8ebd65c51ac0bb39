@testable import Replayer

/// What ``TrackedElements`` is to do, done to one element after the other.
struct PlainElements {
  var elements: [TrackedElements.Element] = []

  mutating func insert(_ element: TrackedElements.Element) {
    elements.append(element)
    elements.sort { $0.local < $1.local }
  }

  mutating func remove(atLocal local: Int) { elements.removeAll { $0.local == local } }

  mutating func change(locals: Range<Int>, _ shift: TrackedElements.Shift) {
    for index in elements.indices where locals.contains(elements[index].local) {
      elements[index] = shifted(elements[index], shift)
    }
  }

  mutating func change(remotes: Range<Int>, _ shift: TrackedElements.Shift) {
    for index in elements.indices {
      guard let remote = elements[index].remote, remotes.contains(remote) else { continue }
      elements[index] = shifted(elements[index], shift)
    }
  }

  private func shifted(_ element: TrackedElements.Element, _ shift: TrackedElements.Shift)
    -> TrackedElements.Element
  {
    var element = element
    element.local += shift.local
    element.marks.formUnion(shift.marks)
    if element.remote != nil { element.marks.formUnion(shift.remoteMarks) }
    element.remote = element.remote.map { $0 + shift.remote }
    return element
  }

  mutating func loseRemote(_ remote: Int) {
    for index in elements.indices where elements[index].remote == remote {
      elements[index].remote = nil
    }
  }

  mutating func shiftRemotes(of locals: Range<Int>, by step: Int) {
    for index in elements.indices where locals.contains(elements[index].local) {
      elements[index].remote = elements[index].remote.map {
        Int(UInt32(truncatingIfNeeded: $0 + step))
      }
    }
  }
}
