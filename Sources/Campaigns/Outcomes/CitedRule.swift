package import Replayer
internal import TraceFormat

/// The rule by which something came about and, where it is the engine's, the defect.
package struct CitedRule: Hashable, Sendable {
  /// Nil without a ruling.
  package var rule: RuleIdentifier?
  /// The names of the defects without which it would be otherwise; nil where it is none of the engine's.
  package var defects: [String]?

  package init(_ rule: RuleIdentifier?, defects: [String]? = nil) {
    (self.rule, self.defects) = (rule, defects)
  }
}

extension CitedRule {
  private static let defectMark = ", defect "
  private static let noRule = "-"

  /// As a golden cites it: `list-insert`, `list-already-copied, defect R4 RS-70`, or `-` without a ruling.
  package var text: String {
    (rule?.rawValue ?? Self.noRule)
      + (defects.map { Self.defectMark + $0.joined(separator: " ") } ?? "")
  }

  init(parsing text: some StringProtocol) {
    let bytes = Array(text.utf8)[...]
    let mark = bytes.firstIndex(of: Array(Self.defectMark.utf8))
    let name = String(decoding: bytes[..<(mark ?? bytes.endIndex)], as: UTF8.self)
    let defects = mark.map { bytes[($0 + Self.defectMark.utf8.count)...] }
    self.init(
      name == Self.noRule ? nil : RuleIdentifier(rawValue: name),
      defects: defects?.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      })
  }
}
