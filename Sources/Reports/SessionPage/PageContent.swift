internal import Analyzer
internal import Replayer
internal import TraceFormat

/// What the page's script draws: events, states as changes, transactions, and what each mode makes of them.
struct PageContent {
  var data = HTMLData()
  var cells = PageCells()
  var events: PageEvents
  let extent: SessionPage.Extent
  private var titles: [String]
  private var devices: [JSONText] = []
  private var resets: [JSONText] = []
  private var deviceNumbers: [UInt32: Int] = [:]
  private let replay: Replay

  init(
    of replay: Replay, _ events: PageEvents, _ extent: SessionPage.Extent,
    _ found: [(DueReset, ModeComparison)]
  ) {
    (self.replay, self.events, self.extent) = (replay, events, extent)
    titles = events.rows.map { $0.kind == .other ? $0.line : "" }
    title = found.first?.1.title ?? Heading.session
    // What is there most often gets the shortest numbers.
    for text in Change.Outcome.allCases.flatMap({ [$0.rawValue, $0.words] })
      + Set(events.rows.map { TextBytes($0.kind.rawValue) }).sorted().map(\.text)
      + Set(events.rows.map { TextBytes($0.who) }).sorted().map(\.text)
    {
      _ = data.number(of: text)
    }
    for file in replay.tracedFiles() { add(file) }
    if devices.isEmpty {
      // Where no state follows from anything, as with most logs, there are events alone.
      devices.append(emptyDevice(Heading.session, .noState))
      for row in events.rows { deviceNumbers[row.session] = 0 }
    }
    for (reset, comparison) in found { add(reset, comparison) }
  }

  /// What the page is about: its first reset.
  let title: String
  var fileCount: Int { devices.count }

  var scriptText: String {
    var content = self
    let events = content.eventTable()
    let tables = [content.cells.objects, content.cells.cells].map { content.data.steppedTable($0) }
    return content.data.scriptText([
      .init("events", events), .init("objects", tables[0]),
      .init("cells", tables[1]), .init("devices", .array(devices)),
      .init("resets", .array(resets)),
    ])
  }

  private mutating func eventTable() -> JSONText {
    var table = NumberTable(
      "sequence", "device", "time", "kind", "title", "line", "who")
    // An event's texts are much like those of the one before of its kind.
    var last: [PageEvents.Kind: (title: HTMLData.Base?, line: HTMLData.Base?)] = [:]
    for (row, title) in zip(events.rows, titles) {
      var before = last[row.kind] ?? (nil, nil)
      let title = data.number(of: title.isEmpty ? row.line : title, after: &before.title)
      let line = data.number(of: row.line, after: &before.line)
      last[row.kind] = before
      table.add([
        Int(clamping: row.sequence), deviceNumbers[row.session] ?? -1,
        data.number(of: row.time), data.number(of: row.kind.rawValue), title, line,
        data.number(of: row.who),
      ])
    }
    return data.steppedTable(table)
  }

  private mutating func add(_ file: TracedFile) {
    for session in file.sessions { deviceNumbers[session] = devices.count }
    switch file.timeline {
    case .success(let timeline):
      for point in timeline.points {
        let row = events.row(of: point.sequence)
        guard row >= 0, events.rows[row].sequence == point.sequence else { continue }
        titles[row] = SessionWords.title(of: point.change)
        events.note(point.change, at: row)
      }
      for merge in timeline.merges { events.noteMerge(at: events.row(of: merge.sequence)) }
      devices.append(deviceJSON(of: timeline, file.sessions))
    case .failure(let reason):
      let name = SessionStart.title(file.sessions[0], replay.start(of: file.sessions[0])?.name)
      devices.append(emptyDevice(name, reason))
    }
  }

  private mutating func emptyDevice(_ name: String, _ failure: ReplayFailure) -> JSONText {
    let note = data.number(of: failure.reason.capitalizedFirst)
    var tables = DeviceTables()
    for side in 0...1 { tables.known.add([-1, side, 0, note]) }
    return tables.json(named: name, in: &data)
  }

  private mutating func add(_ reset: DueReset, _ comparison: ModeComparison) {
    guard let device = deviceNumbers[reset.session] else { return }
    resets.append(resetJSON(of: reset, comparison, device: device))
  }
}
