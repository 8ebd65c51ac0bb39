import FaultPlans
import RealmModel
import Simulation
import TraceCompression
import TraceFormat

/// A small world, with its traces in memory.
struct SimulatedWorld {
  let traces: [[UInt8]]
  private(set) var simulation: Simulation

  /// Inspections of sites, with every kind of property that a workload can change.
  static func schema() throws -> RealmSchema {
    try RealmSchema(
      parsing: Array(
        """
        {"schema": 1, "classes": {
          "Site": {"primaryKey": "_id", "properties": {"_id": "objectId", "name": "string"}},
          "Note": {"embedded": true, "properties": {"text": "string", "stars": "int"}},
          "Inspection": {"primaryKey": "_id", "properties": {
            "_id": "string", "status": "string?", "visits": "int", "due": "date?", "anything": "mixed",
            "site": "Site", "tags": "string[]", "labels": "string<>", "scores": "int{}",
            "note": "Note", "notes": "Note[]", "sites": "Site[]"}}}}
        """.utf8))
  }

  init(_ options: SimulationOptions) throws {
    simulation = Simulation(options)
    var sinks: [MemorySink] = []
    try simulation.run { _ in
      let sink = MemorySink()
      sinks.append(sink)
      return sink
    }
    traces = sinks.map(\.bytes)
  }

  /// The events of a trace.
  static func events(_ trace: [UInt8]) throws -> [Event] {
    let reader = try TraceReader(MemorySource(trace))
    var events: [Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }
}
