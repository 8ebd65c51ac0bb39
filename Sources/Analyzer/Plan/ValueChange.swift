internal import RealmModel
package import TraceFormat

/// The instructions that make the value at a place another one, as a transaction would record them.
///
/// What both values share stays untouched, so that the instructions say no more than what differs.
struct ValueChange {
  private(set) var builder = ChangesetBuilder()
  /// The state that is changed, for what its classes say of new embedded objects.
  private let state: RealmState

  init(in state: RealmState) { self.state = state }

  var changeset: Changeset { builder.changeset }

  /// Changes the value at a place, which leads through no list.
  ///
  /// - Parameter present: what is there; nil for a dictionary entry that is not.
  mutating func change(_ place: LocationValue, from present: Value?, to wanted: Value) {
    switch (wanted.settled, present) {
    case (.list(let wanted), let present):
      changeList(place, from: elements(of: present, at: place), to: wanted)
    case (.dictionary(let wanted), let present):
      changeDictionary(place, from: entries(of: present, at: place), to: wanted)
    case (.set(let wanted), let present): changeSet(place, from: present, to: wanted)
    case (.embedded(let wanted), .embedded(let present)?):
      changeEntries(of: place, from: present.properties, to: wanted.properties)
    case (.embedded(let wanted), _):
      builder.update(place, to: .objectValue)
      fill(place, with: wanted)
    case (let wanted, let present):
      if present?.looksLike(wanted) == true { return }
      builder.update(place, to: wanted)
    }
  }

  mutating func remove(_ place: LocationValue) { builder.update(place, to: .erased) }

  mutating func add(_ operand: Int64, to place: LocationValue) {
    builder.addInteger(place, operand)
  }

  mutating func changeMembership(of member: Value, in place: LocationValue, to isMember: Bool) {
    let member = member.settled
    if isMember { builder.setInsert(place, member) } else { builder.setErase(place, member) }
  }
}

// Collections
extension ValueChange {
  /// The elements that a place has once it is a list.
  private mutating func elements(of present: Value?, at place: LocationValue) -> [Value] {
    if case .list(let elements)? = present { return elements }
    builder.update(place, to: .list)
    return []
  }

  private mutating func entries(of present: Value?, at place: LocationValue) -> [Value.Entry] {
    if case .dictionary(let entries)? = present { return entries }
    builder.update(place, to: .dictionary)
    return []
  }

  private mutating func changeSet(_ place: LocationValue, from present: Value?, to wanted: [Value])
  {
    let elements = if case .set(let elements)? = present { elements } else { [Value]() }
    let (present, members) = (elements, (present: Members(elements), wanted: Members(wanted)))
    for element in present where !members.wanted.has(element) {
      changeMembership(of: element, in: place, to: false)
    }
    for element in wanted where !members.present.has(element) {
      changeMembership(of: element, in: place, to: true)
    }
  }

  private mutating func changeDictionary(
    _ place: LocationValue, from present: [Value.Entry], to wanted: [Value.Entry]
  ) {
    let keys = Set(wanted.map(\.key))
    for entry in present where !keys.contains(entry.key) {
      remove(place.appending(.key(entry.key)))
    }
    changeEntries(of: place, from: present, to: wanted)
  }

  private mutating func changeEntries(
    of place: LocationValue, from present: [Value.Entry], to wanted: [Value.Entry]
  ) {
    let values = present.byKey
    for entry in wanted {
      change(place.appending(.key(entry.key)), from: values[entry.key], to: entry.value)
    }
  }

  private mutating func fill(_ place: LocationValue, with object: Value.EmbeddedObject) {
    let schema = state.schema(of: object.className)
    for entry in object.properties {
      change(
        place.appending(.key(entry.key)), from: schema?.property(entry.key)?.emptyCollection,
        to: entry.value)
    }
  }

  private mutating func changeList(
    _ place: LocationValue, from present: [Value], to wanted: [Value]
  ) {
    edit(place, present.count, ListEdits(from: present, to: wanted.visible).edits)
  }

  mutating func edit(_ place: LocationValue, _ size: Int, _ edits: [ListEdit]) {
    var size = size
    for edit in edits {
      switch edit {
      case .insert(at: let index, let value):
        insert(value, at: index, of: place, size)
        size += 1
      case .remove(at: let index, value: _):
        builder.arrayErase(place.appending(index), priorSize: UInt32(size))
        size -= 1
      case .set(at: let index, from: let present, to: let wanted):
        changeElement(index, of: place, size, from: present, to: wanted)
      case .move(from: let index, to: let destination, value: _):
        builder.arrayMove(
          place.appending(index), to: UInt32(destination), priorSize: UInt32(size))
      }
    }
  }

  private mutating func changeElement(
    _ index: Int, of list: LocationValue, _ size: Int, from present: Value, to wanted: Value
  ) {
    let place = list.appending(index)
    switch (wanted, present) {
    case (.embedded, .embedded), (.list, .list), (.dictionary, .dictionary):
      change(place, from: present, to: wanted)
    case (.embedded, _):
      builder.arrayErase(place, priorSize: UInt32(size))
      insert(wanted, at: index, of: list, size - 1)
    case (.list(let elements), _):
      builder.update(place, to: .list, priorSize: UInt32(size))
      changeList(place, from: [], to: elements)
    case (.dictionary(let entries), _):
      builder.update(place, to: .dictionary, priorSize: UInt32(size))
      changeDictionary(place, from: [], to: entries)
    default:
      builder.update(place, to: wanted.settled, priorSize: UInt32(size))
    }
  }

  private mutating func insert(
    _ value: Value, at index: Int, of list: LocationValue, _ size: Int
  ) {
    let place = list.appending(index)
    builder.arrayInsert(place, value.settled, priorSize: UInt32(size))
    switch value {
    case .embedded(let object): fill(place, with: object)
    case .list(let elements): changeList(place, from: [], to: elements)
    case .dictionary(let entries): changeDictionary(place, from: [], to: entries)
    default: break
    }
  }
}

extension LocationValue {
  func appending(_ index: Int) -> LocationValue { appending(.index(UInt32(index))) }
}

extension Value {
  /// The value as an app sees it, for which a link without target is null.
  fileprivate var settled: Value { isDangling ? .null : self }

  var isDangling: Bool { if case .link(let link) = self { !link.isResolved } else { false } }
}

extension [Value] {
  /// The elements that somebody sees: a link without target in a list is none.
  var visible: [Value] { filter { !$0.isDangling } }
}

extension [Value.Entry] {
  /// The values by their keys, of one that is there twice the first.
  package var byKey: [RealmString: Value] {
    Dictionary(map { ($0.key, $0.value) }) { first, _ in first }
  }
}

extension PropertySchema {
  /// What a property of a new object holds if it is a collection of its own; nil if it is not.
  var emptyCollection: Value? {
    switch collection {
    case .single: nil
    case .list: .list([])
    case .set: .set([])
    case .dictionary: .dictionary([])
    }
  }
}
