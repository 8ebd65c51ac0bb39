public import Analyzer
public import TraceFormat

extension ClientsReport: JSONShaped {
  /// The report for programs (`docs/merge.md`, "Several clients").
  public var json: JSONText { JSONText(fact: self) }

  package static var derived: [JSONDerived<Self>] {
    [.init("version", .first) { _ in .integer(version) }]
  }
}

extension ClientsReport.Loss: JSONShaped {
  package static let derived: [JSONDerived<Self>] = [.init("write", .last) { $0.write.json }]
}
