internal import RealmModel
internal import TraceFormat

/// A tree of the places that instructions touch: classes, objects, properties, entries, elements.
///
/// Elements of lists have identities, so that an index that moved is followed. What is known of a list is what
/// instructions say: an element that was there at first gets its identity when an index names it or one behind it.
struct PlaceTree<Mark: Sendable>: Sendable {
  struct Node: Sendable {
    var marks: [Mark] = []
    var children: [PlaceStep: Int] = [:]
    /// The elements, as far as the list was touched.
    var elements = PersistentList<ListElement>()
    /// How many elements that were there at first have been met.
    var foundCount = 0
    /// Whether nothing was here at first that has not been met: the place was made, emptied or
    /// replaced by an instruction. So was, then, everything below it.
    var isClosed = false
    /// Whether the list is a copy of another tree's: what is met anew was there at first in that one.
    var isCopy = false
  }

  private(set) var nodes: [Node] = [Node()]
  private var foundElementCount = 0

  static var root: Int { 0 }

  /// The most elements, in all lists together, that were there at first and get an identity. Elements beyond are not
  /// followed: an index is the input's word, and must not decide how much memory is taken.
  static var foundElementsMax: Int { 1 << 22 }
}

enum PlaceStep: Hashable, Sendable {
  case schemaClass(RealmString)
  case schemaProperty(RealmString)
  case object(PrimaryKeyValue)
  case key(RealmString)
  case element(ListElement)
  case member(PayloadValue)
}

/// The identity of a list element, among those of its list.
enum ListElement: Hashable, Sendable {
  /// There at first, at this index.
  case found(Int)
  /// Copied over from the device's list, where it was at this index at first.
  case copied(Int)
  /// Made by the write with this number.
  case made(Int)
}

extension PlaceTree {
  subscript(node: Int) -> Node {
    _read { yield nodes[node] }
    _modify { yield &nodes[node] }
  }

  /// The place one step below another, which comes to be known if it isn't.
  mutating func child(of node: Int, _ step: PlaceStep) -> Int {
    if let known = nodes[node].children[step] { return known }
    var child = Node()
    child.isClosed = nodes[node].isClosed
    if case .element(.made) = step { child.isClosed = true }
    child.isCopy = nodes[node].isCopy
    nodes.append(child)
    nodes[node].children[step] = nodes.count - 1
    return nodes.count - 1
  }

  func knownChild(of node: Int, _ step: PlaceStep) -> Int? { nodes[node].children[step] }

  /// The place of an address; nil where an index is beyond what is followed.
  ///
  /// - Parameter stepCount: how many steps of the path are taken; all if nil.
  mutating func node(of address: Address, stepCount: Int? = nil) -> Int? {
    var node = child(of: Self.root, .schemaClass(address.className))
    guard let object = address.object else {
      return address.property.map { child(of: node, .schemaProperty($0)) } ?? node
    }
    node = child(of: node, .object(object))
    guard let property = address.property else { return node }
    node = child(of: node, .key(property))
    for step in address.path.prefix(stepCount ?? address.path.count) {
      switch step {
      case .key(let key): node = child(of: node, .key(key))
      case .index(let index):
        guard let element = element(Int(index), of: node) else { return nil }
        node = child(of: node, .element(element))
      }
    }
    return node
  }

  /// The list that an address ends in an element of.
  mutating func list(of address: Address) -> Int? {
    node(of: address, stepCount: address.path.count - 1)
  }

  /// Forgets everything below a place and calls the body for each place forgotten.
  ///
  /// What comes there afterwards is new.
  mutating func clear(below node: Int, _ body: (Node) -> Void = { _ in }) {
    var pending = Array(nodes[node].children.values)
    nodes[node].children = [:]
    nodes[node].elements = []
    nodes[node].isClosed = true
    while let next = pending.popLast() {
      body(nodes[next])
      pending.append(contentsOf: nodes[next].children.values)
      nodes[next] = Node()
    }
  }

  /// Whether a place has been reached into by key.
  func hasEntries(_ node: Int) -> Bool {
    nodes[node].children.keys.contains { if case .key = $0 { true } else { false } }
  }

  /// Whether a place has been reached into by index.
  func hasElements(_ node: Int) -> Bool { !nodes[node].elements.isEmpty }

  /// The element at an index, after making known those before it.
  mutating func element(_ index: Int, of list: Int) -> ListElement? {
    guard growElements(of: list, to: index + 1) else { return nil }
    return nodes[list].elements[index]
  }

  /// Makes elements known up to a count.
  mutating func growElements(of list: Int, to count: Int) -> Bool {
    let missing = count - nodes[list].elements.count
    guard missing > 0 else { return true }
    guard !nodes[list].isClosed, missing <= Self.foundElementsMax - foundElementCount else {
      return false
    }
    foundElementCount += missing
    let first = nodes[list].foundCount
    let isCopy = nodes[list].isCopy
    let met = (first..<first + missing).map { isCopy ? ListElement.copied($0) : .found($0) }
    nodes[list].elements.append(contentsOf: met)
    nodes[list].foundCount += missing
    return true
  }

  /// Inserts an element at an index; false where that is beyond what is followed.
  mutating func insert(_ element: ListElement, at index: Int, of list: Int) -> Bool {
    guard growElements(of: list, to: index) else { return false }
    nodes[list].elements.insert(element, at: index)
    return true
  }

  /// Removes the element at an index; nil where that is beyond what is followed. Its place stays
  /// among the list's children.
  mutating func removeElement(at index: Int, of list: Int) -> ListElement? {
    guard growElements(of: list, to: index + 1) else { return nil }
    return nodes[list].elements.remove(at: index)
  }

  /// Moves the element at an index so that it ends up at another one.
  mutating func moveElement(at index: Int, to destination: Int, of list: Int) -> ListElement? {
    guard growElements(of: list, to: max(index, destination) + 1) else { return nil }
    let element = nodes[list].elements[index]
    nodes[list].elements.move(from: index, to: destination)
    return element
  }

  mutating func forget(_ element: ListElement, of list: Int) {
    if let child = nodes[list].children.removeValue(forKey: .element(element)) {
      clear(below: child)
    }
  }
}

extension Address {
  var lastIndex: Int? {
    guard case .index(let index)? = path.last else { return nil }
    return Int(index)
  }
}
