internal import Analyzer

/// How a report in text is drawn. Nothing that it says depends on colour.
public struct TextStyle: Hashable, Sendable {
  /// What a stretch of text is, for a style to tell apart.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    case heading
    /// A loss or a failure.
    case bad
    /// A success, or nothing lost.
    case good
    case faint
  }

  private let codes: [Role: String]

  /// Text as it is.
  public static let plain = TextStyle(codes: [:])
  /// With the colours of a terminal.
  public static let terminal = TextStyle(
    codes: [.heading: "1", .bad: "31", .good: "32", .faint: "2"])

  func paint(_ text: String, _ role: Role?) -> String {
    guard let role, let code = codes[role] else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

/// What a report in text shows, and how.
public struct ReportTextOptions: Hashable, Sendable {
  /// Every write on its own, with its version, time, rule and reason; and every object.
  public var isVerbose: Bool
  /// How headings, harm and what matters less are told apart.
  public var style: TextStyle
  /// How wide a page is, in columns of a terminal; ``columnsMin`` at least. Values have the room that is left
  /// to them on a line.
  public let columns: Int

  /// What is shown: without arguments the findings alone, without colours.
  public init(
    isVerbose: Bool = false, style: TextStyle = .plain, columns: Int = standardColumns
  ) {
    self.isVerbose = isVerbose
    self.style = style
    self.columns = max(columns, Self.columnsMin)
  }

  /// The columns of an ordinary terminal.
  public static let standardColumns = 80
  /// Tables of numbers side by side need so many.
  public static let columnsMin = 60
}

extension Fate {
  var role: TextStyle.Role {
    switch self {
    case .lost, .stranded, .conflicted, .unknown: .bad
    case .recovered: .good
    case .pending, .superseded, .redundant: .faint
    }
  }
}
