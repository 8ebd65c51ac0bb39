internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What a report shows of all writes to one property of an object: one line, under the gravest fate
/// among them.
struct PropertyLine {
  /// Whose value is shown.
  enum Side: String {
    case device
    case server
    /// On the device after the reset.
    case now
    case lastSync = "last sync"
    /// What the device and the server both have.
    case deviceAndServer = "device and server"
  }

  /// What is shown of a side.
  enum Content: Hashable {
    case sighting(Sighting)
    /// The size of a collection that is too long to be shown and compared.
    case elementCount(Int)
  }

  /// Nil for writes to the object or the class as a whole.
  var property: RealmString?
  var fate: Fate
  /// What the last write of that fate did, where its values don't tell.
  var operation: String?
  var values: [(side: Side, content: Content)]
  /// Why, and how many writes there are.
  var notes: [String]

  /// What each side has, so that values that differ are seen to differ.
  func shownValues(columns: Int) -> [(side: Side, text: String, isValue: Bool)] {
    let seen = values.compactMap { value -> Sighting? in
      if case .sighting(let sighting) = value.content { sighting } else { nil }
    }
    var texts = Phrase.apart(seen, columns: columns)[...]
    return values.map { side, content in
      switch content {
      case .sighting(let sighting): (side, texts.popFirst() ?? "", sighting.isValue)
      case .elementCount(let count): (side, Phrase.count(count, "element"), false)
      }
    }
  }

  /// The least room that a value has in a line of text; a UUID just fits.
  static let valueColumns = 36
}

extension Report {
  func line(for group: WriteGroups.PropertyGroup, valueColumns: Int) -> PropertyLine {
    let fate = group.fate
    var line = PropertyLine(property: group.name, fate: fate, values: [], notes: [])
    if let last = group.writes.last(where: { $0.fate == fate }) {
      show(last, valueColumns, in: &line)
      if let deletion = last.impliedBy.map({ writes[$0].address }) {
        line.notes.append(Phrase.partOfDeletion(of: deletion.text))
      }
      line.notes += last.defect.map { [$0.words] } ?? []
    }
    if group.indexes.count > 1 { line.notes.append(Self.breakdown(group)) }
    return line
  }

  private func show(_ write: JudgedWrite, _ columns: Int, in line: inout PropertyLine) {
    switch (write.fate, write.sightings.device) {
    case (.superseded, _), (.unknown, _):
      show(write, because: write.reason.words, columns, in: &line)
    case (.lost, .absent) where write.isUploadOnly:
      show(write, because: write.serverSide.words, columns, in: &line)
    case (_, .value): showValues(write, columns, in: &line)
    case (.lost, _) where write.reason.isServersDoing:
      show(write, because: write.reason.words, columns, in: &line)
    case (.lost, _) where !write.address.path.isEmpty: showValues(write, columns, in: &line)
    case (.lost, _): show(write, because: write.serverSide.words, columns, in: &line)
    case (.stranded, _), (.pending, _): show(write, because: nil, columns, in: &line)
    default: show(write, because: write.reason.words, columns, in: &line)
    }
  }

  private func show(
    _ write: JudgedWrite, because reason: String?, _ columns: Int, in line: inout PropertyLine
  ) {
    line.operation = write.operation.words(valueColumns: columns)
    line.notes += reason.map { [$0] } ?? []
  }

  /// The value on the device, now, and at the last sync.
  private func showValues(_ write: JudgedWrite, _ columns: Int, in line: inout PropertyLine) {
    let seen = propertySightings[write.address.wholeProperty] ?? write.sightings
    line.values = Self.values(seen, of: write, columns)
    // What the mode does to all writes is said once, above.
    let isOfItsOwn = write.cause != .discardedByMode
    if write.fate == .lost || write.fate == .conflicted || write.isDoneAgain, isOfItsOwn {
      line.notes.append(write.reason.words)
    }
    // What was added to a number doesn't show in the number.
    if write.kind == .addInteger, write.fate != .redundant {
      line.operation = write.operation.words
    }
    if line.values.contains(where: { if case .elementCount = $0.content { true } else { false } }) {
      line.operation = write.operationAtPath(valueColumns: columns)
    }
  }

  static func values(
    _ seen: Sightings, of write: JudgedWrite, _ columns: Int
  ) -> [(side: PropertyLine.Side, content: PropertyLine.Content)] {
    guard write.fate != .redundant || seen.device != seen.server else {
      return [(.deviceAndServer, .sighting(seen.device))]
    }
    if let sizes = sizes(seen, columns) { return sizes }
    var values: [(side: PropertyLine.Side, content: PropertyLine.Content)] = [
      (.device, .sighting(seen.device))
    ]
    values.append(
      write.fate.isKeptInFile ? (.server, .sighting(seen.server)) : (.now, .sighting(seen.after)))
    if let before = seen.before, before != seen.after || write.fate.isKeptInFile {
      values.append((.lastSync, .sighting(before)))
    }
    return values
  }

  /// How many elements the collections have, where they are too long to be shown and compared.
  private static func sizes(
    _ seen: Sightings, _ columns: Int
  ) -> [(side: PropertyLine.Side, content: PropertyLine.Content)]? {
    guard let device = seen.device.elementCount, let after = seen.after.elementCount,
      seen.device.text(columns: columns).hasSuffix("…")
        || seen.after.text(columns: columns).hasSuffix("…")
    else { return nil }
    return [(.device, .elementCount(device)), (.now, .elementCount(after))]
  }

  /// Such as `(3 writes: 2 lost, 1 superseded)`.
  private static func breakdown(_ group: WriteGroups.PropertyGroup) -> String {
    let counts = Fate.allCases.compactMap { fate -> String? in
      let count = group.writes.count { $0.fate == fate }
      return count == 0 ? nil : "\(count) \(fate.rawValue)"
    }
    let detail = counts.count == 1 ? "" : ": " + counts.joined(separator: ", ")
    return "(\(group.indexes.count) writes\(detail))"
  }
}

extension Sighting {
  /// Whether there is a value, and not only something or nothing.
  var isValue: Bool {
    if case .value = self { true } else { false }
  }

  /// The number of elements of a collection.
  fileprivate var elementCount: Int? {
    switch self {
    case .value(.list(let elements)), .value(.set(let elements)): elements.count
    case .value(.dictionary(let entries)): entries.count
    default: nil
    }
  }
}

extension Fate {
  /// Whether the write is on the device alone, so that what the server has is told beside it.
  fileprivate var isKeptInFile: Bool { self == .stranded || self == .pending }
}

extension FateReason {
  /// Whether the server did away with the write, whatever it has in its place.
  fileprivate var isServersDoing: Bool {
    switch self {
    case .refused, .lost(.fileDeleted): true
    default: false
    }
  }
}
