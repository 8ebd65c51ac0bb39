/// A part of a document under a heading of the third level.
public struct DocumentSection: Sendable {
  public var heading: String
  public var text: String

  /// The parts of a document, in order.
  ///
  /// - Throws: ``MissingInput`` where there are none.
  public static func all(in path: String) throws -> [DocumentSection] {
    let document = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
    let parts = try document.split(separator: "\n### ").dropFirst().map(Substring.init)
      .atLeast(1, "sections of \(path)")
    return parts.map { part in
      let lines = part.split(separator: "\n## ")[0].split(separator: "\n", maxSplits: 1)
      return DocumentSection(
        heading: String(lines[0]), text: lines.count > 1 ? String(lines[1]) : "")
    }
  }

  /// The scenarios by which the part says that it is shown.
  public var scenarios: [String] {
    let parts = text.split(separator: "\n*Shown by:* ")
    guard parts.count > 1 else { return [] }
    return parts[1].split(separator: "\n")[0].split(separator: ", ").map {
      String($0.drop { $0 == "`" }.prefix { $0 != "`" })
    }
  }
}
