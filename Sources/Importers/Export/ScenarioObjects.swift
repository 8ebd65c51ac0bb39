internal import RealmModel
internal import TraceFormat

/// A state as the members `schema` and `synced` of a scenario, and the Realm that a reader of them has.
struct ScenarioObjects {
  var schema: JSONText
  var objects: JSONText
  var history: ScenarioHistory

  /// - Returns: nil where the two can't say the state, such as one with links to nothing.
  init?(_ state: RealmState) {
    // In the order in which they were made, which is that of their internal keys.
    let classes = state.classes.sorted {
      (state.tableKey(named: $0.name)?.slot ?? 0) < (state.tableKey(named: $1.name)?.slot ?? 0)
    }
    schema = .object(classes.map { JSONText.Member($0.name.jsonName, $0.json) })
    let values = ScenarioValues { state.schema(of: $0) }
    let lists = classes.filter { $0.kind != .embedded }.compactMap { owner -> JSONText.Member? in
      let objects = state.keys(of: owner.name).map { key in
        Self.json(key, of: owner, in: state, values)
      }
      return objects.isEmpty ? nil : JSONText.Member(owner.name.jsonName, .array(objects))
    }
    objects = .object(lists)
    history = ScenarioHistory()
    var clock = ScenarioClock()
    do throws(JSONShapeFailure) {
      try history.begin(
        schema: JSONNode(schema), objects: lists.isEmpty ? nil : JSONNode(objects), clock: &clock)
    } catch {
      return nil
    }
    guard history.realm.transaction.state.isEqual(to: state) else { return nil }
  }

  private static func json(
    _ key: PrimaryKeyValue, of owner: ClassSchema, in state: RealmState, _ values: ScenarioValues
  ) -> JSONText {
    var members: [JSONText.Member] = []
    if case .globalKey = key, case .object(let name) = key.json { members = name }
    if let name = owner.primaryKey { members = [.init(name.jsonName, ScenarioValues.json(key))] }
    let entries = state.object(key, of: owner.name) ?? []
    for property in owner.properties where property.name != owner.primaryKey {
      guard let entry = entries.first(where: { $0.key == property.name }),
        !entry.value.isInitial(of: property)
      else { continue }
      members.append(.init(property.name.jsonName, values.json(entry.value, as: property)))
    }
    return .object(members)
  }
}
