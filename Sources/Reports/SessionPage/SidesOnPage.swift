internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// What both sides had last on the page, and how they differ from what they have next.
struct SidesOnPage {
  /// What the device has, and the server; nil where the page has nothing of it yet.
  typealias Sides = (device: RealmState?, server: RealmState?)

  /// A property that changed on one side, with what it has now; nil for nothing.
  struct CellChange {
    var side: Int
    var object: ObjectName
    var property: RealmString
    var value: Value?
    /// Whether the two sides now differ there, as far as an app would see it.
    var differs: Bool
  }

  private(set) var last: Sides
  /// The classes that the page shows; all if nil.
  let classes: Set<RealmString>?

  init(_ last: Sides = (nil, nil), classes: Set<RealmString>?) {
    (self.last, self.classes) = (last, classes)
  }

  /// Goes on to what both sides have next. A side that is not known next stays what it was.
  mutating func advance(to next: Sides) -> [CellChange] {
    let next = (device: next.device ?? last.device, server: next.server ?? last.server)
    defer { last = next }
    let names = Self.changed(last.device, next.device).union(Self.changed(last.server, next.server))
    let shown = names.filter { classes?.contains($0.className) != false }
    return shown.map { (name: $0, key: TextBytes($0.key.text)) }
      .sorted { ($0.name.className, $0.key) < ($1.name.className, $1.key) }
      .flatMap { changes(of: $0.name, to: next) }
  }

  /// The objects that are not, or may not be, the same in both states.
  private static func changed(_ earlier: RealmState?, _ later: RealmState?) -> Set<ObjectName> {
    guard let later, !earlier.isIdentical(to: later) else { return [] }
    if let changes = earlier.flatMap({ later.changes(since: $0) }) { return changes.objects }
    return [earlier, later].reduce(into: []) {
      $0.formUnion($1.map { Array($0.objectNames) } ?? [])
    }
  }

  private func changes(of name: ObjectName, to next: Sides) -> [CellChange] {
    let before = [last.device, last.server].map { $0?.values(of: name) ?? [:] }
    let after = [next.device, next.server].map { $0?.values(of: name) ?? [:] }
    let properties = Set((before + after).flatMap(\.keys)).sorted()
    return properties.flatMap { property -> [CellChange] in
      let seen = after.map { $0[property].map(ObservedValue.value) ?? .absent }
      let differs = !seen[0].looksLike(seen[1])
      return (0...1).compactMap { side in
        guard before[side][property] != after[side][property] else { return nil }
        return CellChange(
          side: side, object: name, property: property, value: after[side][property],
          differs: differs)
      }
    }
  }
}

extension RealmState {
  /// The values of an object by property; none where it is not there.
  fileprivate func values(of name: ObjectName) -> [RealmString: Value] {
    object(name.key, of: name.className)?.byKey ?? [:]
  }
}

/// The objects and properties that anything on the page is about, each with a number.
struct PageCells {
  private struct Cell: Hashable {
    var object: Int
    var property: RealmString?
  }

  private var objectNumbers: [ObjectName: Int] = [:]
  private var cellNumbers: [Cell: Int] = [:]
  private(set) var objects = NumberTable("class", "key")
  private(set) var cells = NumberTable("object", "property")

  mutating func number(
    of property: RealmString?, in name: ObjectName, _ data: inout HTMLData
  ) -> Int {
    let object = number(of: name, &data)
    let cell = Cell(object: object, property: property)
    if let number = cellNumbers[cell] { return number }
    let number = cells.add([object, data.number(of: property?.nameText)])
    cellNumbers[cell] = number
    return number
  }

  private mutating func number(of name: ObjectName, _ data: inout HTMLData) -> Int {
    if let number = objectNumbers[name] { return number }
    let number = objects.add([
      data.number(of: name.className.nameText), data.number(of: name.key.wholeText),
    ])
    objectNumbers[name] = number
    return number
  }
}

extension PrimaryKeyValue {
  /// The key whole, without the name of its type where that is plain to see.
  fileprivate var wholeText: String {
    if case .string(let text) = self { return text.quotedText }
    return shortText
  }
}
