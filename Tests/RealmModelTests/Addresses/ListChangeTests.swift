import Testing

@testable import RealmModel

@Suite struct ListChangeTests {
  /// Where the elements of a list are after a change, found by doing it.
  private func positions(_ change: ListChange, of count: Int) -> [Int?] {
    var list = Array(0..<count)
    switch change {
    case .insertion(let index): list.insert(-1, at: index)
    case .removal(let index): list.remove(at: index)
    case .move(let from, let to): list.insert(list.remove(at: from), at: to)
    }
    return (0..<count).map { list.firstIndex(of: $0) }
  }

  @Test func `elements are found where they end up`() {
    let count = 6
    var changes = (0...count).map(ListChange.insertion) + (0..<count).map(ListChange.removal)
    for from in 0..<count {
      changes += (0..<count).map { .move(from: from, to: $0) }
    }
    for change in changes {
      #expect(
        (0..<count).map(change.position) == positions(change, of: count), "\(change)")
    }
  }

  @Test func `what is shifted is what changes its place, but for the element that is moved`() {
    for change in [
      ListChange.insertion(at: 2), .removal(at: 2), .move(from: 1, to: 4), .move(from: 4, to: 1),
    ] {
      let (positions, step) = change.shift
      for index in 0..<8 where positions.contains(index) {
        #expect(change.position(of: index) == index + step)
      }
    }
  }
}
