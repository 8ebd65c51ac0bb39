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
    guard !report.writes.isEmpty else { return }
    var objectNumbers = [Int](repeating: 0, count: report.writes.count)
    for (number, object) in objects.enumerated() {
      for write in object.writes { objectNumbers[write] = number }
    }
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
    for (write, object) in zip(report.writes, objectNumbers) {
      let name = write.address.comparedText
      let identity = PlaceIdentity(object: object, place: TextBytes(name))
      let place =
        placeRows[identity] ?? places.add(Self.placeNumbers(of: write, at: name, in: &data))
      placeRows[identity] = place
      let numbers = Self.judgementNumbers(of: write, in: &data)
      let judgement = judgementRows[numbers] ?? judgements.add(numbers)
      judgementRows[numbers] = judgement
      // Mostly many writes in a row are about one large place, and its values the very same in memory.
      let own = sides?.observed == write.observed ? sides : nil
      let texts = own ?? SideTexts(write.observed)
      sides = texts
      writes.add([object, place, judgement] + writeNumbers(of: write, texts, in: &data))
    }
    var elements: [JSONText.Member] = []
    for (index, write) in report.writes.enumerated() {
      guard let sides = write.element else { continue }
      elements.append(.init(String(index), Self.sides(sides, in: &data)))
    }
    data.add(
      report: id,
      [
        "writes": data.table(writes.count, writes.columns),
        "judgements": data.table(judgements.count, judgements.columns),
        "places": data.table(places.count, places.columns), "objects": objectNames(in: &data),
        "elements": .object(elements),
      ])
  }

  private func objectNames(in data: inout HTMLData) -> JSONText {
    data.table(
      objects.count,
      [
        ("class", objects.map { data.number(of: $0.place.className.shortName) }),
        ("name", objects.map { data.number(of: $0.name) }),
        (
          "key",
          objects.map { data.number(of: $0.place.object.map(Self.text) ?? Self.schemaName) }
        ),
      ])
  }

  private static func text(of key: PrimaryKeyValue) -> String {
    if case .string(let text) = key { return text.quotedText(scalars: valueColumns) }
    return key.text
  }

  /// What the states are called, in the order of the columns of an object's page.
  static let sideNames = ["Last sync", "Device", "Server", "After the reset"]

  /// What the states have of one element of a list or set, as far as it can be followed: what they are
  /// called and what they have, by turns.
  private static func sides(_ element: ObservedValues, in data: inout HTMLData) -> JSONText {
    let sides = [element.before, element.device, element.server, element.after]
    return HTMLData.array(
      zip(sideNames, sides).flatMap { name, observed -> [Int] in
        guard let observed else { return [] }
        return [data.number(of: name), data.number(of: observed.text(columns: valueColumns))]
      })
  }
}

// The numbers of one write, in the order of the columns
extension WriteListing {
  private static func placeNumbers(
    of write: JudgedWrite, at name: String, in data: inout HTMLData
  ) -> [Int] {
    let sides = write.observed
    func number(_ observed: ObservedValue?, in data: inout HTMLData) -> Int {
      data.number(of: observed?.text(columns: valueColumns))
    }
    return [
      data.number(of: name), number(sides.before, in: &data),
      number(sides.device, in: &data), data.number(of: sides.deviceNote),
      number(sides.server, in: &data), data.number(of: sides.serverNote),
      number(sides.after, in: &data), data.number(of: sides.owner),
    ]
  }

  private static func judgementNumbers(of write: JudgedWrite, in data: inout HTMLData) -> [Int] {
    [
      data.number(of: write.fate.rawValue), data.number(of: write.cause?.rawValue),
      data.number(of: write.rule?.rawValue), data.number(of: write.defect?.words),
      data.number(of: write.threeWay.meaning), data.number(of: write.winner?.meaning),
    ]
  }

  /// Those behind its object, place and judgement.
  private func writeNumbers(
    of write: JudgedWrite, _ texts: SideTexts, in data: inout HTMLData
  ) -> [Int] {
    let operation = write.operation.words(valueColumns: Self.valueColumns)
    let transaction = report.transactions[write.transactionIndex]
    return [
      data.number(of: write.address.propertyName), data.number(of: write.address.pathText),
      data.number(of: operation, ending: texts.device),
      data.number(of: write.reason.words, ending: texts.server),
      data.number(of: String(transaction.clientVersion)),
      data.number(of: Phrase.when(transaction.timeMicroseconds)),
      // No write has the number 0 here, so that it can stand for none.
      write.supersededBy.map { $0 + 1 } ?? 0, write.impliedBy.map { $0 + 1 } ?? 0,
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

extension Address {
  /// What stands for the place that the states are compared at, such as `notes` or `meta.color`.
  fileprivate var comparedText: String {
    object == nil || property == nil ? propertyName : comparable.propertyText
  }
}
