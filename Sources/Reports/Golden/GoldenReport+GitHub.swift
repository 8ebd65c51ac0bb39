public import Campaigns
internal import TraceFormat

extension GoldenReport {
  /// The findings as workflow commands of GitHub Actions, which shows them next to the files of a pull
  /// request; empty where there are none.
  public var gitHubAnnotations: String {
    verdicts.flatMap { verdict in
      verdict.findings.map { Self.annotation($0, verdict) }
    }.map { $0 + "\n" }.joined()
  }

  private static func annotation(_ finding: GoldenFinding, _ verdict: GoldenResult) -> String {
    let properties = [
      "file=\(property(finding.path))", finding.line.map { "line=\($0)" },
      "title=\(property("Golden \(finding.code.words)\(verdict.planSuffix)"))",
    ]
    let message = escaped(verdict.explanation(of: finding))
    return "::error \(properties.compactMap { $0 }.joined(separator: ","))::\(message)"
  }

  /// The runner undoes these escapes alone, and obeys a `##[` wherever it stands.
  private static func escaped(_ text: String) -> String {
    let inert = text.visible(keeping: { $0 == "\n" }).withoutNumberSigns(#"\u{23}"#)
    return inert.replacing(each: "%", with: "%25").replacing(each: "\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    escaped(text.visible).replacing(each: ":", with: "%3A").replacing(each: ",", with: "%2C")
  }
}

extension GoldenResult {
  func explanation(of finding: GoldenFinding, separator: String = "\n") -> String {
    guard finding.code == .changed, let difference else { return finding.message }
    return difference.changes.map { "\($0.direction.rawValue): \($0.sentence)" }
      .joined(separator: separator)
  }
}
