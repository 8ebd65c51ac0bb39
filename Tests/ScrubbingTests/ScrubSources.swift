import Importers
import TestSupport
import TraceFormat

/// Everything that the project has of traces, as events.
enum ScrubSources {
  static let traces = [
    "traces/field-inspections.synctrace", "traces/every-kind-of-property.synctrace",
    "traces/three-clients.synctrace", "traces/local-changes-when-offline.synctrace",
    "Examples/Traces/recorded-reset.synctrace",
  ]

  static func scenarios() throws -> [(name: String, events: [Event])] {
    try ScenarioFiles.paths().map {
      ($0, try Scenario(parsing: ProjectFiles.bytes($0)).events)
    }
  }

  static func capture(_ name: String, in folder: String = "wire") throws -> [Event] {
    var importer = CaptureImporter()
    var events: [Event] = []
    for line in try Vectors.lines(of: "\(folder)/\(name).ndjson") {
      importer.importLine(line) { events.append($0) }
    }
    return events
  }

  /// One vector of so many.
  static func vectors(of file: String, oneOf step: Int) throws -> [(name: String, events: [Event])]
  {
    try Vectors.lines(of: file).enumerated().filter { $0.offset % step == 0 }.map {
      let vector = try ResetVector(parsing: Array($0.element))
      return (vector.name, VectorImporter.events(of: vector))
    }
  }
}
