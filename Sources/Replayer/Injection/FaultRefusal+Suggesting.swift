import RealmModel
import TraceFormat

extension FaultRefusal {
  /// The refusal with what a misspelled class or property of a plan most likely means on the server.
  func suggesting(from server: RealmState) -> FaultRefusal {
    let (wrong, owner): (RealmString, RealmString?)
    switch self {
    case .noClass(let name), .schema(.noClass(let name)): (wrong, owner) = (name, nil)
    case .noProperty(let name, let className): (wrong, owner) = (name, className)
    case .schema(.noProperty(let place)): (wrong, owner) = (place.property, place.className)
    default: return self
    }
    let known =
      owner.map { server.schema(of: $0)?.properties.map(\.name) ?? [] }
      ?? server.classes.map(\.name)
    guard let meant = known.compactMap(\.text).nearest(to: wrong.readableText) else { return self }
    return .misspelled(refusal: self, meant: RealmString(meant))
  }
}
