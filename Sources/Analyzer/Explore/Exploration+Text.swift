internal import Replayer
internal import TraceFormat

extension Exploration {
  private static let nameColumns = 26
  private static let cellColumns = 13
  /// At most so many problems are listed, unless all are asked for.
  private static let listedProblemsMax = 12

  /// The exploration for people.
  ///
  /// - Parameter trace: the path of the trace, for the command lines that show each cell.
  public func text(trace: String, _ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(style: options.style)
    page.heading("What can go wrong with \(Report.foreign(trace, columns: 50, isQuoted: false))")
    writeExtent(to: &page)
    writeMatrix(to: &page)
    writeProblems(to: &page, trace, options)
    return page.text
  }

  private func writeExtent(to page: inout TextPage) {
    let sample =
      isSample
      ? ", a sample of \(possibleCount) with seed \(self.options.seed)" : ", all that there are"
    page.paragraph("\(Phrase.count(replayCount, "replay"))\(sample).")
    if inapplicableCount > 0 {
      page.paragraph(
        "\(Phrase.count(inapplicableCount, "fault")) could not happen where they were tried.")
    }
  }

  private func writeMatrix(to page: inout TextPage) {
    page.heading("The worst that each fault does in each mode")
    row("", options.modes.map(\.columnName), to: &page)
    for row in rows { self.row(row.fault, row.cells.map(Self.text), to: &page) }
    page.gap()
    page.paragraph(
      "Writes by their worst fate; +n: things of the server's that were overwritten; !: the "
        + "reset failed; -: the fault could not happen.")
  }

  private func row(_ name: String, _ cells: [String], to page: inout TextPage) {
    let name = name.shortened(to: Self.nameColumns - 1).padded(to: Self.nameColumns)
    page.line(name + cells.map { $0.padded(to: Self.cellColumns) }.joined())
  }

  private static func text(_ cell: Cell?) -> String {
    guard let cell else { return "-" }
    let mark = cell.harm.result == .failed || cell.harm.result == .crash ? "!" : ""
    guard let fate = cell.harm.worstFate else { return "none\(mark)" }
    let collateral = cell.harm.collateral > 0 ? "+\(cell.harm.collateral)" : ""
    return "\(cell.harm.count(of: fate)) \(fate.shortName)\(collateral)\(mark)"
  }
}

// The problems
extension Exploration {
  private func writeProblems(
    to page: inout TextPage, _ trace: String, _ options: ReportTextOptions
  ) {
    guard !clusters.isEmpty else { return }
    page.heading("What went wrong, each kind once")
    let shown =
      options.isVerbose ? clusters[...] : clusters.prefix(Self.listedProblemsMax)
    for cluster in shown { write(cluster, trace, to: &page) }
    if shown.count < clusters.count {
      page.paragraph("and \(clusters.count - shown.count) more (`--verbose` lists all)")
    }
  }

  private func write(_ cluster: Cluster, _ trace: String, to page: inout TextPage) {
    let replays = Phrase.count(cluster.replayCount, "replay")
    let writes =
      cluster.problem.result == nil
      ? ", up to \(Phrase.count(cluster.writeCountMax, "write"))" : ""
    page.item("\(cluster.problem.text): \(replays)\(writes)")
    page.path(command(cluster.mode, cluster.faultTexts, trace), behind: "", nil, indent: 2)
  }

  /// The command line that shows a replay.
  private func command(_ mode: ResetMode, _ faults: [String], _ trace: String) -> String {
    let faults = faults.map { " --fault \(Self.quoted($0))" }.joined()
    let seed = options.seed == 0 ? "" : " --fault-seed \(options.seed)"
    let engine = options.engine == .realmCore ? "" : " --engine \(options.engine.rawValue)"
    let trace = Self.quoted(trace)
    return "tracetool replay --mode \(mode.optionName)\(faults)\(seed)\(engine) \(trace)"
  }

  /// A word as a shell reads it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'"'"'"#) + "'"
  }
}

extension Fate {
  /// The fate in a cell of a table.
  fileprivate var shortName: String {
    switch self {
    case .conflicted: "conflict"
    case .superseded: "replaced"
    default: rawValue
    }
  }
}
