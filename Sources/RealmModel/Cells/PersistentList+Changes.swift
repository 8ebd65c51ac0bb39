// Insertion and removal. The storage is taken out while it changes, so that what only this list holds
// is changed in place.
extension PersistentList {
  @inlinable
  package mutating func append(_ element: Element) { insert(element, at: count) }

  /// Adds elements after all others. Linear in what is added; in the whole list too where that is the shorter part.
  @inlinable
  package mutating func append(contentsOf elements: [Element]) {
    guard elements.count < count else {
      self = Self(Array(self) + elements)
      return
    }
    for element in elements { append(element) }
  }

  /// Inserts an element before the one at an index, or after the last. Complexity: as of the subscript.
  @inlinable
  package mutating func insert(_ element: Element, at index: Int) {
    switch storage {
    case .short(var leaf):
      storage = .short([])
      leaf.insert(element, at: index)
      if leaf.count > Self.leafCountMax {
        self = Self(leaf)
      } else {
        storage = .short(leaf)
      }
    case .long(var branches):
      storage = .short([])
      defer { storage = .long(branches) }
      let place = Self.place(of: index, in: branches)
      Self.insert(element, into: &branches[place.branch], place)
      guard branches[place.branch].leaves.count > Self.branchCountMax else { return }
      let isLast = place.branch == branches.count - 1
      let rest = Self.split(
        &branches[place.branch], isAtEnd: isLast && place.leaf >= Self.branchCountMax - 1)
      branches.insert(rest, at: place.branch + 1)
    }
  }

  /// Removes the element at an index. Complexity: as of the subscript.
  @inlinable
  @discardableResult
  package mutating func remove(at index: Int) -> Element {
    switch storage {
    case .short(var leaf):
      storage = .short([])
      defer { storage = .short(leaf) }
      return leaf.remove(at: index)
    case .long(var branches):
      storage = .short([])
      let place = Self.place(of: index, in: branches)
      let removed = Self.remove(from: &branches[place.branch], place)
      Self.join(&branches, around: place.branch)
      if branches.count == 1, branches[0].count <= Self.leafCountMax / 2 {
        storage = .short(Leaf(branches[0].leaves.joined()))
      } else {
        storage = .long(branches)
      }
      return removed
    }
  }

  package mutating func move(from source: Int, to destination: Int) {
    insert(remove(at: source), at: destination)
  }

  /// Joins a branch that has become small with the one after it, or before it, where both fit into one.
  @inlinable
  static func join(_ branches: inout ContiguousArray<Branch>, around index: Int) {
    if branches[index].count == 0, branches.count > 1 {
      branches.remove(at: index)
      return
    }
    guard branches[index].leaves.count <= branchCountMax / 4, branches.count > 1 else { return }
    let first = index == branches.count - 1 ? index - 1 : index
    guard branches[first].leaves.count + branches[first + 1].leaves.count <= branchCountMax / 2
    else { return }
    let second = branches.remove(at: first + 1)
    branches[first].leaves += second.leaves
    branches[first].count += second.count
  }

  /// Inserts an element into a leaf, and splits the leaf if it has become too large.
  @inlinable
  static func insert(_ element: Element, into branch: inout Branch, _ place: Place) {
    let leaf = place.leaf
    branch.count += 1
    branch.leaves[leaf].insert(element, at: place.offset)
    let size = branch.leaves[leaf].count
    guard size > leafCountMax else { return }
    // What grows at one of its ends keeps full leaves behind.
    let isAppended = leaf == branch.leaves.count - 1 && place.offset == size - 1
    let isPrepended = leaf == 0 && place.offset == 0
    let middle = isAppended ? size - 1 : isPrepended ? 1 : size / 2
    let rest = Leaf(branch.leaves[leaf][middle...])
    branch.leaves[leaf].removeSubrange(middle...)
    branch.leaves.insert(rest, at: leaf + 1)
  }

  /// Removes an element from a leaf, and joins the leaf with a neighbour where both are small.
  @inlinable
  static func remove(from branch: inout Branch, _ place: Place) -> Element {
    let leaf = place.leaf
    branch.count -= 1
    let removed = branch.leaves[leaf].remove(at: place.offset)
    if branch.leaves[leaf].isEmpty {
      branch.leaves.remove(at: leaf)
    } else if branch.leaves[leaf].count <= leafCountMax / 4, branch.leaves.count > 1 {
      let first = leaf == branch.leaves.count - 1 ? leaf - 1 : leaf
      if branch.leaves[first].count + branch.leaves[first + 1].count <= leafCountMax / 2 {
        let second = branch.leaves.remove(at: first + 1)
        branch.leaves[first] += second
      }
    }
    return removed
  }

  /// Takes the leaves of the second half out; of a branch that grows at the end, the last one.
  @inlinable
  static func split(_ branch: inout Branch, isAtEnd: Bool) -> Branch {
    let middle = isAtEnd ? branch.leaves.count - 1 : branch.leaves.count / 2
    let rest = ContiguousArray(branch.leaves[middle...])
    branch.leaves.removeSubrange(middle...)
    let restCount = rest.reduce(0) { $0 + $1.count }
    branch.count -= restCount
    return Branch(rest, count: restCount)
  }
}
