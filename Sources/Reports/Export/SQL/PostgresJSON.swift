internal import Analyzer
internal import TraceFormat

/// Changes inside of a `jsonb`. Every expression gives the column as it is where the place is not there.
struct PostgresJSON {
  let quoting: SQLQuoting

  func changed(
    _ column: String, _ path: [PathStep], _ edit: SQLEdit
  ) throws(ExportLimit) -> String {
    let place = try array(path)
    let current = path.isEmpty ? column : "\(column) #> \(place)"
    func put(_ value: String) -> String {
      path.isEmpty ? value : "jsonb_set(\(column), \(place), \(value), true)"
    }
    func when(_ condition: String, _ value: String) -> String {
      "CASE WHEN \(condition) THEN \(value) ELSE \(column) END"
    }
    switch edit {
    case .put(let value, let isElement):
      return isElement ? "jsonb_set(\(column), \(place), \(value), false)" : put(value)
    case .putIfNull(let value):
      return when("COALESCE(jsonb_typeof(\(current)), 'null') = 'null'", put(value))
    case .becomeEmpty(let kind):
      return when(
        "COALESCE(jsonb_typeof(\(current)), 'null') <> '\(kind.jsonType)'", put(kind.emptyJSONB))
    case .clear(let kind): return put(kind.emptyJSONB)
    case .remove: return "\(column) #- \(place)"
    case .add(let number):
      let sum = "to_jsonb((\(current) #>> '{}')::numeric + \(SQLLiterals.integer(number)))"
      return when("jsonb_typeof(\(current)) = 'number'", put(sum))
    case .insert(let value, let index):
      return "jsonb_insert(\(column), \(try array(path + [.index(index)])), \(value))"
    case .move(let from, let to):
      let source = try array(path + [.index(from)])
      let target = try array(path + [.index(to)])
      return when(
        "\(column) #> \(source) IS NOT NULL",
        "jsonb_insert(\(column) #- \(source), \(target), \(column) #> \(source))")
    case .addMember(let member):
      let isMissing =
        "jsonb_typeof(\(current)) = 'array' AND NOT EXISTS (SELECT 1 FROM "
        + "jsonb_array_elements(\(guarded(current))) AS e(v) WHERE e.v = \(member.expression))"
      return when(isMissing, put("(\(current)) || jsonb_build_array(\(member.expression))"))
    case .removeMember(let member):
      let rest =
        "(SELECT COALESCE(jsonb_agg(e.v ORDER BY e.n), '[]'::jsonb) FROM "
        + "jsonb_array_elements(\(guarded(current))) WITH ORDINALITY AS e(v, n) "
        + "WHERE e.v <> \(member.expression))"
      return when("jsonb_typeof(\(current)) = 'array'", put(rest))
    }
  }

  /// The elements are asked for even where there are none to be had.
  private func guarded(_ list: String) -> String {
    "CASE WHEN jsonb_typeof(\(list)) = 'array' THEN \(list) ELSE '[]'::jsonb END"
  }

  private func array(_ path: [PathStep]) throws(ExportLimit) -> String {
    let parts = try path.map { step throws(ExportLimit) in
      switch step {
      case .index(let index): "'\(index)'"
      case .key(let key): try quoting.text(key)
      }
    }
    return "ARRAY[\(parts.joined(separator: ", "))]::text[]"
  }
}

extension CollectionKind {
  var jsonType: String { self == .dictionary ? "object" : "array" }
  var emptyJSON: JSONText { self == .dictionary ? .object([]) : .array([]) }
  fileprivate var emptyJSONB: String { "'\(emptyJSON.text())'::jsonb" }
}
