import ArgumentParser
import Reports
import TraceFormat

/// The options of commands whose result is a report: its forms, and where they go.
struct ReportOptions<Format: ReportForm>: ParsableArguments {
  @Option(help: "The format of the report.")
  var format: Format = .text

  @Option(
    name: .shortAndLong,
    help: "The file to write the report to, replacing an existing one; - for standard output.",
    completion: .file())
  var output = "-"

  @Option(
    help: ArgumentHelp(
      "Also write the report to a file in another format; may be repeated.",
      valueName: "format=file"),
    completion: .file())
  var report: [ReportRequest<Format>] = []

  @Option(
    help: ArgumentHelp(
      "Where tracetool's docs folder is published, for links in HTML and SARIF.",
      valueName: "url", visibility: Format.hasLinks ? .default : .hidden))
  var docsURL: String?

  @OptionGroup var speech: SpeechOptions

  /// The same, with a slash at the end.
  var documentation: String? { docsURL.map { $0.hasSuffix("/") ? $0 : $0 + "/" } }

  var requests: [ReportRequest<Format>] { [ReportRequest(format: format, path: output)] + report }

  func validate() throws {
    if let docsURL, docsURL.wholeMatch(of: /https?:\/\/[!-~]+/) == nil {
      throw ValidationError("`\(docsURL)` is not a web address, such as https://example.org/docs")
    }
    let paths = requests.map(\.path)
    guard let path = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) else {
      return
    }
    let place = paths[path] == "-" ? "standard output" : "`\(paths[path])`"
    throw ValidationError("two reports can't both be written to \(place)")
  }

  /// Begins all the files, so that what stands in the way of one is known before the work is done.
  ///
  /// - Parameters:
  ///   - inputs: What is read, and never written to; nil for options that were not given.
  ///   - other: What the command writes besides reports. On standard output it replaces the report that is
  ///     printed there unless another place is named.
  func open(inputs: [String?], beside other: String? = nil) throws -> ReportDestinations<Format> {
    let requests = other == "-" && output == "-" ? report : requests
    try CommandFiles(reading: inputs, writing: requests.map(\.path) + [other]).check()
    return try ReportDestinations(requests)
  }

  /// Reports on several inputs are printed one after the other; throws where another form or place is asked for.
  func checkIsForSeveral(_ formats: [Format]) throws(CommandFailure) {
    guard output == "-", report.isEmpty, formats.contains(format) else {
      let names = formats.map { "`--format \($0.rawValue)`" }.joined(separator: " or ")
      throw CommandFailure(
        .usage, "of several inputs there is \(names) on standard output, and no other report",
        hint: "name one input, or leave out `-o` and `--report`")
    }
  }

  func textOptions(of request: ReportRequest<Format>, on console: Console) -> ReportTextOptions {
    // Colors are for terminals, and a file is none.
    let isPlain = request.path != "-" && speech.color != .always
    return speech.textOptions(isPlain ? .plain : nil, on: console)
  }
}

protocol ReportForm: ExpressibleByArgument, CaseIterable, RawRepresentable<String>, Hashable {
  static var text: Self { get }
  /// Whether some form links to the documentation.
  static var hasLinks: Bool { get }
}

extension ReportForm {
  static var hasLinks: Bool { false }
}

/// A report asked for in a form and at a place, such as `junit=results.xml`.
struct ReportRequest<Format: ReportForm>: ExpressibleByArgument, Hashable {
  var format: Format
  /// A file, or - for standard output.
  var path: String
}

extension ReportRequest {
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let format = Format(rawValue: String(parts[0]))
    else { return nil }
    self.init(format: format, path: String(parts[1]))
  }

  static var allValueStrings: [String] { Format.allCases.map { "\($0.rawValue)=FILE" } }
}

/// The places that reports are going to; files appear under their names only when all are complete.
struct ReportDestinations<Format: ReportForm> {
  private let places: [(request: ReportRequest<Format>, sink: AtomicFileSink?)]

  init(_ requests: [ReportRequest<Format>]) throws {
    places = try requests.map { request in
      (request, request.path == "-" ? nil : try AtomicFileSink(path: request.path))
    }
  }

  func write(on console: Console, _ render: (ReportRequest<Format>) throws -> String) throws {
    try write(on: console) { request, sink in try sink.write(Array(render(request).utf8)) }
  }

  /// Has what belongs to each place written there, piece by piece.
  func write(
    on console: Console, _ render: (ReportRequest<Format>, any ByteSink) throws -> Void
  ) throws {
    let standard = ConsoleSink(console)
    for (request, sink) in places {
      console.progress.begin("writing the report as \(request.format.rawValue)")
      try render(request, sink ?? standard)
    }
    // What is printed has to be out before a file gets its name: all appear, or none.
    try console.flush()
    for place in places { try place.sink?.commit() }
  }
}
