import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import TraceFormat

/// What the replay makes of a scenario in each mode, with each engine, as text for readers.
enum GoldenOutcome {
  /// One block for each different outcome, headed by the modes that end in it; with the engine,
  /// where engines differ.
  static func text(of scenario: String) throws -> String {
    let events = try Scenario(
      parsing: ProjectFiles.bytes("traces/scenarios/\(scenario).json")
    ).events
    var blocks: [(titles: [String], body: String)] = []
    func add(_ title: String, _ body: String) {
      if let index = blocks.firstIndex(where: { $0.body == body }) {
        blocks[index].titles.append(title)
      } else {
        blocks.append(([title], body))
      }
    }
    for mode in ResetMode.allCases {
      let bodies = try Engine.allCases.map {
        (engine: $0, body: try body(of: events, mode: mode, quirks: $0.quirks))
      }
      if Set(bodies.map(\.body)).count == 1 {
        add(mode.rawValue, bodies[0].body)
      } else {
        for (engine, body) in bodies { add("\(mode.rawValue) with \(engine.rawValue)", body) }
      }
    }
    return blocks.map { $0.titles.joined(separator: ", ") + "\n" + $0.body }
      .joined(separator: "\n")
  }

  private static func body(of events: [Event], mode: ResetMode, quirks: Quirks) throws -> String {
    guard events.askForReset else { return "  no reset\n" }
    let outcomes = try Replay.run(events: events, mode: mode, quirks: quirks)
    return outcomes.map { lines(of: $0).map { "  \($0)\n" }.joined() }.joined()
  }

  private static func lines(of outcome: Outcome) -> [String] {
    let uploaded = outcome.result.reupload.count { !$0.instructions.isEmpty }
    return outcome.attempts.map(text)
      + ["pending reset: \(text(outcome.result.pendingReset))"]
      + (outcome.ending == .recovered
        ? ["re-uploads: \(uploaded) of \(outcome.situation.unsynced.count) changesets"] : [])
      + titled("rulings:", rulings(of: outcome)) + titled("values:", values(of: outcome))
  }

  private static func titled(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines.map { "  \($0)" }
  }

  private static func text(_ attempt: ResetAttempt) -> String {
    let what = attempt.actualMode.map { " as \($0.rawValue)" } ?? ""
    let failure = attempt.failure.map {
      ": \($0.failureClass.map { "\($0.rawValue), " } ?? "")\($0.message)"
    }
    return "attempt\(what): \(attempt.ending.rawValue)\(failure ?? "")"
  }

  private static func text(_ pending: PendingReset?) -> String {
    pending.map { "\($0.mode.rawValue) for \($0.action.rawValue)" } ?? "none"
  }

  private static func rulings(of outcome: Outcome) -> [String] {
    outcome.result.rulings.map { ruling in
      let unsynced = outcome.situation.unsynced[ruling.changesetIndex]
      let instruction = unsynced.changeset.instructions[ruling.instructionIndex]
      return "\(unsynced.clientVersion): \(unsynced.changeset.text(of: instruction)): "
        + "\(ruling.rule.rawValue), \(ruling.effect.rawValue)"
    }
  }

  /// The values that are not the same in all states.
  private static func values(of outcome: Outcome) -> [String] {
    let columns = [
      ("base", outcome.situation.base), ("device", outcome.situation.local),
      ("server", outcome.situation.fresh), ("after", outcome.result.after),
    ].map { name, state in (name, state.map { PlainState.values(of: $0.canonicalJSON) } ?? [:]) }
    let places = Set(columns.flatMap(\.1.keys)).sorted()
    return places.compactMap { place in
      let texts = columns.map { $0.1[place] ?? "-" }
      guard Set(texts).count > 1 else { return nil }
      return "\(place): "
        + zip(columns, texts).map { "\($0.0) \($1)" }.joined(separator: ", ")
    }
  }
}
