internal import Analyzer
public import Campaigns
internal import FaultPlans
internal import Replayer
public import TraceFormat

extension Exploration {
  private static let listedProblemsMax = 12

  /// The exploration for people.
  ///
  /// - Parameters:
  ///   - trace: the path of the trace, for the command lines that show each cell.
  ///   - shrunk: the smallest traces that were made of it.
  ///   - options: how the text is laid out.
  public func text(
    trace: String, _ shrunk: [Shrunk] = [], _ options: ReportTextOptions = ReportTextOptions()
  ) -> String {
    document(trace: trace, shrunk, options).text(options)
  }

  /// The exploration as one HTML page (`docs/explore.md`, "What is shown").
  ///
  /// - Parameters:
  ///   - trace: the path of the trace, for the command lines that show each cell.
  ///   - shrunk: the smallest traces that were made of it.
  public func html(trace: String, _ shrunk: [Shrunk] = []) -> String {
    document(trace: trace, shrunk, ReportTextOptions(isVerbose: true))
      .html(source: PageWords.source("explore"))
  }

  private func document(
    trace: String, _ shrunk: [Shrunk], _ options: ReportTextOptions
  ) -> Document {
    var page = Document(title: ExplorationHeading.title(of: trace.escaped(columns: 50)))
    page.heading(page.title, level: 1)
    for sentence in extent { page.paragraph(sentence) }
    writeMatrix(to: &page)
    writeProblems(to: &page, trace, options)
    write(shrunk, to: &page)
    if options.isVerbose { writeCells(to: &page, trace) }
    return page
  }

  private func writeMatrix(to page: inout Document) {
    page.heading(ExplorationHeading.matrix)
    var table = Document.Table(
      columns: [""] + options.modes.map(\.optionName), noun: "fault")
    table.rows = rows.map { row in
      [.init("`\(row.fault)`")]
        + row.cells.map { .init($0?.word ?? row.noWord, $0?.harm.worstFate.map(\.role)) }
    }
    page.table(table)
    page.gap()
    page.paragraph(legend)
  }

  private func writeProblems(
    to page: inout Document, _ trace: String, _ options: ReportTextOptions
  ) {
    guard !clusters.isEmpty else { return }
    page.heading(ExplorationHeading.problems)
    let shown =
      options.isVerbose ? listed[...] : listed.prefix(Self.listedProblemsMax)
    for cluster in shown { write(cluster, trace, to: &page) }
    page.rest(clusters.count - shown.count)
  }

  private func write(_ cluster: Cluster, _ trace: String, to page: inout Document) {
    page.item("\(cluster.problem.text): \(cluster.extent)")
    page.copied(command(cluster.mode, cluster.faultTexts, trace))
  }

  private func write(_ shrunk: [Shrunk], to page: inout Document) {
    guard !shrunk.isEmpty else { return }
    page.heading(ExplorationHeading.smallest)
    for shrunk in shrunk {
      page.item("\(shrunk.problem.text): \(shrunk.trace.extent)")
      page.copied(shrunk.command)
    }
  }

  private func writeCells(to page: inout Document, _ trace: String) {
    page.heading(ExplorationHeading.examples)
    for row in rows {
      for (mode, cell) in zip(options.modes, row.cells) {
        guard let cell else { continue }
        page.item("\(row.fault), \(mode.optionName): \(cell.word)")
        page.copied(command(mode, cell.faultTexts, trace))
      }
    }
  }

  func command(_ mode: ResetMode, _ faults: [String], _ trace: String) -> String {
    ReplayCommandLine.text(
      trace: trace, mode: mode, engine: options.engine, faults: faults, seed: options.seed)
  }

  /// The exploration for programs (`docs/explore.md`, "JSON").
  ///
  /// - Parameters:
  ///   - trace: The path of the trace, for the command lines that show each cell.
  ///   - shrunk: the smallest traces that were made of it; nothing is said without any.
  public func json(trace: String, _ shrunk: [Shrunk] = []) -> JSONText {
    JSONText(facts: [
      "version": 1, "engine": options.engine.rawValue, "seed": options.seed, "replays": replayCount,
      "possibleReplays": possibleCount, "inapplicableCases": inapplicableCount,
      "notKnownCases": notKnownCount, "beforeSchemaCases": beforeSchemaCount,
      "wireOnly?": isWireOnly, "modes": options.modes.map(\.rawValue),
      "matrix": rows.map { json($0, trace) }, "problems": listed.map { json($0, trace) },
      "minimized?": shrunk.map(Self.json),
    ])
  }

  private static func json(_ shrunk: Shrunk) -> JSONText {
    JSONText(facts: [
      "problem": shrunk.problem, "mode": shrunk.trace.question.mode.rawValue, "trace": shrunk.path,
      "instructions": shrunk.trace.result.instructionCount,
      "faults": shrunk.trace.result.smallest.plan.faults.map(\.text),
      "complete": !shrunk.trace.result.isCutShort, "command": shrunk.command,
    ])
  }

  private func json(_ row: Row, _ trace: String) -> JSONText {
    let cells = zip(options.modes, row.cells).compactMap { mode, cell in
      cell.map { json($0, mode, trace) }
    }
    return .members([
      "fault": .string(row.fault), "cells": .array(cells),
      "notKnown": row.notKnownCount > 0 ? .integer(row.notKnownCount) : nil,
    ])
  }

  private func json(_ cell: Cell, _ mode: ResetMode, _ trace: String) -> JSONText {
    JSONText(facts: [
      "mode": mode.rawValue, "result": cell.harm.result.rawValue,
      "failure?": cell.harm.failure?.rawValue, "worstFate?": cell.harm.worstFate?.rawValue,
      "fates": JSONText.object(
        Fate.allCases.map { JSONText.Member($0.rawValue, .integer(cell.harm.count(of: $0))) }),
      "overwritten": cell.harm.overwritten, "doubled": cell.harm.doubled,
      "acknowledgedLost": cell.harm.acknowledgedLost,
      "collateral": cell.harm.overwritten + cell.harm.doubled, "faults": cell.faultTexts,
      "command": command(mode, cell.faultTexts, trace), "replays": cell.replayCount,
      "beforeSchema?": cell.isBeforeSchema,
    ])
  }

  private func json(_ cluster: Cluster, _ trace: String) -> JSONText {
    let facts = JSONText(facts: [
      "text": cluster.problem.text, "replays": cluster.replayCount,
      "writesMax": cluster.writeCountMax, "faultNames": cluster.faults,
      "example": JSONText(facts: [
        "mode": cluster.mode.rawValue, "faults": cluster.faultTexts,
        "command": command(cluster.mode, cluster.faultTexts, trace),
      ]),
    ])
    return .object(JSONText(fact: cluster.problem).members + facts.members)
  }
}
