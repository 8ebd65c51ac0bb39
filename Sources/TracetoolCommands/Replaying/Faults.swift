import ArgumentParser
import FaultPlans
import Reports
import TraceFormat

struct FaultsCommand: TraceCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults",
    abstract: "List the faults that a replay or a recording can inject, or describe one.",
    discussion: """
      A fault is a moment and what happens then: `tracetool replay --fault 'after commit 5: \
      client-reset'`. Each name is followed by where the fault works: in a replay, on the wire \
      (`tracetool record --fault`) or both; those of `tracetool simulate` happen on a day. \
      docs/faults.md has a page for each.
      """)

  @Argument(help: "The fault to describe; all of them are listed by default.")
  var name: String?

  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws -> ExitStatus {
    let chosen = try chosen()
    try output.print(
      JSONText(facts: ["version": 1, "faults": chosen.map(\.json)]),
      name == nil ? Self.list(chosen) : chosen.flatMap(\.lines), on: console)
    return .fine
  }

  private func chosen() throws -> [FaultDescription] {
    guard let name else { return FaultCatalogue.all }
    guard let description = FaultCatalogue.description(of: name) else {
      let meant = FaultCatalogue.all.map(\.name).nearest(to: name)
      throw CommandFailure(
        .usage, "unknown fault `\(name)`",
        hint: (meant.map { "did you mean `\($0)`? " } ?? "") + "`tracetool faults` lists them all")
    }
    return [description]
  }

  private static func list(_ all: [FaultDescription]) -> [String] {
    let width = all.map(\.name.count).max() ?? 0
    let placeWidth = all.map(\.targetWord.count).max() ?? 0
    return FaultFamily.allCases.flatMap { family in
      [family.rawValue]
        + all.filter { $0.family == family }.flatMap { description in
          let name = description.name.padded(to: width + 2) + description.targetWord
          return wrapped(description.summary, behind: name, width + 2 + placeWidth)
        }
    }
  }

  /// A name, and text that is wrapped behind it.
  fileprivate static func wrapped(_ text: String, behind name: String, _ width: Int) -> [String] {
    text.wrapped(to: 76 - width).enumerated().map { index, line in
      let head = index == 0 ? name : ""
      return "  " + head + String(repeating: " ", count: width + 2 - head.count) + line
    }
  }
}

extension FaultDescription {
  /// Whether the fault works in a replay or on the wire, in one word.
  fileprivate var targetWord: String {
    let words = targets.filter { $0 != .simulation }.map(\.rawValue)
    return words.count == 1 ? words[0] : "both"
  }

  private static func list(_ events: [FaultTrigger.Event]) -> String {
    events.isEmpty ? "not possible" : "at " + events.map(\.rawValue).joined(separator: ", ")
  }

  fileprivate var lines: [String] {
    let rows =
      [
        ("family", family.rawValue), ("replay", Self.list(replayEvents)),
        ("wire", Self.list(wireEvents)), ("simulate", Self.list(events(in: .simulation))),
      ] + (steps.map { [("steps", $0.map { String($0.rawValue) }.joined(separator: ", "))] } ?? [])
      + [("example", example)]
    let head = "\(name): \(summary)".wrapped(to: 80)
    let width = max(8, parameters.map(\.name.count).max() ?? 0)
    return head
      + rows.flatMap { FaultsCommand.wrapped($1, behind: $0, width) }
      + (parameters.isEmpty ? [] : ["parameters"])
      + parameters.flatMap {
        FaultsCommand.wrapped(
          $0.meaning + ($0.isRequired ? " (required)" : ""), behind: $0.name, width)
      }
  }

  fileprivate var json: JSONText {
    JSONText(facts: [
      "name": name, "family": family.rawValue, "summary": summary,
      "places": targets.map(\.rawValue), "events": replayEvents.map(\.rawValue),
      "wireEvents": wireEvents.map(\.rawValue), "steps?": steps?.map(\.rawValue),
      "parameters": parameters.map {
        JSONText(facts: ["name": $0.name, "meaning": $0.meaning, "required": $0.isRequired])
      },
      "example": example,
    ])
  }
}
