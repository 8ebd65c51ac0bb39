internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The writes, the objects and what each side has of them, as data for the page's script.
extension WriteListing {
  /// A page has room for values as they are, but for those that fill books.
  static var valueColumns: Int { 10_000 }

  static var noValueTexts: [String] {
    [ObservedValue.present, .absent].map { $0.text(columns: valueColumns) }
  }

  func record(in data: inout HTMLData) {
    let order = writesInOrder
    guard !order.isEmpty else { return }
    // What each side has of every place that writes changed.
    var places = NumberTable(
      "name", "before", "device", "deviceNote", "server", "serverNote", "after", "owner")
    var placeRows: [PlaceIdentity: Int] = [:]
    // What is said of writes besides their reasons, a row for all of which the same is said.
    var judgements = NumberTable("fate", "cause", "rule", "defect", "changedBy", "winner")
    var judgementRows: [[Int]: Int] = [:]
    var writes = NumberTable(
      "object", "place", "judgement", "property", "path", "operation", "reason", "version", "time",
      "replacement", "deletion")
    var sides: SideTexts?
    for (_, object, position) in order {
      let entry = pages[object].entries[position]
      let identity = PlaceIdentity(object: object, place: TextBytes(entry.comparedPlace))
      let place = placeRows[identity] ?? places.add(Self.placeNumbers(of: entry, in: &data))
      placeRows[identity] = place
      let numbers = Self.judgementNumbers(of: entry, in: &data)
      let judgement = judgementRows[numbers] ?? judgements.add(numbers)
      judgementRows[numbers] = judgement
      // Mostly many writes in a row are about one large place, and its values the very same in memory.
      let own = sides?.observed == entry.observed ? sides : nil
      let texts = own ?? SideTexts(entry.observed)
      sides = texts
      writes.add([object, place, judgement] + Self.writeNumbers(of: entry, texts, in: &data))
    }
    var elements: [JSONText.Member] = []
    for (_, object, position) in order {
      let entry = pages[object].entries[position]
      guard let sides = entry.elementSides else { continue }
      elements.append(.init(String(entry.index), self.sides(sides, in: &data)))
    }
    data.add(
      report: id,
      [
        "writes": data.table(writes.count, writes.columns),
        "judgements": data.table(judgements.count, judgements.columns),
        "places": data.table(places.count, places.columns), "objects": objects(in: &data),
        "elements": .object(elements),
      ])
  }

  /// Each write's number in the report, in order, and where its entry is: an entry is too large to be
  /// copied and sorted itself.
  private var writesInOrder: [(write: Int, object: Int, position: Int)] {
    pages.enumerated().flatMap { object, page in
      page.entries.enumerated().map { ($1.index, object, $0) }
    }.sorted { $0.0 < $1.0 }
  }

  private func objects(in data: inout HTMLData) -> JSONText {
    data.table(
      pages.count,
      [
        ("class", pages.map { data.number(of: $0.className) }),
        ("name", pages.map { data.number(of: $0.name) }),
        ("key", pages.map { data.number(of: $0.key) }),
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

// The numbers of one entry, in the order of the columns
extension WriteListing {
  private static func placeNumbers(of entry: WriteEntry, in data: inout HTMLData) -> [Int] {
    let sides = entry.observed
    func number(_ observed: ObservedValue?, in data: inout HTMLData) -> Int {
      data.number(of: observed?.text(columns: valueColumns))
    }
    return [
      data.number(of: entry.comparedPlace), number(sides.before, in: &data),
      number(sides.device, in: &data), data.number(of: sides.deviceNote),
      number(sides.server, in: &data), data.number(of: sides.serverNote),
      number(sides.after, in: &data), data.number(of: sides.owner),
    ]
  }

  private static func judgementNumbers(of entry: WriteEntry, in data: inout HTMLData) -> [Int] {
    [
      data.number(of: entry.fate.rawValue), data.number(of: entry.cause?.rawValue),
      data.number(of: entry.rule?.rawValue), data.number(of: entry.defect),
      data.number(of: entry.changedBy), data.number(of: entry.winner),
    ]
  }

  /// Those behind its object, place and judgement.
  private static func writeNumbers(
    of entry: WriteEntry, _ texts: SideTexts, in data: inout HTMLData
  ) -> [Int] {
    [
      data.number(of: entry.place.propertyName), data.number(of: entry.place.path),
      data.number(of: entry.operation, ending: texts.device),
      data.number(of: entry.reason, ending: texts.server),
      data.number(of: String(entry.clientVersion)), data.number(of: entry.time),
      // No write has the number 0 here, so that it can stand for none.
      entry.replacement.map { $0 + 1 } ?? 0, entry.deletion.map { $0 + 1 } ?? 0,
    ]
  }
}

/// What the operation and the reason of a write can end with, as the page shows it.
private struct SideTexts {
  let observed: ObservedValues
  let device: String
  let server: String

  init(_ observed: ObservedValues) {
    self.observed = observed
    device = HTMLData.shown(observed.device?.text(columns: WriteListing.valueColumns) ?? "")
    server = HTMLData.shown(observed.server?.text(columns: Phrase.valueColumns) ?? "")
  }
}

private struct PlaceIdentity: Hashable {
  var object: Int
  var place: TextBytes
}

extension WriteEntry.SideName {
  fileprivate var heading: String { self == .now ? "After the reset" : rawValue.capitalizedFirst }
}
