import RealmModel
import TraceFormat

@testable import Replayer

// Changes of one property, or of what is inside it, whatever it holds now.
extension SessionWriter {
  mutating func change(_ place: LocationValue, _ property: PropertySchema, _ value: Value) {
    switch value {
    case .list(let elements) where property.collection == .list:
      changeList(place, property, elements)
    case .set(let elements): changeSet(place, property, elements)
    case .dictionary(let entries) where property.collection == .dictionary:
      changeDictionary(place, property, entries)
    default: changeSingle(place, property, value)
    }
  }

  private mutating func changeSingle(
    _ place: LocationValue, _ property: PropertySchema, _ value: Value
  ) {
    switch value {
    case .embedded(let object) where chance(80): changeEmbedded(place, object)
    case .list(let elements) where chance(80): changeList(place, property.element, elements)
    case .dictionary(let entries) where chance(80):
      changeDictionary(place, property.element, entries)
    case .int where property.type == .int && chance(50):
      let operand = Int64(number(in: -5...5))
      attempt { $0.addInteger(place, operand) }
    default:
      let value = self.value(of: property)
      attempt { $0.update(place, to: value) }
    }
  }

  private mutating func changeEmbedded(_ place: LocationValue, _ object: Value.EmbeddedObject) {
    guard let property = state.schema(of: object.className).flatMap({ pick($0.properties) }),
      let value = object.properties.first(where: { $0.key == property.name })?.value
    else { return }
    change(place.appending(.key(property.name)), property, value)
  }

  private mutating func changeList(
    _ place: LocationValue, _ property: PropertySchema, _ elements: [Value]
  ) {
    let size = UInt32(elements.count)
    guard let index = pick(elements.indices), !chance(45) else {
      return insert(place, property, size)
    }
    let element = place.appending(.index(UInt32(index)))
    switch number(in: 0...99) {
    case ..<30: attempt { $0.arrayErase(element, priorSize: size) }
    case ..<50:
      let destination = UInt32(number(in: 0...elements.count - 1))
      guard destination != index else { return }
      attempt { $0.arrayMove(element, to: destination, priorSize: size) }
    case ..<58: attempt { $0.clear(place, .list) }
    default: changeElement(element, property, elements[index], size)
    }
  }

  private mutating func insert(_ place: LocationValue, _ property: PropertySchema, _ size: UInt32) {
    let element = place.appending(.index(UInt32(number(in: 0...Int(size)))))
    let value = self.value(of: property)
    attempt { $0.arrayInsert(element, value, priorSize: size) }
  }

  private mutating func changeElement(
    _ place: LocationValue, _ property: PropertySchema, _ value: Value, _ size: UInt32
  ) {
    switch value {
    case .embedded, .list, .dictionary: changeSingle(place, property.element, value)
    default:
      let value = self.value(of: property)
      attempt { $0.update(place, to: value, priorSize: size) }
    }
  }

  private mutating func changeSet(
    _ place: LocationValue, _ property: PropertySchema, _ elements: [Value]
  ) {
    if chance(5) { return attempt { $0.clear(place, .set) } }
    guard chance(35), let element = pick(elements) else {
      let value = self.value(of: property)
      return attempt { $0.setInsert(place, value) }
    }
    attempt { $0.setErase(place, element) }
  }

  private mutating func changeDictionary(
    _ place: LocationValue, _ property: PropertySchema, _ entries: [Value.Entry]
  ) {
    if chance(5) { return attempt { $0.clear(place, .dictionary) } }
    guard chance(50), let entry = pick(entries) else {
      let key = RealmString("entry \(number(in: 0...4))")
      let value = self.value(of: property)
      return attempt { $0.update(place.appending(.key(key)), to: value) }
    }
    let inside = place.appending(.key(entry.key))
    if chance(30) { return attempt { $0.update(inside, to: .erased) } }
    changeSingle(inside, property.element, entry.value)
  }
}

extension LocationValue {
  fileprivate func appending(_ step: PathStep) -> LocationValue {
    LocationValue(table, object, field, path + [step])
  }
}

extension PropertySchema {
  /// One element of a collection, seen as a property of its own.
  fileprivate var element: PropertySchema {
    var element = self
    element.collection = .single
    return element
  }
}
