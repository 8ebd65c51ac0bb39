internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The writes, the objects and what each side has of them, as data for the page's script.
extension WriteListing {
  /// A page has room for values as they are, but for those that fill books.
  static var valueColumns: Int { 10_000 }

  /// What is said where a state has no value.
  static var noValueTexts: [String] {
    [ObservedValue.present, .absent].map { $0.text(columns: valueColumns) }
  }

  func record(in data: inout HTMLData) {
    let order = writesInOrder
    guard !order.isEmpty else { return }
    var places = PlaceTable()
    var judgements = JudgementTable()
    var writes = WriteTable()
    for (_, object, position) in order {
      let entry = pages.all[object].entries[position]
      let place = places.row(of: entry, object: object, in: &data)
      let judgement = judgements.row(of: entry, in: &data)
      writes.add(entry, object: object, place: place, judgement: judgement, in: &data)
    }
    var elements: [JSONText.Member] = []
    for (_, object, position) in order {
      let entry = pages.all[object].entries[position]
      guard let sides = entry.elementSides else { continue }
      elements.append(.init(String(entry.index), self.sides(sides, in: &data)))
    }
    data.add(
      report: id,
      [
        "writes": writes.table(in: &data), "judgements": judgements.table(in: &data),
        "places": places.table(in: &data), "objects": objects(in: &data),
        "elements": .object(elements),
      ])
  }

  /// Each write's number in the report, in order, and where its entry is: an entry is too large to be
  /// copied and sorted itself.
  private var writesInOrder: [(write: Int, object: Int, position: Int)] {
    pages.all.enumerated().flatMap { object, page in
      page.entries.enumerated().map { ($1.index, object, $0) }
    }.sorted { $0.0 < $1.0 }
  }

  private func objects(in data: inout HTMLData) -> JSONText {
    data.table(
      pages.all.count,
      [
        "class": pages.all.map { data.number(of: $0.className) },
        "name": pages.all.map { data.number(of: $0.name) },
        "key": pages.all.map { data.number(of: $0.key) },
      ])
  }

  /// What the states have of one element of a list or set, as far as it can be followed: what they are
  /// called and what they have, by turns.
  private func sides(
    _ sides: [WriteEntry.Side], in data: inout HTMLData
  ) -> JSONText {
    HTMLData.array(
      sides.flatMap { side, observed -> [Int] in
        guard let observed else { return [] }
        return [
          data.number(of: side.heading), data.number(of: observed.text(columns: Self.valueColumns)),
        ]
      })
  }
}

/// What each side has of every place that writes changed, a row each.
private struct PlaceTable {
  private struct Identity: Hashable {
    var object: Int
    var place: TextBytes
  }

  private var rows: [Identity: Int] = [:]
  private var columns: [[Int]] = Array(repeating: [], count: 8)

  mutating func row(
    of entry: WriteEntry, object: Int, in data: inout HTMLData
  ) -> Int {
    let identity = Identity(object: object, place: TextBytes(entry.comparedPlace))
    if let row = rows[identity] { return row }
    let sides = entry.observed
    func number(_ observed: ObservedValue?, in data: inout HTMLData) -> Int {
      data.number(of: observed?.text(columns: WriteListing.valueColumns))
    }
    let numbers = [
      data.number(of: entry.comparedPlace), number(sides.before, in: &data),
      number(sides.device, in: &data), data.number(of: sides.deviceNote),
      number(sides.server, in: &data), data.number(of: sides.serverNote),
      number(sides.after, in: &data), data.number(of: sides.owner),
    ]
    for (column, number) in numbers.enumerated() { columns[column].append(number) }
    rows[identity] = rows.count
    return rows.count - 1
  }

  func table(in data: inout HTMLData) -> JSONText {
    data.table(
      rows.count,
      [
        "name": columns[0], "before": columns[1], "device": columns[2], "deviceNote": columns[3],
        "server": columns[4], "serverNote": columns[5], "after": columns[6], "owner": columns[7],
      ])
  }
}

/// What is said of writes besides their reasons, a row for all of which the same is said.
private struct JudgementTable {
  private var rows: [[Int]: Int] = [:]
  private var all: [[Int]] = []

  mutating func row(of entry: WriteEntry, in data: inout HTMLData) -> Int {
    let numbers = [
      data.number(of: entry.fate.rawValue), data.number(of: entry.cause?.rawValue),
      data.number(of: entry.rule?.rawValue), data.number(of: entry.defect),
      data.number(of: entry.changedBy), data.number(of: entry.winner),
    ]
    if let row = rows[numbers] { return row }
    rows[numbers] = all.count
    all.append(numbers)
    return all.count - 1
  }

  func table(in data: inout HTMLData) -> JSONText {
    func column(_ index: Int) -> [Int] { all.map { $0[index] } }
    return data.table(
      all.count,
      [
        "fate": column(0), "cause": column(1), "rule": column(2), "defect": column(3),
        "changedBy": column(4), "winner": column(5),
      ])
  }
}

/// The writes in order, a row each.
private struct WriteTable {
  private var columns: [[Int]] = Array(repeating: [], count: 11)

  mutating func add(
    _ entry: WriteEntry, object: Int, place: Int, judgement: Int,
    in data: inout HTMLData
  ) {
    let (device, server) = (entry.observed.device, entry.observed.server)
    let numbers = [
      object, place, judgement, data.number(of: entry.place.propertyName),
      data.number(of: entry.place.path),
      data.number(of: entry.operation, ending: device.text(columns: WriteListing.valueColumns)),
      data.number(of: entry.reason, ending: server.text(columns: Phrase.valueColumns)),
      data.number(of: String(entry.clientVersion)), data.number(of: entry.time),
      // No write has the number 0 here, so that it can stand for none.
      entry.replacement.map { $0 + 1 } ?? 0, entry.deletion.map { $0 + 1 } ?? 0,
    ]
    for (column, number) in numbers.enumerated() { columns[column].append(number) }
  }

  func table(in data: inout HTMLData) -> JSONText {
    data.table(
      columns[0].count,
      [
        "object": columns[0], "place": columns[1], "judgement": columns[2],
        "property": columns[3], "path": columns[4], "operation": columns[5],
        "reason": columns[6], "version": columns[7], "time": columns[8],
        "replacement": columns[9], "deletion": columns[10],
      ])
  }
}

extension WriteEntry.SideName {
  /// The side as the heading of a column.
  fileprivate var heading: String {
    self == .now ? "After the reset" : rawValue.capitalizedFirst
  }
}
