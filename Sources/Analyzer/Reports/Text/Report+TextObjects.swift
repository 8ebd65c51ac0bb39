internal import Replayer
internal import TraceFormat

/// The part of a text report that goes through classes, objects and properties.
extension Report {
  /// The most objects of one class that are listed unless every write is asked for.
  private static let shownObjectsMax = 25
  /// What is left of a line for a value behind a name, a fate and a label; a UUID just fits.
  private static let valueColumns = 36

  func writeObjects(to page: inout TextPage, _ options: ReportTextOptions) {
    for group in WriteGroups(writes).classes {
      page.heading(classLine(group))
      let names = ObjectNames(group.objects.compactMap(\.key))
      let shown = options.isVerbose ? group.objects.count : Self.shownObjectsMax
      for object in group.objects.prefix(shown) {
        let name = object.key.map(names.name(of:))
        page.paragraph("\(group.name.shortName) \(name ?? "(schema)")")
        writeProperties(of: object, to: &page, options)
      }
      let rest = group.objects.dropFirst(shown)
      guard !rest.isEmpty else { continue }
      let count = rest.reduce(0) { $0 + $1.writeCount }
      page.paragraph(
        "... and \(Phrase.count(rest.count, "more object")) with \(Phrase.count(count, "write"))")
    }
  }

  private func classLine(_ group: WriteGroups.ClassGroup) -> String {
    let objects = group.objects.count { $0.key != nil }
    let count = group.objects.reduce(0) { $0 + $1.writeCount }
    let what = objects == 0 ? "" : " to \(Phrase.count(objects, "object"))"
    return "\(group.name.shortName): \(Phrase.count(count, "write"))\(what)"
  }

  private func writeProperties(
    of object: WriteGroups.ObjectGroup, to page: inout TextPage, _ options: ReportTextOptions
  ) {
    let names = object.properties.map { $0.name?.shortName ?? Self.ownName(object) }
    let columns = min(max(names.map(\.columnCount).max() ?? 0, 8), 16)
    for (group, name) in zip(object.properties, names) {
      if options.isVerbose {
        for write in group.writes { writeVerdict(write, named: name, columns, to: &page) }
      } else {
        page.row(
          name, nameColumns: columns, group.fate.rawValue, group.fate.role, parts(of: group),
          indent: 4)
      }
    }
  }

  /// What stands in the place of a property's name for writes to the whole object or class.
  private static func ownName(_ object: WriteGroups.ObjectGroup) -> String {
    object.key == nil ? "(class)" : "(object)"
  }

  // MARK: In short

  private func parts(of group: WriteGroups.PropertyGroup) -> [String] {
    let fate = group.fate
    guard let last = group.writes.last(where: { $0.fate == fate }) else { return [] }
    var parts: [String]
    switch (fate, last.sightings.device) {
    case (.superseded, _), (.unknown, _): parts = [last.operation, last.reason]
    case (.lost, .absent) where last.isUploadOnly: parts = [last.operation, last.serverSide]
    case (_, .value): parts = values(last, propertySightings[last.address.wholeProperty])
    case (.lost, _):
      parts =
        last.address.path.isEmpty
        ? [last.operation, last.serverSide]
        : values(last, propertySightings[last.address.wholeProperty])
    case (.stranded, _): parts = [last.operation]
    default: parts = [last.operation, last.reason]
    }
    if group.writes.count > 1 { parts.append(Self.breakdown(group)) }
    return parts
  }

  /// Such as `(3 writes: 2 lost, 1 superseded)`.
  private static func breakdown(_ group: WriteGroups.PropertyGroup) -> String {
    let counts = Fate.allCases.compactMap { fate -> String? in
      let count = group.writes.count { $0.fate == fate }
      return count == 0 ? nil : "\(count) \(fate.rawValue)"
    }
    let detail = counts.count == 1 ? "" : ": " + counts.joined(separator: ", ")
    return "(\(group.writes.count) writes\(detail))"
  }

  /// The value on the device, now, and at the last sync.
  private func values(_ write: WriteVerdict, _ whole: Sightings? = nil) -> [String] {
    let seen = whole ?? write.sightings
    guard write.fate != .redundant || seen.device != seen.server else {
      return ["device and server: \(Self.text(seen.device))"]
    }
    if let sizes = Self.sizes(seen) {
      return [write.address.path.isEmpty ? write.operation : write.operationAtPath] + sizes
    }
    var parts = ["device: \(Self.text(seen.device))"]
    if write.fate == .stranded {
      parts.append("server: \(Self.text(seen.server))")
    } else {
      parts.append("now: \(Self.text(seen.after))")
    }
    if let before = seen.before, before != seen.after || write.fate == .stranded {
      parts.append("last sync: \(Self.text(before))")
    }
    return parts
  }

  /// How many elements the collections have, where they are too long to be shown and compared.
  private static func sizes(_ seen: Sightings) -> [String]? {
    guard let device = seen.device.elementCount, let after = seen.after.elementCount,
      text(seen.device).hasSuffix("…") || text(seen.after).hasSuffix("…")
    else { return nil }
    return [
      "device: \(Phrase.count(device, "element"))", "now: \(Phrase.count(after, "element"))",
    ]
  }

  private static func text(_ sighting: Sighting) -> String {
    sighting.text(columns: valueColumns)
  }

  // MARK: Every write

  private func writeVerdict(
    _ write: WriteVerdict, named name: String, _ columns: Int, to page: inout TextPage
  ) {
    let transaction = transactions[write.transactionIndex]
    page.row(
      name, nameColumns: columns, write.fate.rawValue, write.fate.role,
      [write.operationAtPath], indent: 4)
    var details = [
      "version \(transaction.clientVersion)"
        + (Self.when(transaction.timeMicroseconds).map { ", \($0)" } ?? "")
        + (write.rule.map { ", rule \($0.rawValue)" } ?? ""),
      write.reason,
    ]
    if case .value = write.sightings.device {
      details.append(values(write).joined(separator: ", "))
    }
    for detail in details { page.paragraph(detail, indent: 8, .faint) }
  }
}

extension WriteVerdict {
  /// The operation, behind the path below the property if there is one.
  fileprivate var operationAtPath: String {
    address.path.isEmpty ? operation : "\(address.pathText) \(operation)"
  }
}

extension Sighting {
  /// The number of elements of a collection.
  fileprivate var elementCount: Int? {
    switch self {
    case .value(.list(let elements)), .value(.set(let elements)): elements.count
    case .value(.dictionary(let entries)): entries.count
    default: nil
    }
  }
}
