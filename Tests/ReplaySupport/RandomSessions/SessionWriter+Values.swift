import RealmModel
import TraceFormat

@testable import Replayer

// Random values from a small choice, so that both sides often write the same ones.
//
// Numbers of different types are never equal, nor are strings and data: where Realm holds two
// values equal, a reset keeps the local one of them, and states differ in nothing but its form.
// A test of its own covers that.
extension SessionWriter {
  mutating func value(of property: PropertySchema) -> Value {
    switch property.type {
    case .mixed: mixed(in: property.collection)
    case .link: link(to: property)
    default: chance(15) && canBeNull(property) ? .null : scalar(property.type)
    }
  }

  /// Nulls in sets are left to the vectors: Realm Core's recovery aborts where one is taken out.
  private func canBeNull(_ property: PropertySchema) -> Bool {
    property.isOptional && property.collection != .set
  }

  private mutating func mixed(in collection: CollectionKind) -> Value {
    switch number(in: 0...99) {
    case ..<15 where collection != .set: .list([])
    case ..<30 where collection != .set: .dictionary([])
    case ..<35 where collection != .set: .null
    case ..<55: link(toClass: pick(["Item", "Other", "Fourth"])!) ?? .int(1)
    default: scalar(pick(Self.scalarTypes)!)
    }
  }

  private static let scalarTypes = PropertyType.allCases.filter { $0 != .mixed && $0 != .link }

  private mutating func link(to property: PropertySchema) -> Value {
    guard let target = property.target else { return .null }
    if state.schema(of: target)?.kind == .embedded {
      return chance(90) ? .embedded(.init(className: target, properties: [])) : .null
    }
    if chance(10) { return .null }
    return link(toClass: target) ?? .null
  }

  private mutating func link(toClass name: RealmString) -> Value? {
    pick(state.keys(of: name)).map { .link(name, $0) }
  }

  private mutating func scalar(_ type: PropertyType) -> Value {
    let number = number(in: -4...9)
    return switch type {
    case .int, .link, .mixed: .int(Int64(number))
    case .bool: .bool(number > 0)
    case .string: .string(RealmString("text \(number)"))
    case .data: .binary(RealmString([0xFF, UInt8(truncatingIfNeeded: number)]))
    case .date: .timestamp(Timestamp(seconds: Int64(number), nanoseconds: 0))
    case .float: .float(Float(number) + 0.25)
    case .double: .double(Double(number) + 0.5)
    case .decimal128: .decimal(Self.decimal(hundredths: UInt64(number + 4) * 100 + 75))
    case .objectId: .objectID(ObjectID(high: 1, low: UInt32(number + 4)))
    case .uuid: .uuid(RealmUUID(high: 2, low: UInt64(number + 4)))
    }
  }

  /// Exponent -2, so two digits after the point.
  private static func decimal(hundredths: UInt64) -> Decimal128 {
    Decimal128(high: (6176 - 2) << 49, low: hundredths)
  }
}
