internal import Analyzer
internal import TraceFormat

/// Changes inside of JSON as SQLite's functions make them. Every expression gives the column as it is where
/// the place is not there.
///
/// A path of SQLite has no way to say every key, so a key with a quotation mark or a backslash in it is gone
/// through by the members of its object.
struct SQLiteJSON {
  let quoting: SQLQuoting
  let isMixed: Bool

  /// What a column, given by its expression, holds after a change at a path in it.
  func changed(
    _ column: String, _ path: ArraySlice<PathStep>, _ edit: SQLEdit
  ) throws(ExportLimit) -> String {
    if let hidden = path.firstIndex(where: { !$0.isSayable }) {
      return try changed(column, path, through: hidden, edit)
    }
    let place = try text(of: path)
    switch edit {
    case .put(let value, let isElement):
      return try isElement ? replaced(column, path, by: value) : put(value, at: path, in: column)
    case .putIfNull(let value):
      return when(
        "COALESCE(json_type(\(column), \(place)), 'null') = 'null'",
        try put(value, at: path, in: column), else: column)
    case .becomeEmpty(let kind):
      return when(
        "NOT COALESCE(\(test(column, place, is: kind)), 0)",
        try put(kind.emptySQLite, at: path, in: column), else: column)
    case .clear(let kind): return try put(kind.emptySQLite, at: path, in: column)
    case .remove: return "json_remove(\(column), \(place))"
    case .add(let number):
      let sum = SQLStatements.sum("json_extract(\(column), \(place))", number)
      return when(
        "json_type(\(column), \(place)) = 'integer'", try replaced(column, path, by: sum),
        else: column)
    default:
      let list = path.isEmpty ? column : "json_extract(\(column), \(place))"
      return when(
        test(column, place, is: .list),
        try replaced(column, path, by: rebuilt(list, edit)), else: column)
    }
  }

  /// Goes through an object to a key that a path cannot say. Two such keys, and one above a list that is made anew,
  /// are as many as the parser of SQLite has room for.
  private func changed(
    _ column: String, _ path: ArraySlice<PathStep>, through hidden: Int, _ edit: SQLEdit
  ) throws(ExportLimit) -> String {
    let rest = path[(hidden + 1)...]
    let inside = rest.count(where: { !$0.isSayable })
    guard case .key(let name) = path[hidden], inside == 0 || inside == 1 && !edit.rebuilds
    else { throw .name }
    let (key, outer) = (try quoting.text(name), path[..<hidden])
    let place = try text(of: outer)
    let object = outer.isEmpty ? column : "json_extract(\(column), \(place))"
    // What is inside of the member names it so.
    let e = "e\(path.count)"
    let (element, source) = (Self.element(e), "FROM json_each(\(object)) AS \(e)")
    let member = "(SELECT \(element) \(source) WHERE \(e).key = \(key))"
    var value: String? = nil
    var condition = test(column, place, is: .dictionary)
    switch edit {
    case .remove where rest.isEmpty: break
    case .put(let new, _) where rest.isEmpty: value = new
    case .clear(let kind) where rest.isEmpty: value = kind.emptySQLite
    case .putIfNull(let new) where rest.isEmpty:
      value = new
      condition += " AND COALESCE(json_type(\(member)), 'null') = 'null'"
    case .becomeEmpty(let kind) where rest.isEmpty:
      value = kind.emptySQLite
      condition += " AND NOT COALESCE(\(test(member, "'$'", is: kind)), 0)"
    default:
      let isInside = "\(e).key = \(key) AND \(e).type IN ('object', 'array', 'integer')"
      let new = when(isInside, try changed("\(e).value", rest, edit), else: element)
      let members = "(SELECT json_group_object(\(e).key, json(\(new))) \(source))"
      return when(condition, try replaced(column, outer, by: members), else: column)
    }
    let others = "SELECT \(e).key AS k, \(element) AS v \(source) WHERE \(e).key <> \(key)"
    let members = others + (value.map { " UNION ALL SELECT \(key), \($0)" } ?? "")
    let all = "(SELECT json_group_object(k, json(v)) FROM (\(members)))"
    return when(condition, try replaced(column, outer, by: all), else: column)
  }

  /// An element as text of JSON. Numbers keep all their digits, and a zero its sign, which no number of SQLite has:
  /// but behind a key with a quotation mark, which no path leads to.
  private static func element(_ e: String) -> String {
    "CASE \(e).type WHEN 'text' THEN json_quote(\(e).value) WHEN 'true' THEN 'true' "
      + "WHEN 'false' THEN 'false' WHEN 'null' THEN 'null' WHEN 'real' THEN "
      + "CASE WHEN instr(\(e).key, '\"') THEN printf('%!.17g', \(e).value) "
      + "ELSE \(e).json -> \(e).fullkey END ELSE \(e).value END"
  }

  private func rebuilt(_ list: String, _ edit: SQLEdit) throws(ExportLimit) -> String {
    func all(_ position: String, where condition: String = "", and more: String = "") -> String {
      "(SELECT json_group_array(json(v)) FROM (SELECT \(position) AS k, \(Self.element("e")) AS v "
        + "FROM json_each(\(list)) AS e\(condition)\(more) ORDER BY 1))"
    }
    switch edit {
    case .insert(let value, let index):
      return all("e.key", and: " UNION ALL SELECT \(index) - 0.5, \(value)")
    case .move(let from, let to):
      let target = from < to ? "\(to) + 0.5" : "\(to) - 0.5"
      return all("CASE e.key WHEN \(from) THEN \(target) ELSE e.key END")
    case .addMember(let member):
      let isOther = "NOT EXISTS (SELECT 1 FROM json_each(\(list)) AS e WHERE \(try test(member)))"
      return all(
        "e.key", and: " UNION ALL SELECT 1e18, \(member.expression) WHERE \(isOther)")
    case .removeMember(let member): return all("e.key", where: " WHERE NOT (\(try test(member)))")
    default: throw .value
    }
  }

  /// Whether an element `e` is a member.
  private func test(_ member: SQLMember) throws(ExportLimit) -> String {
    switch member.json {
    case .null: "e.type = 'null'"
    case .bool(let flag): "e.type = '\(flag)'"
    case .number(let digits): "e.type IN ('integer', 'real') AND e.value = \(digits)"
    case .string(let text): "e.type = 'text' AND e.value = \(try quoting.text(text))"
    default: "e.type IN ('array', 'object') AND e.value = \(member.expression)"
    }
  }

  private func when(_ condition: String, _ value: String, else other: String) -> String {
    "CASE WHEN \(condition) THEN \(value) ELSE \(other) END"
  }

  /// Puts a value over what is at a path.
  private func replaced(
    _ column: String, _ path: ArraySlice<PathStep>, by value: String
  ) throws(ExportLimit) -> String {
    path.isEmpty ? value : "json_replace(\(column), \(try text(of: path)), \(value))"
  }

  /// Puts a value at a path, where what is to hold it is there.
  private func put(
    _ value: String, at path: ArraySlice<PathStep>, in column: String
  ) throws(ExportLimit) -> String {
    guard let last = path.last else { return value }
    let holder = try text(of: path.dropLast())
    let function = last.holder == .list ? "json_replace" : "json_set"
    let set = "\(function)(\(column), \(try text(of: path)), \(value))"
    return when(test(column, holder, is: last.holder), set, else: column)
  }

  /// Whether a place has a collection of a kind; null where it has nothing.
  private func test(_ column: String, _ place: String, is kind: CollectionKind) -> String {
    let isOfType = "json_type(\(column), \(place)) = '\(kind.jsonType)'"
    guard isMixed, kind == .dictionary else { return isOfType }
    let marks = PlainJSON.marks.map { "'$\($0)'" }.joined(separator: ", ")
    return isOfType
      + " AND NOT EXISTS (SELECT 1 FROM json_each(\(column), \(place)) AS m WHERE m.key IN (\(marks)))"
  }

  private func text(of path: ArraySlice<PathStep>) throws(ExportLimit) -> String {
    var text = "$"
    for step in path {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += ".\"\(try key.exportedText(allowsNUL: false))\""
      }
    }
    return try quoting.text(text)
  }
}

extension PathStep {
  /// Whether a path of SQLite can say it.
  fileprivate var isSayable: Bool {
    switch self {
    case .index: true
    case .key(let key):
      !key.bytes.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }
  }
}

extension SQLEdit {
  /// Whether it makes a list anew of its elements.
  fileprivate var rebuilds: Bool {
    switch self {
    case .insert, .move, .addMember, .removeMember: true
    default: false
    }
  }
}

extension CollectionKind {
  fileprivate var emptySQLite: String { "json('\(emptyJSON.text())')" }
}
