internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ReportSection {
  /// The writes to a property, or to objects as wholes, that met one fate for one cause.
  struct AlikeWrites {
    var className: String
    /// The property's name, or what stands in its place.
    var property: String
    var fate: Fate
    var cause: Cause?
    /// What is said of all of them, in words without a final period; nil where there is nothing.
    var reason: String?
    var writeCount: Int
    /// How many objects were written to.
    var objectCount: Int

    private struct Identity: Hashable {
      var className: RealmString
      var isObject: Bool
      var property: RealmString?
      var fate: Fate
      var cause: Cause?
    }

    /// The gravest first, then by class and property, then the most.
    static func all(in report: Report) -> [AlikeWrites] {
      let groups = Dictionary(grouping: report.writes.indices) { index in
        let write = report.writes[index]
        return Identity(
          className: write.address.className, isObject: write.address.object != nil,
          property: write.address.property, fate: write.fate, cause: write.cause)
      }
      return groups.sorted { a, b in
        let (first, second) = (a.key, b.key)
        if first.fate != second.fate { return first.fate.gravity < second.fate.gravity }
        if first.className != second.className { return first.className < second.className }
        if a.value.count != b.value.count { return a.value.count > b.value.count }
        return a.value[0] < b.value[0]
      }.map { AlikeWrites($0.value, in: report) }
    }

    private init(_ indexes: [Int], in report: Report) {
      let first = report.writes[indexes[0]]
      let place = WritePlace(first.address, objectName: first.address.object.map(\.shortText))
      (className, property) = (place.className, place.propertyName)
      (fate, cause) = (first.fate, first.cause)
      let reasons = Set(indexes.prefix(Self.reasonsMax).map { report.writes[$0].reason })
      let isOneReason = reasons.count == 1 && indexes.count <= Self.reasonsMax
      reason = isOneReason ? first.reason.words : first.cause?.meaning
      writeCount = indexes.count
      objectCount = Set(indexes.compactMap { report.writes[$0].address.object }).count
    }

    /// Where more are alike, their cause tells more than what is said of one.
    private static let reasonsMax = 1_000

    /// How many writes there are, to how many objects.
    var extent: String { Phrase.extent(writes: writeCount, objects: objectCount) }
  }
}
