internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the states around a reset show of a place that a merge plan is about.
struct PlanView {
  let place: PlannedPlace
  private let states: Outcome.States
  /// As last synced; nil where the trace doesn't show that state.
  private let before: Sighting?
  let device: Sighting
  let server: Sighting

  init(_ place: PlannedPlace, _ states: Outcome.States) {
    (self.place, self.states) = (place, states)
    before = states.base.map { Sighting($0, at: place.address) }
    device = Sighting(states.local, at: place.address)
    server = Sighting(states.fresh, at: place.address)
  }

  /// The element that the place is about, if it is one of a set.
  var member: Value? { if case .member(let value) = place.kind { value } else { nil } }

  /// Whether the server has what the device has.
  var isSettled: Bool {
    switch place.kind {
    case .value: device.looksLike(server)
    case .member(let value): device.holds(value) == server.holds(value)
    case .sum(let sum): sum == 0
    default: false
    }
  }

  /// Whether a state has what the device has.
  func isCarriedOver(by state: RealmState) -> Bool {
    let after = Sighting(state, at: place.address)
    switch place.kind {
    case .member(let value): return after.holds(value) == device.holds(value)
    case .wholeObject:
      guard let key = place.address.object else { return false }
      return Value.looksAlike(
        states.local.object(key, of: place.address.className) ?? [],
        state.object(key, of: place.address.className) ?? [])
    case .upload: return true
    default: return after.looksLike(device)
    }
  }

  static let lacksLinks =
    "it can't be carried over whole: the server lacks objects that it links to"
}

// What stands against it
extension PlanView {
  /// Why a person has to decide; nil where nothing stands against it.
  var conflict: String? {
    switch place.kind {
    case .newObject, .upload: nil
    case .addedClass: before == .present ? "the server has removed the class" : nil
    case .addedProperty: before == .present ? "the server has removed the property" : nil
    case .removedSchema:
      "removing a class or property breaks other clients, and is not done through sync"
    case .wholeObject where server == .absent:
      before == .absent
        ? "the server does not have the object" : "the server has deleted the object"
    case .wholeObject, .deletedObject: objectConflict
    case .value, .member: valueConflict
    case .sum: valueConflict
    }
  }

  private var objectConflict: String? {
    guard let base = states.base else { return Self.isUnknown }
    guard let key = place.address.object,
      let old = base.object(key, of: place.address.className)
    else { return "the server has an object with this key too" }
    let present = states.fresh.object(key, of: place.address.className) ?? []
    return Value.looksAlike(old, present)
      ? nil : "the server has changed the object since the last sync"
  }

  private var valueConflict: String? {
    guard isObjectOnServer else { return nil }
    guard let before else { return Self.isUnknown }
    if let member {
      return before.holds(member) == server.holds(member)
        ? nil : "the server has changed the same element since the last sync"
    }
    guard !before.looksLike(server) else { return nil }
    let change =
      "since the last sync the server has changed it from \(before.text(columns: 40)) to "
      + server.text(columns: 40)
    return device.looksLike(server) ? change + ", which may be the same change" : change
  }

  private var isObjectOnServer: Bool {
    guard let key = place.address.object else { return true }
    return states.fresh.contains(key, of: place.address.className)
  }

  private static let isUnknown =
    "the trace does not show the last sync, so whether the server has changed it is not known"
}

// Words
extension PlanView {
  private static let valueColumns = 50

  /// What to do.
  var text: String {
    switch place.kind {
    case .addedClass: "add the class"
    case .addedProperty: "add the property"
    case .removedSchema: place.address.property == nil ? "remove the class" : "remove the property"
    case .newObject: "create"
    case .wholeObject where server == .absent: "create with all that the device has"
    case .wholeObject: "set all properties to what the device has"
    case .deletedObject: "delete"
    case .upload: "upload"
    case .sum(let sum): sum < 0 ? "subtract \(sum.magnitude)" : "add \(sum)"
    case .member(let value):
      "\(device.holds(value) ? "add" : "remove") \(value.text(columns: Self.valueColumns))"
    case .value:
      device == .absent ? "remove" : "set to \(device.text(columns: Self.valueColumns))"
    }
  }
}

extension Sighting {
  /// Whether it is a set with an element.
  func holds(_ member: Value) -> Bool {
    guard case .value(.set(let elements)) = self else { return false }
    return elements.contains { $0.looksLike(member) }
  }
}

extension Value {
  /// Whether all properties of the first list are in the second one, with values that look alike.
  fileprivate static func looksAlike(_ a: [Entry], _ b: [Entry]) -> Bool {
    let others = Dictionary(b.map { ($0.key, $0.value) }) { first, _ in first }
    return a.allSatisfy { entry in others[entry.key].map(entry.value.looksLike) ?? false }
  }
}
