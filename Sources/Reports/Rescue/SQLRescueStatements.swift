internal import Analyzer
internal import Campaigns
internal import TraceFormat

/// The statements of acts: each gives a line of JSON with its number, whether the row has the new values and the old
/// ones, and the texts of its watched columns.
struct SQLRescueStatements {
  let quoting: SQLQuoting
  var isSQLite: Bool { quoting.dialect == .sqlite }

  /// What SQLite says of a database that another process holds.
  static let locked = "database is locked"

  /// Begins a transaction that writes, or is refused before any change is.
  var begin: String { isSQLite ? "BEGIN IMMEDIATE;" : "BEGIN;" }

  /// Lists tables with the columns that can be written, and for SQLite whether the column gives a row without a key a
  /// number.
  var listing: String {
    isSQLite
      ? "SELECT json_array(m.name, c.name, c.pk = 1 AND upper(c.type) = 'INTEGER') "
        + "FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type IN ('table', 'view');"
      : "SELECT json_build_array(table_name, column_name)::text FROM information_schema.columns "
        + "WHERE table_schema = current_schema() AND is_generated = 'NEVER';"
  }

  func look(at act: RescueAct, number: Int) -> String {
    "SELECT \(answer(act, number)) FROM \(act.row.table) WHERE \(match(act));"
  }

  /// Makes a change where the row is what it has to be.
  func change(_ act: RescueAct, number: Int) throws(ExportLimit) -> String {
    let (table, returning) = (act.row.table, "RETURNING \(answer(act, number));")
    guard let from = act.from else {
      // What is gone gives no line, and is looked at.
      if act.goal == .noRow { return "SELECT 1 WHERE 1 = 0;" }
      let values =
        [(act.row.keyColumn, act.row.key)]
        + (try assignments(act).filter { $0.column != act.row.keyColumn })
      // A row that comes back has the number that it had.
      let overriding = isSQLite ? "" : "OVERRIDING SYSTEM VALUE "
      return "INSERT INTO \(table) (\(values.map(\.0).joined(separator: ", "))) \(overriding)"
        + "SELECT \(values.map(\.1).joined(separator: ", ")) "
        + "WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE \(match(act))) \(returning)"
    }
    // A key that several rows have names none of them.
    var conditions = [
      match(act), "(SELECT count(*) FROM \(table) WHERE \(match(act))) = 1",
    ]
    for (column, text) in zip(act.row.watched, from) {
      let literal = try text.map { text throws(ExportLimit) in try quoting.text(text) }
      conditions.append(same(self.text(of: column, act), literal ?? "NULL"))
    }
    let condition = conditions.joined(separator: " AND ")
    if act.goal == .noRow { return "DELETE FROM \(table) WHERE \(condition) \(returning)" }
    let sets = try assignments(act).map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
    return "UPDATE \(table) SET \(sets) WHERE \(condition) \(returning)"
  }

  private func assignments(
    _ act: RescueAct
  ) throws(ExportLimit) -> [(column: String, value: String)] {
    guard case .texts(let texts) = act.goal else {
      return act.fields.map { ($0.column, $0.newLiteral ?? "NULL") }
    }
    return try zip(act.row.watched, texts).map { column, text throws(ExportLimit) in
      (column, try text.map(literal) ?? "NULL")
    }
  }

  /// A text of a column as a literal that gives the column what it had: SQLite's texts are literals already, and what
  /// is none becomes no part of a statement.
  private func literal(_ text: String) throws(ExportLimit) -> String {
    guard isSQLite else { return try quoting.text(text) }
    guard !["Inf", "-Inf"].contains(text) else { return "\(text.dropLast(3))9e999" }
    guard text.isSQLiteLiteral else { throw .value }
    return text
  }

  /// Whether a row is that of the object, in the way that finds an index.
  private func match(_ act: RescueAct) -> String {
    let column = reference(act.row.keyColumn, act)
    return act.row.key == "NULL" ? "\(column) IS NULL" : "\(column) = \(act.row.key)"
  }

  private func reference(_ column: String, _ act: RescueAct) -> String {
    "\(act.row.name).\(column)"
  }

  /// Whether two values are the same, null included.
  private func same(_ one: String, _ other: String) -> String {
    "\(one) \(isSQLite ? "IS" : "IS NOT DISTINCT FROM") \(other)"
  }

  private func text(of column: String, _ act: RescueAct) -> String {
    let column = reference(column, act)
    guard isSQLite else { return "\(column)::text" }
    // `quote` ends a text at its first NUL.
    return "CASE WHEN typeof(\(column)) = 'text' AND instr(\(column), char(0)) "
      + "THEN 'CAST(X''' || hex(\(column)) || ''' AS TEXT)' ELSE quote(\(column)) END"
  }

  private func answer(_ act: RescueAct, _ number: Int) -> String {
    let isNew = all(act.fields.map(\.newLiteral), act) ?? "false"
    let isOld = act.fields.isEmpty ? nil : all(act.fields.map(\.oldLiteral), act)
    let texts = act.row.watched.map { text(of: $0, act) }
    guard isSQLite else {
      return "json_build_array(\(number), \(isNew), \(isOld ?? "NULL"), "
        + "to_json(ARRAY[\(texts.joined(separator: ", "))]::text[]))::text"
    }
    let array = texts.map { "json_quote(\($0)) || " }.joined(separator: "',' || ")
    return
      "'[\(number),' || (\(isNew)) || ',' || \(isOld.map { "(\($0))" } ?? "'null'") || ',[' || "
      + array + "']]'"
  }

  private static let nul = "\\u0000"

  /// What is in JSON, in one order and one spelling; SQLite's `json` keeps both, and is for what has a NUL, at which
  /// SQLite ends a text. The members of a set have no places.
  private func content(of json: String, isSet: Bool, _ hasNUL: Bool) -> String {
    guard !hasNUL else { return "json(\(json))" }
    let parts =
      isSet
      ? "typeof(key) AS place, type, value AS atom FROM json_each(\(json)) ORDER BY type, atom"
      : "fullkey AS place, type, atom FROM json_tree(\(json)) ORDER BY place"
    return "(SELECT json_group_array(json_array(place, type, "
      + "CASE type WHEN 'text' THEN hex(atom) ELSE quote(atom) END)) FROM (SELECT \(parts)))"
  }

  /// Whether all fields have literals; nil where one literal is not known.
  private func all(_ literals: [String?], _ act: RescueAct) -> String? {
    var conditions: [String] = []
    for (field, literal) in zip(act.fields, literals) {
      guard let literal else { return nil }
      let column = reference(field.column, act)
      let isSet = if case .set? = field.new ?? field.old { true } else { false }
      if !field.isDocument || literal == "NULL" {
        conditions.append(same(column, literal))
      } else if isSQLite {
        let hasNUL = literal.containsBytes(of: Self.nul)
        let isReadable =
          "json_valid(\(column))" + (hasNUL ? "" : " AND NOT instr(\(column), '\(Self.nul)')")
        let value =
          "CASE WHEN \(isReadable) THEN \(content(of: column, isSet: isSet, hasNUL)) "
          + "ELSE \(column) END"
        conditions.append(same(value, content(of: literal, isSet: isSet, hasNUL)))
      } else if isSet {
        let json = "\(column)::jsonb"
        conditions.append("COALESCE(\(json) @> \(literal) AND \(json) <@ \(literal), false)")
      } else {
        conditions.append(same("\(column)::jsonb", literal))
      }
    }
    return conditions.isEmpty ? "true" : conditions.joined(separator: " AND ")
  }
}

extension String {
  /// Whether a text is one literal of SQLite's and nothing more: NULL, a number, a text or a blob.
  var isSQLiteLiteral: Bool {
    let parts = utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    guard parts.count > 1 else {
      return self == "NULL"
        || Double(self) != nil && utf8.allSatisfy("0123456789.e+-".utf8.contains)
    }
    // What is outside of quotation marks: inside of a text one is doubled, inside of a blob is none.
    let outside = stride(from: 0, to: parts.count, by: 2).map { String(Substring(parts[$0])) }
    let isWhole = parts.count % 2 == 1 && outside.dropFirst().dropLast().allSatisfy(\.isEmpty)
    let isBlob = parts.count == 3 && parts[1].allSatisfy("0123456789ABCDEF".utf8.contains)
    let ends = [outside[0], outside[outside.count - 1]]
    return isWhole
      && (ends == ["", ""] || isBlob && [["X", ""], ["CAST(X", " AS TEXT)"]].contains(ends))
  }

  /// The text of a literal of SQLite's without its quotation marks, and any other as it is; nil for NULL.
  var sqliteValue: String? {
    let parts = utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    guard parts[0].isEmpty, parts.count > 1 else { return self == "NULL" ? nil : self }
    return stride(from: 1, to: parts.count, by: 2).map { String(Substring(parts[$0])) }
      .joined(separator: "'")
  }
}
