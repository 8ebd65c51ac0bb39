import Importers
import Reports
import TraceFormat

/// What the lines of standard input tell of client resets if they are the log of an app.
struct ExplainedLog: ~Copyable {
  private var importer = LogImporter()

  /// Takes the next line, and says what it is about, looked at alone.
  mutating func take(_ line: [UInt8]) -> LogLineKind { importer.importLineOfOneFile(line) { _ in } }

  /// Prints each reset: what happened, and what to do.
  ///
  /// - Parameter count: called with each; says whether nothing was printed before it.
  mutating func print(
    on console: Console, _ output: OutputOptions, counting count: (Bool) -> Bool
  ) throws {
    importer.finish { _ in }
    let summary = importer.summary
    for (index, reset) in summary.resets.enumerated() {
      let isFirst = count(index == 0)
      // Nothing is written, so there is no record.
      var reset = reset
      reset.sequence = 0
      switch output.format {
      case .json:
        try console.print(
          .members(["version": .integer(1), "logged": JSONText(fact: reset)]), .compact)
      case .text:
        if !isFirst { try console.print("") }
        try console.write(page: reset.page.shortText)
      }
    }
  }
}
