// The tree: balanced by height, and taken apart and put together at a position. The depth of every
// recursion is that of the tree, which goes with the logarithm of the number of elements.
extension TrackedElements {
  mutating func makeNode(_ element: Element) -> Int {
    let node = Node(element)
    guard let index = free.popLast() else {
      nodes.append(node)
      return nodes.count - 1
    }
    nodes[index] = node
    return index
  }

  mutating func apply(_ shift: Shift, to node: Int) {
    nodes[node].element = shift.applied(to: nodes[node].element)
    nodes[node].pending.add(shift)
    nodes[node].remotes = nodes[node].remotes?.shifted(by: shift.remote)
  }

  /// Tells the children of a node what they have not been told.
  mutating func push(_ node: Int) {
    visitCount += 1
    let pending = nodes[node].pending
    guard !pending.isNothing else { return }
    nodes[node].pending = Shift()
    if let left = nodes[node].left { apply(pending, to: left) }
    if let right = nodes[node].right { apply(pending, to: right) }
  }

  mutating func update(_ node: Int) {
    var remotes = nodes[node].element.remote.map { $0...$0 }
    var height = 0
    for child in [nodes[node].left, nodes[node].right] {
      guard let child else { continue }
      height = max(height, nodes[child].height)
      remotes = remotes.spanning(nodes[child].remotes)
    }
    nodes[node].height = height + 1
    nodes[node].remotes = remotes
  }

  private func height(_ node: Int?) -> Int { node.map { nodes[$0].height } ?? 0 }

  /// The elements before a position of the client's list, and the others.
  mutating func split(_ node: Int?, at local: Int) -> (Int?, Int?) {
    guard let node else { return (nil, nil) }
    push(node)
    let (left, right) = (nodes[node].left, nodes[node].right)
    if nodes[node].element.local < local {
      let (before, after) = split(right, at: local)
      return (join(left, node, before), after)
    }
    let (before, after) = split(left, at: local)
    return (before, join(after, node, right))
  }

  /// One tree of two, all elements of the first standing before those of the second.
  mutating func join(_ left: Int?, _ right: Int?) -> Int? {
    guard let left else { return right }
    let (rest, last) = takeLast(left)
    return join(rest, last, right)
  }

  private mutating func takeLast(_ node: Int) -> (rest: Int?, last: Int) {
    push(node)
    guard let right = nodes[node].right else { return (nodes[node].left, node) }
    let (rest, last) = takeLast(right)
    return (join(nodes[node].left, node, rest), last)
  }

  mutating func join(_ left: Int?, _ node: Int, _ right: Int?) -> Int {
    if let left, height(left) > height(right) + 1 {
      push(left)
      nodes[left].right = join(nodes[left].right, node, right)
      return balance(left)
    }
    if let right, height(right) > height(left) + 1 {
      push(right)
      nodes[right].left = join(left, node, nodes[right].left)
      return balance(right)
    }
    (nodes[node].left, nodes[node].right) = (left, right)
    update(node)
    return node
  }

  /// Turns a subtree whose sides differ by two.
  private mutating func balance(_ node: Int) -> Int {
    if let left = nodes[node].left, height(left) > height(nodes[node].right) + 1 {
      push(left)
      if let inner = nodes[left].right, height(inner) > height(nodes[left].left) {
        push(inner)
        (nodes[left].right, nodes[node].left) = (nodes[inner].left, nodes[inner].right)
        return crown(inner, left, node)
      }
      nodes[node].left = nodes[left].right
      nodes[left].right = node
      update(node)
      update(left)
      return left
    }
    if let right = nodes[node].right, height(right) > height(nodes[node].left) + 1 {
      push(right)
      if let inner = nodes[right].left, height(inner) > height(nodes[right].right) {
        push(inner)
        (nodes[node].right, nodes[right].left) = (nodes[inner].left, nodes[inner].right)
        return crown(inner, node, right)
      }
      nodes[node].right = nodes[right].left
      nodes[right].left = node
      update(node)
      update(right)
      return right
    }
    update(node)
    return node
  }

  private mutating func crown(_ top: Int, _ left: Int, _ right: Int) -> Int {
    (nodes[top].left, nodes[top].right) = (left, right)
    update(left)
    update(right)
    update(top)
    return top
  }
}

extension TrackedElements.Shift {
  var isNothing: Bool { local == 0 && remote == 0 && marks.isEmpty && remoteMarks.isEmpty }

  func applied(to element: TrackedElements.Element) -> TrackedElements.Element {
    var element = element
    element.local += local
    element.marks.formUnion(marks)
    if let present = element.remote {
      element.remote = present + remote
      element.marks.formUnion(remoteMarks)
    }
    return element
  }

  mutating func add(_ other: Self) {
    local += other.local
    remote += other.remote
    marks.formUnion(other.marks)
    remoteMarks.formUnion(other.remoteMarks)
  }
}

extension ClosedRange<Int> {
  fileprivate func shifted(by step: Int) -> Self { lowerBound + step...upperBound + step }
}

extension ClosedRange<Int>? {
  fileprivate func spanning(_ other: Self) -> Self {
    guard let range = self, let other else { return self ?? other }
    return Swift.min(
      range.lowerBound, other.lowerBound)...Swift.max(range.upperBound, other.upperBound)
  }
}
