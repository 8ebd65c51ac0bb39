import TraceFormat

/// The places that reports are going to; files appear under their names only when all are complete.
struct ReportDestinations<Format: ReportForm> {
  private let places: [(request: ReportRequest<Format>, sink: AtomicFileSink?)]

  init(_ requests: [ReportRequest<Format>]) throws {
    places = try requests.map { request in
      (request, request.path == "-" ? nil : try AtomicFileSink(path: request.path))
    }
  }

  /// Writes to each place what is rendered for it.
  func write(on console: Console, _ render: (ReportRequest<Format>) -> String) throws {
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
