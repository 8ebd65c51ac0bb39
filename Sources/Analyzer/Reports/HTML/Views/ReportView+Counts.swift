internal import Replayer
internal import TraceFormat

/// Writes in numbers: by fate, by cause, by class and property.
extension ReportView {
  var totals: HTMLView {
    let counts = report.totals.filter { $0.count > 0 }
    var before = 0
    return [
      "hasWrites": !report.writes.isEmpty,
      "totals": counts.map { fate, count -> HTMLView in
        defer { before += count }
        return [
          "fate": fate.rawValue, "count": count, "meaning": fate.meaning,
          "start": HTMLNumber.percent(before, of: report.writes.count),
          "share": HTMLNumber.percent(count, of: report.writes.count),
        ]
      },
    ]
  }

  var counts: HTMLView {
    let fates = report.totals.filter { $0.count > 0 }.map(\.fate)
    return [
      "classes": groups(report.writes, by: \.address.className.shortName).map { name, writes in
        row(name, writes, fates, filter: [("class", name)]).merging([
          "properties": groups(writes, by: \.propertyName).map { property, writes in
            row(property, writes, fates, filter: [("class", name), ("property", property)])
          }
        ]) { $1 }
      },
      "hasCauses": report.writes.contains { $0.cause != nil },
      "causes": causes,
    ]
  }

  /// Writes by a name, in the order of the names.
  private func groups(_ writes: [WriteVerdict], by name: (WriteVerdict) -> String)
    -> [(String, [WriteVerdict])]
  {
    Dictionary(grouping: writes, by: name).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A name, how many writes it has, and how many of each fate.
  private func row(
    _ name: String, _ writes: [WriteVerdict], _ fates: [Fate], filter: [(String, String)]
  ) -> HTMLView {
    let totals = Dictionary(grouping: writes, by: \.fate).mapValues(\.count)
    return [
      "name": name, "filter": HTMLFilter.text(filter), "writeTotal": writes.count,
      "counts": fates.map { totals[$0].map(String.init) ?? "" },
    ]
  }

  /// In the order of the documentation.
  private var causes: [HTMLView] {
    let totals = Dictionary(grouping: report.writes.compactMap(\.cause)) { $0 }.mapValues(\.count)
    return Cause.allCases.compactMap { cause in
      guard let count = totals[cause] else { return nil }
      return [
        "cause": documents.view(cause.rawValue, in: "report", under: "causes"),
        "filter": HTMLFilter.text([("cause", cause.rawValue)]), "causeMeaning": cause.meaning,
        "count": count,
      ]
    }
  }
}

extension WriteVerdict {
  /// The property, or what stands in the place of its name for writes to the whole object or class.
  var propertyName: String {
    address.property?.shortName ?? (address.object == nil ? "(class)" : "(object)")
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
