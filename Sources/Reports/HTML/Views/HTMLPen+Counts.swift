internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Writes in numbers: by fate, by cause, by class and property.
extension HTMLPen {
  func draw(_ totals: ReportSection.Totals) -> HTMLView {
    var before = 0
    return [
      "hasWrites": true,
      "totals": totals.fates.map { fate, count -> HTMLView in
        defer { before += count }
        return [
          "fate": fate.rawValue, "count": count, "meaning": fate.meaning,
          "start": HTMLNumber.percent(before, of: totals.writeCount),
          "share": HTMLNumber.percent(count, of: totals.writeCount),
        ]
      },
    ]
  }

  func draw(_ numbers: ReportSection.Numbers) -> HTMLView {
    let breakdown = numbers.breakdown
    return [
      "classes": breakdown.classes.map { line in
        let name = line.name.shortName
        return row(name, line.counts, numbers.fates, filter: [("class", name)]).merging([
          "properties": line.properties.map { property in
            row(
              property.title, property.counts, numbers.fates,
              filter: [("class", name), ("property", property.title)])
          }
        ]) { $1 }
      },
      "hasCauses": !breakdown.causes.isEmpty,
      "causes": breakdown.causes.map { line -> HTMLView in
        [
          "cause": documents.view(line.cause.rawValue, in: "report", under: "causes"),
          "filter": HTMLFilter.text([("cause", line.cause.rawValue)]),
          "causeMeaning": line.cause.meaning, "count": line.writes,
        ]
      },
    ]
  }

  func draw(_ groups: [ReportSection.AlikeWrites]) -> HTMLView {
    [
      "groups": groups.map { group -> HTMLView in
        let cause = group.cause.map { [("cause", $0.rawValue)] } ?? []
        return [
          "fate": group.fate.rawValue, "class": group.className, "name": group.property,
          "extent": group.extent, "reason": group.reason ?? "",
          "filter": HTMLFilter.text(
            [
              ("fate", group.fate.rawValue), ("class", group.className),
              ("property", group.property),
            ] + cause),
        ]
      }
    ]
  }

  /// A name, how many writes it has, and how many of each fate.
  private func row(
    _ name: String, _ counts: Breakdown.Counts, _ fates: [Fate], filter: [(String, String)]
  ) -> HTMLView {
    [
      "name": name, "filter": HTMLFilter.text(filter), "writeTotal": counts.writes,
      "counts": fates.map { counts.fates[$0].map(String.init) ?? "" },
    ]
  }
}

/// What the address of the page says to filter the writes by; the script reads it.
enum HTMLFilter {
  static func text(_ parts: [(String, String)]) -> String {
    parts.map { "\($0)=\(escaped($1))" }.joined(separator: "&")
  }

  /// Everything but letters and digits by its bytes, as addresses have it.
  private static func escaped(_ value: String) -> String {
    value.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(Unicode.Scalar(byte))
      default: "%" + Hex.encode([byte])
      }
    }.joined()
  }
}
