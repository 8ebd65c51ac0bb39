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
    for (request, sink) in places {
      let bytes = Array(render(request).utf8)
      if let sink { try sink.write(bytes) } else { try console.write(bytes) }
    }
    // What is printed has to be out before a file gets its name: all appear, or none.
    try console.flush()
    for place in places { try place.sink?.commit() }
  }
}
