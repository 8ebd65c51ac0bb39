public import Replayer
public import TraceFormat

/// A reviewed outcome: what the resets of a trace came to in one mode (`docs/golden.md`).
public struct Golden: Sendable {
  /// The version of the text form.
  public static let version = 1
  /// The most bytes that a file of this form may have.
  public static let sizeMaxBytes = 1 << 26

  public var mode: ResetMode
  /// The engine that was replayed.
  public var engine: Engine
  /// The name of the fault plan; nil without one.
  public var faults: String?
  public var budget: Budget
  /// In the order in which they were asked for.
  public var resets: [OutcomeSummary]

  public init(
    mode: ResetMode, engine: Engine, faults: String? = nil, budget: Budget = Budget(),
    resets: [OutcomeSummary]
  ) {
    self.mode = mode
    self.engine = engine
    self.faults = faults
    self.budget = budget
    self.resets = resets
  }
}

/// Why a file is no golden: the line, what was expected there, and what was found.
public struct GoldenFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1; nil where the file as a whole is to blame.
  public var line: Int?
  public var text: String

  public init(line: Int?, text: String) {
    self.line = line
    self.text = text
  }

  public var description: String { line.map { "line \($0): \(text)" } ?? text }
}

extension ResetMode {
  /// The mode as `--mode` spells it, and as it stands in the names of golden files.
  package var optionName: String {
    switch self {
    case .manual: "manual"
    case .discardLocal: "discard"
    case .recover: "recover"
    case .recoverOrDiscard: "recover-or-discard"
    }
  }

  /// The mode of a name on the command line.
  package init?(optionName: some StringProtocol) {
    guard let mode = Self.allCases.first(where: { $0.optionName == optionName }) else { return nil }
    self = mode
  }

  /// The modes in the order in which they are shown.
  package static let inOrder: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]
}
