import FaultPlans
import Importers
import RealmModel
import Replayer
import TestSupport
import TraceFormat

/// A trace with faults injected into it, and what it led to.
package struct FaultTrial {
  package let injector: FaultInjector

  package init(_ events: [Event]) throws {
    var replay = Replay()
    for event in events { replay.observe(event) }
    injector = try FaultInjector(replay)
  }

  /// A session written by hand.
  package init(scenario json: String) throws {
    try self.init(Scenario(parsing: Array(json.utf8)).events)
  }

  /// A scenario of the project.
  package init(file name: String) throws {
    try self.init(
      Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events)
  }

  package func outcomes(
    _ mode: ResetMode, _ faults: [String], seed: UInt64 = 0, quirks: Quirks = .realmCore
  ) throws -> [Outcome] {
    let plan = FaultPlan(try faults.map { try Fault(text: $0) }, seed: seed)
    return try injector.outcomes(modes: [mode], quirks: quirks, under: plan).map { $0[0] }
  }

  /// The outcome of the only reset.
  package func outcome(
    _ mode: ResetMode, _ faults: String..., seed: UInt64 = 0, quirks: Quirks = .realmCore
  ) throws -> Outcome {
    let outcomes = try outcomes(mode, faults, seed: seed, quirks: quirks)
    guard outcomes.count == 1 else { throw Several(count: outcomes.count) }
    return outcomes[0]
  }

  package struct Several: Error { var count: Int }

  /// The outcome of the only reset of a session, among those of others.
  package func outcome(ofSession session: UInt32, _ mode: ResetMode, _ faults: String...) throws
    -> Outcome
  {
    let outcomes = try outcomes(mode, faults).filter { $0.situation.session.session == session }
    guard outcomes.count == 1 else { throw Several(count: outcomes.count) }
    return outcomes[0]
  }
}

extension FaultTrial {
  /// Three objects with a number and a text, one of them with unsynced changes; a class of links and
  /// one of embedded objects.
  package static let base = """
    {
      "scenario": 1, "name": "faults",
      "schema": {
        "T": {
          "primaryKey": "_id",
          "properties": {
            "_id": "int", "v": "int?", "s": "string?", "l": "int[]", "link": "T", "home": "Home",
            "homes": "Home[]", "other": "Other"
          }
        },
        "Other": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?"}},
        "Home": {"embedded": true, "properties": {"street": "string?"}}
      },
      "synced": {
        "T": [
          {"_id": 1, "v": 10, "s": "base", "l": [1, 2], "link": 2, "home": {"street": "a"}},
          {"_id": 2, "v": 20, "s": "base", "homes": [{"street": "b"}, {"street": "c"}]},
          {"_id": 3, "v": 30, "s": "base", "link": 1, "other": 1}
        ],
        "Other": [{"_id": 1, "name": "one"}]
      },
      "acknowledged": [
        {"operations": [{"create": ["T", 4], "set": {"v": 40}}, {"update": ["T", 1], "set": {"v": 11}}]}
      ],
      "local": [
        {"operations": [{"update": ["T", 1], "set": {"v": 111}}]},
        {"operations": [{"create": ["T", 5], "set": {"v": 50}}]},
        {"operations": [{"update": ["T", 5], "set": {"s": "new"}}]}
      ],
      "serverChanges": [{"operations": [{"update": ["T", 2], "set": {"s": "srv"}}]}],
      "error": {}
    }
    """

  /// The same without an error, and so without a reset.
  package static let quiet = base.replacing(",\n  \"error\": {}", with: "")

  package static let automatic: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard]
}

extension Outcome {
  /// A property of an object of class `T` afterwards.
  package func after(_ key: Int64, _ property: RealmString) -> Value? {
    result.after.value(at: LocationValue("T", .int(key), property))
  }

  /// The keys of class `T` afterwards, ascending.
  package var keysAfter: [Int64] {
    result.after.keys(of: "T").compactMap { if case .int(let key) = $0 { key } else { nil } }
      .sorted()
  }

  /// The kinds of effects of the only fault.
  package var effects: [FaultEffect] { faults.count == 1 ? faults[0].effects : [] }

  package func effect(_ kind: FaultEffect.Kind) -> FaultEffect? {
    effects.first { $0.kind == kind }
  }
}

extension FaultInjector {
  /// The outcomes of all resets under a plan in several modes: for each reset one outcome a mode.
  package func outcomes(
    modes: [ResetMode], quirks: Quirks = .realmCore, under plan: FaultPlan
  ) throws(ReplayFailure) -> [[Outcome]] {
    try resets(under: plan).map { reset in
      modes.map { reset.outcome(mode: $0, quirks: quirks) }
    }
  }
}
