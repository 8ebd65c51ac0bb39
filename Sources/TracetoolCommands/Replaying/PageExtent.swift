import ArgumentParser
import Reports
import TraceFormat

/// Which part of a session `tracetool view` shows.
struct PageExtent: ParsableArguments {
  @Option(help: "The first record: its number, or a time such as 2026-11-01T12:00:00Z.")
  var from: String?

  @Option(help: "The last record: its number, or a time.")
  var to: String?

  @Option(
    name: .customLong("class"), parsing: .singleValue,
    help: ArgumentHelp("Only the data of this class; may be repeated.", valueName: "class"))
  var classes: [String] = []

  /// The part that the options ask for.
  ///
  /// - Throws: where a bound is neither a number nor a time, or the first is behind the last.
  func extent() throws -> SessionPage.Extent {
    var extent = SessionPage.Extent(
      classes: classes.isEmpty ? nil : Set(classes.map { RealmString($0) }))
    let (first, last) = (try from.map(Self.bound), try to.map(Self.bound))
    let records = (first?.record ?? 0, last?.record ?? .max)
    let times = (first?.time ?? .min, last?.time ?? .max)
    guard records.0 <= records.1, times.0 <= times.1 else {
      throw CommandFailure(.usage, "`--from` is later than `--to`")
    }
    extent.sequences = records.0...records.1
    extent.times = times.0...times.1
    return extent
  }

  /// A record by its number or its time.
  private static func bound(_ text: String) throws -> (record: UInt64?, time: Int64?) {
    let record = UInt64(text)
    return (record, record == nil ? try EventFilter.time(text) : nil)
  }
}
