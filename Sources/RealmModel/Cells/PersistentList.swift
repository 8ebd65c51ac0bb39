/// A list whose copies share memory, with insertion and removal anywhere.
///
/// Made for what instructions name by index, and for collections of which every point of a session keeps a copy. Up to
/// ``leafCountMax`` elements are one array. More are a tree of fixed height, of leaves in branches: to insert an
/// element, to remove or to change one moves a leaf, and after a copy the two nodes above it, however long the list is.
@usableFromInline package struct PersistentList<Element: Sendable>: Sendable {
  @usableFromInline typealias Leaf = ContiguousArray<Element>

  /// Leaves in order, none of them empty.
  @usableFromInline
  struct Branch: Sendable {
    @usableFromInline var leaves: ContiguousArray<Leaf>
    @usableFromInline var count: Int

    @inlinable
    init(_ leaves: ContiguousArray<Leaf>, count: Int) {
      (self.leaves, self.count) = (leaves, count)
    }
  }

  @usableFromInline
  enum Storage: Sendable {
    case short(Leaf)
    /// Branches in order, none of them empty.
    case long(ContiguousArray<Branch>)
  }

  /// Where an element stands: in which branch, in which of its leaves, and where in that.
  @usableFromInline
  struct Place {
    @usableFromInline var branch: Int
    @usableFromInline var leaf: Int
    @usableFromInline var offset: Int

    @inlinable
    init(_ branch: Int, _ leaf: Int, _ offset: Int) {
      (self.branch, self.leaf, self.offset) = (branch, leaf, offset)
    }
  }

  @usableFromInline var storage: Storage

  @usableFromInline static var leafCountMax: Int { 32 }
  @usableFromInline static var branchCountMax: Int { 64 }

  @inlinable
  package init() { storage = .short([]) }
}

// Reading
extension PersistentList: RandomAccessCollection, MutableCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { count }

  @inlinable
  package var count: Int {
    switch storage {
    case .short(let leaf): return leaf.count
    case .long(let branches):
      var count = 0
      for branch in branches { count += branch.count }
      return count
    }
  }

  /// - Complexity: Constant up to 32 elements; then it takes as many steps as there are branches, of
  ///   which each holds about two thousand elements.
  @usableFromInline package subscript(index: Int) -> Element {
    @inlinable
    get {
      switch storage {
      case .short(let leaf): return leaf[index]
      case .long(let branches):
        let place = Self.place(of: index, in: branches)
        return branches[place.branch].leaves[place.leaf][place.offset]
      }
    }
    @inlinable
    _modify {
      switch storage {
      case .short(var leaf):
        storage = .short([])
        defer { storage = .short(leaf) }
        yield &leaf[index]
      case .long(var branches):
        storage = .short([])
        defer { storage = .long(branches) }
        let place = Self.place(of: index, in: branches)
        yield &branches[place.branch].leaves[place.leaf][place.offset]
      }
    }
  }

  /// The place of an element; for the index after the last, where one is to be appended.
  ///
  /// Always inlined: called as it stands, it would look up the types of its parts at each step.
  @inlinable
  @inline(__always)
  static func place(of index: Int, in branches: ContiguousArray<Branch>) -> Place {
    precondition(index >= 0, "an index must lie inside the list")
    var (branch, offset) = (0, index)
    while branch < branches.count - 1, offset >= branches[branch].count {
      offset -= branches[branch].count
      branch += 1
    }
    precondition(offset <= branches[branch].count, "an index must lie inside the list")
    // From the nearer end: what is appended is appended again.
    if offset > branches[branch].count / 2 {
      var leaf = branches[branch].leaves.count - 1
      var start = branches[branch].count - branches[branch].leaves[leaf].count
      while offset < start {
        leaf -= 1
        start -= branches[branch].leaves[leaf].count
      }
      return Place(branch, leaf, offset - start)
    }
    var leaf = 0
    while leaf < branches[branch].leaves.count - 1, offset >= branches[branch].leaves[leaf].count {
      offset -= branches[branch].leaves[leaf].count
      leaf += 1
    }
    return Place(branch, leaf, offset)
  }

  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline let branches: ContiguousArray<Branch>
    @usableFromInline var leaf: Leaf
    @usableFromInline var place = Place(0, 0, 0)

    @inlinable
    init(_ storage: Storage) {
      switch storage {
      case .short(let leaf): (branches, self.leaf) = ([], leaf)
      case .long(let branches): (self.branches, leaf) = (branches, branches[0].leaves[0])
      }
    }

    @inlinable
    package mutating func next() -> Element? {
      if place.offset == leaf.count, !advance() { return nil }
      defer { place.offset += 1 }
      return leaf[place.offset]
    }

    /// Goes on to the next leaf; false if there is none.
    @inlinable
    mutating func advance() -> Bool {
      guard place.branch < branches.count else { return false }
      place.leaf += 1
      if place.leaf == branches[place.branch].leaves.count {
        (place.branch, place.leaf) = (place.branch + 1, 0)
        guard place.branch < branches.count else { return false }
      }
      leaf = branches[place.branch].leaves[place.leaf]
      place.offset = 0
      return true
    }
  }

  @inlinable
  package func makeIterator() -> Iterator { Iterator(storage) }
}

extension PersistentList: ExpressibleByArrayLiteral {
  @inlinable
  package init(arrayLiteral elements: Element...) { self.init(elements) }

  @inlinable
  package init(_ elements: some Sequence<Element>) {
    self.init(Leaf(elements))
  }

  /// - Complexity: Constant up to 32 elements, whose memory is shared.
  @inlinable
  package init(_ elements: ContiguousArray<Element>) {
    guard elements.count > Self.leafCountMax else {
      storage = .short(elements)
      return
    }
    var branches: ContiguousArray<Branch> = []
    let branchSize = Self.leafCountMax * Self.branchCountMax
    for start in stride(from: 0, to: elements.count, by: branchSize) {
      let end = Swift.min(start + branchSize, elements.count)
      let leaves = stride(from: start, to: end, by: Self.leafCountMax).map {
        Leaf(elements[$0..<Swift.min($0 + Self.leafCountMax, end)])
      }
      branches.append(Branch(ContiguousArray(leaves), count: end - start))
    }
    storage = .long(branches)
  }

  /// What the body makes of each element, leaf by leaf; what collections have goes by index, which takes the
  /// square of the time.
  @inlinable
  package func map<Result, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { results.append(try transform(element)) }
    return results
  }

  @inlinable
  package func firstIndex(where condition: (Element) -> Bool) -> Int? {
    var index = 0
    for element in self {
      if condition(element) { return index }
      index += 1
    }
    return nil
  }

  @usableFromInline package func isIdentical(to other: Self) -> Bool {
    switch (storage, other.storage) {
    case (.short(let leaf), .short(let other)): leaf.isIdentical(to: other)
    case (.long(let branches), .long(let other)): branches.isIdentical(to: other)
    default: false
    }
  }
}

extension PersistentList: Equatable where Element: Equatable {
  @inlinable package static func == (a: Self, b: Self) -> Bool {
    a.isIdentical(to: b) || a.count == b.count && a.elementsEqual(b)
  }
}

extension RandomAccessCollection {
  /// Whether both are one array in memory, and so equal without a look at their elements.
  package func isIdentical(to other: Self) -> Bool {
    // SAFETY: the addresses are compared, and nothing is read through them.
    withContiguousStorageIfAvailable { bytes in
      other.withContiguousStorageIfAvailable { otherBytes in
        unsafe bytes.baseAddress == otherBytes.baseAddress && bytes.count == otherBytes.count
      } ?? false
    } ?? false
  }
}
