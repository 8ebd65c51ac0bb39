internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the page has of one device. Events are rows of the page's list; -1 is before all of them.
struct DeviceTables {
  /// What both sides have, as changes: the next text of a cell at an event, 0 for nothing.
  var changes = NumberTable("event", "side", "cell", "value", "differs")
  /// From which event on a side is known, or not.
  var known = NumberTable("event", "side", "isKnown", "note")
  /// From when to when each is unsynced, where it is uploaded, and why it no longer is.
  var transactions = NumberTable("event", "upload", "uploadWords", "end", "endWords")
  var writes = NumberTable("transaction", "cell", "operation")
  /// What merges left out.
  var merges = NumberTable("event", "cell", "words")

  func json(named name: String, in data: inout HTMLData) -> JSONText {
    .members([
      "name": .integer(data.number(of: name)),
      "changes": data.steppedTable(changes), "known": data.steppedTable(known),
      "transactions": data.steppedTable(transactions), "writes": data.steppedTable(writes),
      "merges": data.steppedTable(merges),
    ])
  }
}

extension PageContent {
  mutating func deviceJSON(of timeline: SessionTimeline, _ sessions: [UInt32]) -> JSONText {
    var tables = DeviceTables()
    addStates(of: timeline, to: &tables)
    addTransactions(of: timeline, sessions, to: &tables)
    addMerges(of: timeline, to: &tables)
    return tables.json(named: SessionWords.device(timeline), in: &data)
  }

  private mutating func addStates(of timeline: SessionTimeline, to tables: inout DeviceTables) {
    var sides = SidesOnPage(classes: extent.classes)
    var texts: [Int: HTMLData.Base] = [:]
    var knowledge: [[Int]] = [[], []]
    let rows = timeline.points.map { events.row(of: $0.sequence) }
    for (index, point) in timeline.points.enumerated() {
      // Of what is before the page only the last state is on it.
      if rows[index] < 0, index + 1 < rows.count, rows[index + 1] < 0 { continue }
      guard events.isShown(point.sequence) else { break }
      let client = timeline.hiding(at: point).isEmpty ? point.client : nil
      for change in sides.advance(to: (client, point.server)) {
        let cell = cells.number(of: change.property, in: change.object, &data)
        let text = number(of: change.value, in: cell, &texts)
        tables.changes.add([rows[index], change.side, cell, text, change.differs ? 1 : 0])
      }
      for (side, known) in self.knowledge(at: point, of: timeline).enumerated()
      where knowledge[side] != known {
        knowledge[side] = known
        tables.known.add([rows[index], side] + known)
      }
    }
  }

  /// The last row up to a record; nil for a record after the page's end.
  func rowIfShown(_ sequence: UInt64) -> Int? {
    events.isShown(sequence) ? events.row(of: sequence) : nil
  }

  private mutating func knowledge(
    at point: SessionTimeline.Point, of timeline: SessionTimeline
  ) -> [[Int]] {
    let (gaps, hiding) = (timeline.gaps(at: point), timeline.hiding(at: point))
    let ahead = point.isClientAhead ? [SessionWords.isAhead] : []
    let device = data.number(of: SessionWords.unshown(ahead, hiding + gaps))
    let server = data.number(of: SessionWords.unshown([], gaps))
    let isDeviceKnown = point.client != nil && hiding.isEmpty
    return [[isDeviceKnown ? 1 : 0, device], [point.server == nil ? 0 : 1, server]]
  }

  /// The number of the property or object that an address is in; nil for one that the page does not show, or in the
  /// schema.
  mutating func cell(at address: Address) -> Int? {
    guard extent.classes?.contains(address.className) != false, let key = address.object else {
      return nil
    }
    let name = ObjectName(className: address.className, key: key)
    return cells.number(of: address.property, in: name, &data)
  }

  /// The number of a value's text, which may have most in common with the text before it.
  mutating func number(
    of value: Value?, in cell: Int, _ texts: inout [Int: HTMLData.Base]
  ) -> Int {
    value.map { data.number(of: $0.text(columns: 1 << 40), after: &texts[cell]) } ?? 0
  }

  private mutating func addTransactions(
    of timeline: SessionTimeline, _ sessions: [UInt32], to tables: inout DeviceTables
  ) {
    let ends = timeline.transactionEnds
    let uploaded = data.number(of: SessionWords.uploaded)
    for (index, transaction) in timeline.transactions.enumerated() {
      let end = ends[index]
      // One that was settled before the page begins, or is made after its end.
      if let end, events.row(of: end.sequence) < 0 { continue }
      guard events.isShown(transaction.sequence) else { continue }
      let row = tables.transactions.add([
        events.row(of: transaction.sequence),
        events.upload(of: transaction.clientVersion, in: sessions), uploaded,
        end.flatMap { rowIfShown($0.sequence) } ?? -1, data.number(of: end?.words),
      ])
      let changeset = transaction.changeset
      for instruction in changeset.instructions {
        let address = Address(instruction, in: changeset)
        guard let cell = cell(at: address) else { continue }
        let text = address.behindPath(WriteOperation(instruction, in: changeset).words)
        tables.writes.add([row, cell, data.number(of: text)])
      }
    }
  }

  private mutating func addMerges(of timeline: SessionTimeline, to tables: inout DeviceTables) {
    guard !timeline.merges.isEmpty else { return }
    for write in MergesReport.Session(timeline).writes where events.isShown(write.sequence) {
      let words = data.number(of: SessionWords.merged(write))
      let places = [write.lost.write, write.other.write].compactMap { $0?.address }
      for place in Set(places.compactMap { cell(at: $0) }).sorted() {
        tables.merges.add([events.row(of: write.sequence), place, words])
      }
    }
  }
}

extension SessionTimeline {
  /// What hides the device's state at a point: it is at a reset that shows some transactions only by what it left.
  fileprivate func hiding(at point: Point) -> [Gap] {
    resets.first { $0.sequence == point.sequence }?.gaps.filter(\.hidesDevice) ?? []
  }

  /// Since when each transaction is no longer unsynced, and why; nil for one that is unsynced to the end.
  fileprivate var transactionEnds: [(sequence: UInt64, words: String)?] {
    var ends = [(sequence: UInt64, words: String)?](repeating: nil, count: transactions.count)
    var open: [Int] = []
    var seen = 0
    for (index, point) in points.enumerated() {
      open += seen..<max(point.transactions.upperBound, seen)
      seen = max(point.transactions.upperBound, seen)
      if index > 0, !point.mayEndTransactions(after: points[index - 1]) { continue }
      let unsynced = Set(unsyncedIndexes(at: point))
      for transaction in open where !unsynced.contains(transaction) {
        let version = transactions[transaction].clientVersion
        ends[transaction] = (point.sequence, point.endWords(ofVersion: version, transaction))
      }
      open.removeAll { ends[$0] != nil }
    }
    return ends
  }
}

extension SessionTimeline.Point {
  /// Whether transactions that were unsynced at the point before may not be so here.
  fileprivate func mayEndTransactions(after earlier: Self) -> Bool {
    guard case .localCommit = change else { return true }
    return acknowledgedClientVersion != earlier.acknowledgedClientVersion
      || transactions.lowerBound != earlier.transactions.lowerBound
  }

  fileprivate func endWords(ofVersion version: UInt64, _ transaction: Int) -> String {
    if acknowledgedClientVersion > 0, version <= acknowledgedClientVersion {
      return SessionWords.acknowledged
    }
    return transactions.contains(transaction) ? SessionWords.mergedAway : SessionWords.ended
  }
}
