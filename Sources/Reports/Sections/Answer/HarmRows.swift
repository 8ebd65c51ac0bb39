internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import TraceFormat

/// The places of a class of harm in rows: one by one, or those of one class of objects and one cause in
/// a single row, where they are many.
struct HarmRows {
  private(set) var rows: [HarmDigest.Row] = []

  private let harmClass: HarmClass
  private let names: [RealmString: ObjectNames]

  init(_ places: [HarmedPlace], _ harmClass: HarmClass, alikeMax: Int) {
    self.harmClass = harmClass
    let keys = Dictionary(grouping: places.map(\.address), by: \.className)
    names = keys.mapValues { addresses in ObjectNames(Array(Set(addresses.compactMap(\.object)))) }
    for group in Self.groups(of: places) {
      rows += group.count > alikeMax ? [row(of: group)] : group.map(row)
    }
  }

  private struct Key: Hashable {
    var className: RealmString
    var cause: TextBytes?
  }

  /// Places of one class and cause, in the order of the first of each.
  private static func groups(of places: [HarmedPlace]) -> [[HarmedPlace]] {
    places.groupedInOrder { place in
      Key(className: place.address.className, cause: place.cause.map(TextBytes.init))
    }.map(\.elements)
  }

  private func row(_ place: HarmedPlace) -> HarmDigest.Row {
    let address = place.address
    let name = address.object.map { names[address.className]?.name(of: $0) ?? $0.shortText }
    return HarmDigest.Row(
      place: WritePlace(address, objectName: name).text, address: address,
      what: place.operation ?? "", change: place.change, cause: place.cause)
  }

  private func row(of places: [HarmedPlace]) -> HarmDigest.Row {
    let objects = Set(places.compactMap(\.address.object)).count
    return HarmDigest.Row(
      place: places[0].address.className.shortName,
      what: harmClass.words(for: places.count, in: objects, properties(of: places)),
      cause: places[0].cause,
      count: places.count)
  }

  /// The properties by how many of the places are in each, the most first.
  private func properties(of places: [HarmedPlace]) -> [String] {
    let counts = Dictionary(grouping: places.compactMap(\.address.property), by: \.self)
      .mapValues(\.count)
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key.shortName)
  }
}
