/// What an export could not say, and what it said with less than was there.
public struct ExportTally: Hashable, Sendable {
  /// How many operations are not in the export, by why.
  public var limits: [ExportLimit: Int] = [:]
  /// How many values were rounded, by what is lost.
  public var roundings: [ExportRounding: Int] = [:]
  /// How many operations stand beside the document's data, because its form has no words for them.
  public var besideDataCount = 0
  /// How many operations about classes and properties a target need not be told: it takes them as they come.
  public var impliedCount = 0

  /// Nothing left out and nothing rounded.
  public init() {}

  /// How many operations are not in the export.
  public var unexpressedCount: Int { limits.values.reduce(0, +) }

  package mutating func note(_ limit: ExportLimit, count: Int = 1) {
    limits[limit, default: 0] += count
  }
  package mutating func note(_ rounding: ExportRounding) { roundings[rounding, default: 0] += 1 }
}
