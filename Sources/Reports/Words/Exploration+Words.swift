internal import Analyzer
public import Campaigns
internal import FaultPlans
internal import TraceFormat

enum ExplorationHeading {
  static let matrix = "The worst that each fault does in each mode"
  static let problems = "What went wrong, each kind once, the most frequent first"
  static let smallest = "The smallest traces that show it"
  static let examples = "What shows each cell"

  static func title(of trace: String) -> String { "What can go wrong with \(Phrase.source(trace))" }
}

extension Exploration {
  /// How much was tried, in sentences.
  var extent: [String] {
    var sentences = [
      isSample
        ? "\(replayCount) of \(possibleCount.counted("possible replay")), chosen at random "
          + "with seed \(options.seed)."
        : "\(replayCount.counted("replay")): each fault at each point in each mode."
    ]
    if inapplicableCount > 0 {
      let cases = inapplicableCount.counted("case is", "cases are")
      sentences.append("\(cases) left out: the fault cannot happen at that point of the session.")
    }
    if notKnownCount > 0 {
      let cases = notKnownCount.counted("case has", "cases have")
      sentences.append("\(cases) no answer: the trace does not show enough at that point.")
    }
    if beforeSchemaCount > 0 {
      let cases = beforeSchemaCount.counted("case is", "cases are")
      sentences.append("\(cases) before your app has a schema; left out where a fault has others.")
    }
    if isWireOnly {
      sentences.append("What the device never uploaded is not known, and no cell counts it.")
    }
    return sentences
  }

  var legend: String {
    """
    Writes by their worst fate; in file: only in the device's file or its backup\(harmless); +n: places overwritten \
    or done twice, and synced values that are gone; !: the reset failed\(early); -: the fault cannot happen\(unknown).
    """
  }

  private var harmless: String {
    explained("replaced: by a later write") { $0.harm.worstFate == .superseded }
      + explained("on server: there already") { $0.harm.worstFate == .redundant }
  }

  private var early: String {
    explained("~: only before your app has a schema", where: \.isBeforeSchema)
  }

  private func explained(_ text: String, where isShown: (Cell) -> Bool) -> String {
    rows.contains { $0.cells.contains { $0.map(isShown) == true } } ? "; \(text)" : ""
  }

  private var unknown: String {
    rows.contains { $0.notKnownCount > 0 && $0.cells.contains(nil) } ? "; ?: not known" : ""
  }

  /// The clusters as they are listed; of as frequent and harmful ones by their words.
  var listed: [Cluster] {
    clusters.sorted { a, b in
      let (left, right) = (a.rank, b.rank)
      return left == right ? a.problem.text < b.problem.text : left.lexicographicallyPrecedes(right)
    }
  }
}

extension Exploration.Row {
  /// What stands where no case has an answer.
  var noWord: String { notKnownCount > 0 ? "?" : "-" }
}

extension Exploration.Cell {
  /// The worst of a cell in a few characters: `3 lost+1!`.
  var word: String {
    let isFailure = harm.result == .failed || harm.result == .crash
    let mark = (isFailure ? "!" : "") + (isBeforeSchema ? "~" : "")
    guard let fate = harm.worstFate else { return "none\(mark)" }
    let others = harm.otherHarm > 0 ? "+\(harm.otherHarm)" : ""
    return "\(harm.count(of: fate)) \(fate.shortName)\(others)\(mark)"
  }
}

extension Exploration.Cluster {
  /// How often it came up: `4 replays, up to 31 writes`; where a reset failed, that were at stake.
  var extent: String {
    let replays = replayCount.counted("replay")
    let writes = writeCountMax.counted(problem.harm?.noun ?? "write")
    return "\(replays), up to \(writes)\(problem.result == nil ? "" : " at stake")"
  }
}

extension Exploration.Problem {
  /// What goes wrong, in plain words, without what is particular to one replay.
  public var text: String {
    if let harm { return harm.meaning }
    if let result { return ResetProblem.reset(result, failure, message) }
    return fate.map { ResetProblem.writes($0, cause, rule) } ?? ""
  }
}

extension TraceMinimizer.Wanted {
  package var text: String {
    switch self {
    case .condition(let condition): condition.text
    case .problem(let problem): problem.text
    case .fact(let text, _): text
    }
  }
}

extension ShrunkTrace {
  /// Such as `3 instructions, 1 fault`.
  public var extent: String {
    let faults = result.smallest.plan.faults.count
    return result.instructionCount.counted("instruction")
      + (faults == 0 ? "" : ", \(faults.counted("fault"))")
  }
}

extension Fate {
  fileprivate var shortName: String {
    switch self {
    case .conflicted: "in conflict"
    case .recovered: "kept"
    case .redundant: "on server"
    case .stranded: "in file"
    case .superseded: "replaced"
    default: rawValue
    }
  }
}
