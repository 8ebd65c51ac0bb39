package import Analyzer
package import Campaigns
internal import RealmModel
package import TraceFormat

/// A database that takes statements and answers in lines: SQLite or PostgreSQL.
package final class SQLRescueTarget: RescueTarget {
  private let statements: SQLRescueStatements
  private let ask: ([String]) throws -> [[UInt8]]
  /// The columns of all tables, once they were asked for.
  private var tables: [RealmString: [RealmString: String]]?
  /// The tables that number a row whose key is null.
  private var numbering: Set<RealmString> = []

  /// - Parameter ask: gives statements to the database, each of which ends with a semicolon, and gives back the
  ///   lines that it prints; lines that are not JSON are its errors.
  package init(_ dialect: SQLDialect, asking ask: @escaping ([String]) throws -> [[UInt8]]) {
    statements = SQLRescueStatements(quoting: SQLQuoting(dialect: dialect))
    // What a trigger tells the client is no error; PostgreSQL sends it whatever the setting.
    self.ask = { try ask($0).filter { !$0.starts(with: "INFO:".utf8) } }
  }

  package var isFiles: Bool { false }

  package func folded(_ name: RealmString) -> RealmString {
    statements.isSQLite ? SQLTables.folded(name) : name
  }

  /// - Throws: ``RescueRefusal`` where the database does not list its tables.
  package func columns(of className: RealmString) throws -> [RealmString: String]? {
    if tables == nil {
      tables = [:]
      for line in try ask([statements.listing]) {
        guard let cells = Self.cells(line), cells.count > 1, case .string(let table) = cells[0],
          case .string(let column) = cells[1]
        else { throw RescueRefusal(line: line) }
        if cells.last?.isTrue == true { numbering.insert(folded(RealmString(table))) }
        let property = RealmString(column)
        tables?[folded(RealmString(table)), default: [:]][folded(property)] =
          try? statements.quoting.name(property)
      }
    }
    return tables?[folded(className)]
  }

  package func rows(_ acts: [RescueAct]) throws -> [RescueAnswer] {
    let all = acts.enumerated().map { statements.look(at: $1, number: $0) }
    guard !all.isEmpty else { return [] }
    let found = try answers(in: try ask(all), count: acts.count) ?? alone(all)
    return zip(acts, found).map { act, answer in
      guard case .nothing = answer, act.change?.kind == .create, act.row.key == "NULL",
        numbering.contains(folded(act.row.object.className))
      else { return answer }
      return .refused(RescueWords.numbering)
    }
  }

  package func run(_ acts: [RescueAct]) throws -> [RescueAnswer] {
    let all = try acts.enumerated().map { try statements.change($1, number: $0) }
    guard !all.isEmpty else { return [] }
    // A database that another process has locked refuses none of the changes.
    if let line = try ask([statements.begin]).first {
      throw RescueRefusal(line: line, isOfBeginning: true)
    }
    if let answers = answers(in: try ask(all), count: acts.count), try ask(["COMMIT;"]).isEmpty {
      return answers
    }
    _ = try ask(["ROLLBACK;"])
    return try alone(all)
  }

  /// The answers to statements, each of which is a transaction of its own.
  private func alone(_ statements: [String]) throws -> [RescueAnswer] {
    try statements.enumerated().map { number, statement in
      // Nothing stays of a statement that gives another answer than it should.
      var lines = try ask(["BEGIN;", statement])
      if let answers = answers(in: lines, count: number + 1) {
        lines = try ask(["COMMIT;"])
        if lines.isEmpty { return answers[number] }
      }
      _ = try ask(["ROLLBACK;"])
      let refusal = RescueRefusal(line: lines.first ?? [])
      guard !refusal.isLocked else { throw refusal }
      return .refused(refusal.description)
    }
  }

  /// The answers in lines; nil where the database refused something.
  private func answers(in lines: [[UInt8]], count: Int) -> [RescueAnswer]? {
    var answers = [RescueAnswer](repeating: .nothing, count: count)
    for line in lines {
      guard let cells = Self.cells(line), cells.count == 4, case .number(let digits) = cells[0],
        let number = Int(digits), answers.indices.contains(number),
        case .array(let texts) = cells[3]
      else { return nil }
      if case .row = answers[number] {
        answers[number] = .refused(RescueWords.severalRows)
        continue
      }
      answers[number] = .row(
        texts.map { if case .string(let text) = $0 { text } else { nil } },
        isNew: cells[1].isTrue, isOld: cells[2] == .null ? nil : cells[2].isTrue)
    }
    return answers
  }

  private static func cells(_ line: [UInt8]) -> [JSONText]? {
    guard let json = try? JSONText(parsing: line), case .array(let cells) = json else { return nil }
    return cells
  }
}

extension JSONText {
  /// Whether it is true; SQLite says 1.
  fileprivate var isTrue: Bool { self == .bool(true) || self == .number("1") }
}

/// What a database said instead of an answer.
package struct RescueRefusal: RescueBeginning, CustomStringConvertible {
  var line: [UInt8]
  package var isOfBeginning = false
  /// Whether another process holds the database.
  package var isLocked: Bool { description.containsBytes(of: SQLRescueStatements.locked) }
  /// Its own words, on one line.
  package var description: String { RealmString(line).readableText.visible }
}
