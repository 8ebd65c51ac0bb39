internal import Analyzer
internal import TraceFormat

/// Changes inside of a `jsonb`. Every expression gives the column as it is where the place is not there.
struct PostgresJSON {
  let quoting: SQLQuoting
  let isMixed: Bool

  func changed(
    _ column: String, _ path: [PathStep], _ edit: SQLEdit
  ) throws(ExportLimit) -> String {
    let place = try array(path)
    let current = path.isEmpty ? column : "\(column) #> \(place)"
    func when(_ condition: String, _ value: String) -> String {
      "CASE WHEN \(condition) THEN \(value) ELSE \(column) END"
    }
    /// A function of PostgreSQL fails, or makes a key of an index, where the collection is something else by now.
    func held(_ path: [PathStep], _ changed: String) throws(ExportLimit) -> String {
      guard let last = path.last else { return changed }
      return when(try test(column, Array(path.dropLast()), is: last.holder), changed)
    }
    func put(_ value: String, isElement: Bool = false) throws(ExportLimit) -> String {
      guard !path.isEmpty else { return value }
      return try held(path, "jsonb_set(\(column), \(place), \(value), \(!isElement))")
    }
    switch edit {
    case .put(let value, let isElement): return try put(value, isElement: isElement)
    case .putIfNull(let value):
      return when("COALESCE(jsonb_typeof(\(current)), 'null') = 'null'", try put(value))
    case .becomeEmpty(let kind):
      return when(
        "(\(try test(column, path, is: kind))) IS NOT TRUE", try put(kind.emptyJSONB))
    case .clear(let kind): return try put(kind.emptyJSONB)
    case .remove: return try held(path, "\(column) #- \(place)")
    case .add(let number):
      let sum = SQLStatements.sum("(\(current) #>> '{}')::numeric", number)
      return when("jsonb_typeof(\(current)) = 'number'", try put("to_jsonb(\(sum))"))
    case .insert(let value, let index):
      let path = path + [.index(index)]
      return try held(path, "jsonb_insert(\(column), \(try array(path)), \(value))")
    case .move(let from, let to):
      let source = try array(path + [.index(from)])
      let target = try array(path + [.index(to)])
      let moved = "jsonb_insert(\(column) #- \(source), \(target), \(column) #> \(source))"
      return try held(path + [.index(from)], when("\(column) #> \(source) IS NOT NULL", moved))
    case .addMember(let member):
      let isMissing =
        "\(try test(column, path, is: .set)) AND NOT EXISTS (SELECT 1 FROM "
        + "jsonb_array_elements(\(guarded(current))) AS e(v) WHERE e.v = \(member.expression))"
      return when(isMissing, try put("(\(current)) || jsonb_build_array(\(member.expression))"))
    case .removeMember(let member):
      let rest =
        "(SELECT COALESCE(jsonb_agg(e.v ORDER BY e.n), '[]'::jsonb) FROM "
        + "jsonb_array_elements(\(guarded(current))) WITH ORDINALITY AS e(v, n) "
        + "WHERE e.v <> \(member.expression))"
      return when(try test(column, path, is: .set), try put(rest))
    }
  }

  /// Whether a place has a collection of a kind; null where it has nothing.
  private func test(
    _ column: String, _ path: [PathStep], is kind: CollectionKind
  ) throws(ExportLimit) -> String {
    let found = path.isEmpty ? column : "\(column) #> \(try array(path))"
    let isOfType = "jsonb_typeof(\(found)) = '\(kind.jsonType)'"
    guard isMixed, kind == .dictionary else { return isOfType }
    let marks = PlainJSON.marks.joined(separator: "|")
    let isMark = "'$.keyvalue() ? (@.key like_regex \"^[$](\(marks))$\")'"
    return "\(isOfType) AND NOT jsonb_path_exists(\(found), \(isMark), '{}', true)"
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

extension PathStep {
  /// What has to be there for the step.
  var holder: CollectionKind { if case .index = self { .list } else { .dictionary } }
}

extension CollectionKind {
  var jsonType: String { self == .dictionary ? "object" : "array" }
  var emptyJSON: JSONText { self == .dictionary ? .object([]) : .array([]) }
  fileprivate var emptyJSONB: String { "'\(emptyJSON.text())'::jsonb" }
}
