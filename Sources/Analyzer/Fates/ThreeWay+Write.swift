internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ThreeWayChange {
  /// Who has changed the value or element that a write acts on.
  ///
  /// - Parameter isProperty: whether it is a property of an object, which has an initial value that
  ///   nobody set; elements and entries are there or not.
  init(_ write: JudgedWrite, isProperty: Bool) {
    let thing = write.thing
    let isInitial = isProperty && thing.before == .absent && thing.server?.value?.isInitial == true
    if write.kind == .arrayMove {
      self.init(ofMove: thing)
    } else {
      self.init(
        before: isInitial ? thing.server : thing.before, device: thing.device, server: thing.server)
    }
  }

  /// An element that the device moved: the server has changed it only by removing it. Whether it moved
  /// it too shows in no value.
  private init(ofMove thing: ObservedValues) {
    switch (thing.before, thing.server) {
    case (nil, _), (_, nil): self = .unknown
    case (.value?, .absent?): self = .both
    default: self = .deviceOnly
    }
  }

  /// An object is changed with any of its properties.
  init(ofObject write: JudgedWrite, in outcome: Outcome) {
    guard let key = write.address.object, let base = outcome.situation.base else {
      self = .unknown
      return
    }
    let className = write.address.className
    let isThere = write.observed.device == .present
    switch (base.contains(key, of: className), outcome.situation.fresh.contains(key, of: className))
    {
    case (false, false): self = isThere ? .deviceOnly : .neither
    case (true, false): self = isThere ? .both : .sameChange
    case (false, true): self = isThere ? .both : .serverOnly
    case (true, true):
      let isChanged = outcome.situation.fresh.hasChanged(key, of: className, since: base)
      self = isChanged ? .both : .deviceOnly
    }
  }
}

extension RealmState {
  /// Whether any property of an object that both states have differs. Its primary key is the same under any name.
  fileprivate func hasChanged(
    _ key: PrimaryKeyValue, of className: RealmString, since base: RealmState
  ) -> Bool {
    let earlier = base.object(key, of: className) ?? []
    let known = Dictionary(uniqueKeysWithValues: earlier.map { ($0.key, $0.value) })
    let primaryKey = schema(of: className)?.primaryKey
    return (object(key, of: className) ?? []).contains { property in
      guard let before = known[property.key] else {
        return property.key != primaryKey && !property.value.isInitial
      }
      return !before.looksLike(property.value)
    }
  }
}

extension Value {
  /// Whether it is what a new object has before anybody sets it.
  fileprivate var isInitial: Bool {
    switch self {
    case .null, .int(0), .bool(false), .float(bitPattern: 0), .double(bitPattern: 0): true
    case .string(let text): text.isEmpty
    case .binary(let bytes): bytes.isEmpty
    case .list(let elements), .set(let elements): elements.isEmpty
    case .dictionary(let entries): entries.isEmpty
    case .timestamp(let time): time == Timestamp(seconds: 0, nanoseconds: 0)
    case .decimal(let number): number.text == "0"
    case .objectID(let value): value.text.allSatisfy { $0 == "0" }
    case .uuid(let value): value.text.allSatisfy { $0 == "0" || $0 == "-" }
    case .link(let link): !link.isResolved
    default: false
    }
  }
}
