import Analyzer
import Foundation
import TestSupport
import TraceFormat

@testable import Reports

/// How many changes had each outcome in a mode, and how many places of others' ended how, by the names of JSON.
struct OutcomeNumbers: Hashable {
  var outcomes: [String: Int] = [:]
  /// For people a value that both sides had edited is overwritten like others.
  var others: [String: Int] = [:]

  /// What the forms for people say.
  private static let outcomeWords = [
    "kept": "kept", "kept and overwrote": "keptAndOverwrote", "merged": "merged",
    "server's kept instead": "serversKept", "lost": "lost",
    "in the backup file only": "inBackupOnly", "on the device only": "inBackupOnly",
    "already on the server": "alreadyOnServer",
    "not synced yet": "pending", "not known": "notKnown",
  ]
  private static let otherWords = [
    "value overwritten": "overwritten", "values overwritten": "overwritten",
    "object deleted": "deleted", "objects deleted": "deleted", "place deleted": "deleted",
    "places deleted": "deleted", "done twice": "doneTwice",
    "synced value gone": "goneWithRestore", "synced values gone": "goneWithRestore",
    "synced value gone or changed": "goneWithRestore",
    "synced values gone or changed": "goneWithRestore",
    "synced deletion undone": "deletionUndone", "synced deletions undone": "deletionUndone",
  ]

  /// The numbers of a report in JSON, but for the sum.
  init(json report: JSONText) {
    outcomes = Self.counts(report.member("outcomes"))
    outcomes["changes"] = nil
    others = Self.counts(report.member("whatOthersWrote"))
    if let edited = others.removeValue(forKey: "editedOnBothSides") {
      others["overwritten", default: 0] += edited
    }
  }

  private static func counts(_ json: JSONText?) -> [String: Int] {
    guard case .object(let members)? = json else { return [:] }
    return Dictionary(uniqueKeysWithValues: members.map { ($0.name, Int($0.value.text()) ?? -1) })
  }

  /// Taken out of texts such as `28 kept, 1 merged` and `1 value overwritten, 2 done twice`.
  init(outcomes: String, others: String) {
    self.outcomes = Self.counts(
      outcomes, Self.outcomeWords, none: ["nothing to keep", "not known"])
    self.others = Self.counts(others, Self.otherWords, none: ["untouched", "not known", ""])
  }

  /// Taken out of a line such as `28 kept; what others wrote: 1 value overwritten; defects of …`.
  init(summary: String) {
    let parts = summary.components(separatedBy: "; ")
    let others = parts.first { $0.hasPrefix("what others wrote: ") }
    let isOutcomes = parts[0].first?.isNumber ?? false
    self.init(
      outcomes: isOutcomes ? parts[0] : "nothing to keep",
      others: others.map { String($0.dropFirst("what others wrote: ".count)) } ?? "")
  }

  private static func counts(_ text: String, _ words: [String: String], none: [String]) -> [String:
    Int]
  {
    guard !none.contains(text) else { return [:] }
    var counts: [String: Int] = [:]
    for part in text.components(separatedBy: ", ") {
      let number = part.prefix { $0 != " " }
      let name = words[String(part.dropFirst(number.count + 1))]
      // What is not understood is a number that no JSON has.
      counts[name ?? part, default: 0] += Int(number) ?? -1
    }
    return counts
  }
}

// What each form says of each mode of one reset, in the order of the modes.
extension OutcomeNumbers {
  /// Out of the table of modes; lines as wide as they are.
  static func text(_ page: String, of modes: [String]) -> [OutcomeNumbers?] {
    let rows = page.split(separator: "\n").map { line in
      line.replacing(#/ +<- your app/#, with: "").components(separatedBy: "  ")
        .map { $0.trimmingPrefix(" ") }.filter { !$0.isEmpty }.map(String.init)
    }
    return modes.map { mode in
      // A long name has a line of its own, above the cells.
      rows.indices.first { rows[$0].first == mode }.map { index in
        let row = rows[index]
        return OutcomeNumbers(cells: row.count > 2 ? row : row + rows[index + 1])
      }
    }
  }

  static func markdown(_ page: String, of modes: [String]) -> [OutcomeNumbers?] {
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.replacing("**", with: "").replacing("\\", with: "")
        .replacing("  <- your app", with: "").replacing("  &lt;- your app", with: "")
        .components(separatedBy: "|").map { $0.trimmingPrefix(" ") }
        .map { String($0.reversed().drop { $0 == " " }.reversed()) }.filter { !$0.isEmpty }
    }
    return modes.map { mode in
      rows.first { $0.count > 2 && $0[0] == mode }.map { OutcomeNumbers(cells: $0) }
    }
  }

  static func html(_ page: ParsedHTML, of modes: [String]) -> [OutcomeNumbers?] {
    let texts = page.texts.drop { $0 != "then" }.map {
      String($0.replacing("  <- your app", with: ""))
    }
    return modes.map { mode in
      texts.firstIndex(of: mode).map { OutcomeNumbers(cells: Array(texts[$0...].prefix(3))) }
    }
  }

  private init(cells: [String]) { self.init(outcomes: cells[1], others: cells[2]) }

  /// Out of the output of each case.
  static func jUnit(_ document: String) -> [OutcomeNumbers?] {
    let cases = ParsedXML.root(of: document)?.children.flatMap { $0.children(named: "testcase") }
    return (cases ?? []).map { found in
      let lines = found.children(named: "system-out").first?.text.split(separator: "\n")
      return lines.flatMap { $0.count > 1 ? OutcomeNumbers(summary: String($0[1])) : nil }
    }
  }

  /// Out of the notification on each mode.
  static func sarif(_ report: SARIFReport, of modes: [String]) -> [OutcomeNumbers?] {
    modes.map { mode in
      report.notes.first { $0.message.contains(", mode \(mode): ") }.flatMap { note in
        note.message.components(separatedBy: ", mode \(mode): ").last.map {
          OutcomeNumbers(summary: $0)
        }
      }
    }
  }
}
