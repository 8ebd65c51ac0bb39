import TraceFormat

/// Where the incoming instructions act, so that a local one is compared with those alone that it can meet.
///
/// Addresses are classes, objects, properties of objects, and the names and keys below them up to the first
/// index: steps that no rule changes. An address has a chain of the instructions that act on it, and one of
/// those that act on it or below it, both in their order.
struct MergeAddresses {
  struct Chain: BitwiseCopyable {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  struct Link: BitwiseCopyable {
    var instruction: Int32
    var next: Int32
  }

  private struct Address: BitwiseCopyable {
    var parent: Int32
    /// What acts on it.
    var own = Chain()
    /// What acts on it or below it.
    var inner = Chain()
  }

  /// Instructions that are looked for together, wherever they act.
  enum Group: Hashable {
    /// All; kept only where that is asked for.
    case all
    /// What adds or removes a property of a class.
    case schema(Int32, Int32)
    /// The updates of a property, or below it, in all objects of a class.
    case updates(Int32, Int32)
    /// What adds properties that link to a class.
    case linkers(Int32)
  }

  private(set) var links: ContiguousArray<Link> = []
  private var addresses: ContiguousArray<Address> = []
  /// By the number of the name; -1 for what names no class.
  private var classes: ContiguousArray<Int32> = []
  private var table = AddressTable()
  private var groups: [Group: Chain] = [:]

  mutating func reserve(_ count: Int, names: Int) {
    classes = ContiguousArray(repeating: -1, count: names)
    addresses.reserveCapacity(count)
    links.reserveCapacity(count * 3)
    table.reserve(count)
  }
}

extension MergeAddresses {
  /// The address of a class; -1 if there is none yet and none is to be made.
  mutating func classAddress(_ name: Int32, makes: Bool) -> Int32 {
    guard makes, classes[Int(name)] < 0 else { return classes[Int(name)] }
    let address = makeAddress(below: -1)
    classes[Int(name)] = address
    return address
  }

  /// The address of a class; -1 if there is none.
  func knownClassAddress(_ name: Int32) -> Int32 { classes[Int(name)] }

  /// The address of an object, whose key has the merge's number for a string.
  mutating func objectAddress(_ className: Int32, _ key: PrimaryKey, makes: Bool) -> Int32 {
    let object = AddressKey(className, key)
    let address = table.address(object)
    guard makes, address < 0 else { return address }
    return makeAddress(object, below: classAddress(className, makes: true))
  }

  /// The address that a name leads to from another one: a property of an object, or a key below it.
  mutating func address(_ name: Int32, below parent: Int32, makes: Bool) -> Int32 {
    let step = AddressKey(name, below: parent)
    let address = table.address(step)
    guard makes, address < 0 else { return address }
    return makeAddress(step, below: parent)
  }

  private mutating func makeAddress(_ key: AddressKey, below parent: Int32) -> Int32 {
    let address = makeAddress(below: parent)
    table.add(key, address)
    return address
  }

  private mutating func makeAddress(below parent: Int32) -> Int32 {
    addresses.append(Address(parent: parent))
    return Int32(addresses.count - 1)
  }

  /// The address that this one is in; -1 for a class.
  func parent(of address: Int32) -> Int32 { addresses[Int(address)].parent }

  func own(_ address: Int32) -> Chain { addresses[Int(address)].own }
  func inner(_ address: Int32) -> Chain { addresses[Int(address)].inner }
  func members(_ group: Group) -> Chain {
    // Mostly there are none, and this is asked for each instruction.
    if groups.isEmpty { return Chain() }
    return groups[group] ?? Chain()
  }

  mutating func add(_ instruction: Int32, to group: Group) {
    Self.append(instruction, to: &groups[group, default: Chain()], &links)
  }

  mutating func addOwn(_ instruction: Int32, at address: Int32) {
    Self.append(instruction, to: &addresses[Int(address)].own, &links)
  }

  mutating func addInner(_ instruction: Int32, at address: Int32) {
    Self.append(instruction, to: &addresses[Int(address)].inner, &links)
  }

  /// Adds what the merge itself made, before the first instruction that is to stand behind it.
  mutating func insert(_ instruction: Int32, into group: Group, isBehind: (Int32) -> Bool) {
    Self.insert(instruction, into: &groups[group, default: Chain()], &links, isBehind)
  }

  mutating func insertInner(_ instruction: Int32, at address: Int32, isBehind: (Int32) -> Bool) {
    Self.insert(instruction, into: &addresses[Int(address)].inner, &links, isBehind)
  }

  private static func append(
    _ instruction: Int32, to chain: inout Chain, _ links: inout ContiguousArray<Link>
  ) {
    let link = Int32(links.count)
    links.append(Link(instruction: instruction, next: -1))
    if chain.last < 0 { chain.first = link } else { links[Int(chain.last)].next = link }
    chain.last = link
  }

  private static func insert(
    _ instruction: Int32, into chain: inout Chain, _ links: inout ContiguousArray<Link>,
    _ isBehind: (Int32) -> Bool
  ) {
    var (before, next): (Int32, Int32) = (-1, chain.first)
    while next >= 0, !isBehind(links[Int(next)].instruction) {
      (before, next) = (next, links[Int(next)].next)
    }
    let link = Int32(links.count)
    links.append(Link(instruction: instruction, next: next))
    if before < 0 { chain.first = link } else { links[Int(before)].next = link }
    if next < 0 { chain.last = link }
  }
}
