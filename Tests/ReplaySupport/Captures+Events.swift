import Foundation
import Importers
import TestSupport
import TraceFormat

extension Captures {
  /// The events that a capture is imported as.
  package static func events(of name: String) throws -> [Event] {
    var importer = CaptureImporter()
    var events: [Event] = []
    let capture = try Data(contentsOf: URL(fileURLWithPath: path(name)))
    for line in capture.split(separator: UInt8(ascii: "\n")) {
      importer.importLine(Array(line)) { events.append($0) }
    }
    return events
  }
}
