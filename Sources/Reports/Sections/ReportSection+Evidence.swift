internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What would carry stranded writes over, and how far the report can be trusted.
extension ReportSection {
  struct Plan {
    struct Operation {
      var address: Address
      /// As indexes in ``Report/writes``.
      var writes: [Int]
      /// What to do, in words that follow the name of the place.
      var text: String
      /// Why a person has to decide, in one sentence without a final period.
      var conflict: String?
      var server: Sighting
      var after: Sighting
      var instructions: [JSONText]
    }

    /// How much there is to do, in one sentence without a final period.
    var sentence: String
    var operations: Listed<Operation>

    init(_ plan: MergePlan, _ scope: SectionScope) {
      sentence = plan.sentence
      let all = plan.operations
      let isWhole = all.count <= scope.operationsInOrderMax
      let shown = (isWhole ? nil : scope.operationsMax).map { max in
        all.filter(\.isConflicting).prefix(max) + all.filter { !$0.isConflicting }.prefix(max)
      }
      operations = Listed(
        (shown.map(Array.init) ?? all).map {
          Operation(
            address: $0.address, writes: $0.writes, text: $0.action.words,
            conflict: $0.conflict?.words, server: $0.server, after: $0.after,
            instructions: $0.instructions)
        }, of: all.count)
    }
  }

  /// What the device itself did.
  struct Device {
    /// Whether it did the same.
    var sentence: String
    var differences: [Comparison.Difference]

    init(_ comparison: Comparison) {
      sentence = comparison.sentence
      differences = comparison.differences
    }

    /// Whether the two were of the same mode and action, and yet differ.
    var isOtherwise: Bool { !differences.isEmpty }
  }

  /// What the trace does not show.
  struct GapNote {
    var kind: String
    /// The record in the trace, if it is about one.
    var record: UInt64?
    var text: String
    /// What is not shown, and where.
    var sentence: String

    init(_ gap: Gap) {
      (kind, record) = (gap.kind.rawValue, gap.sequence)
      (text, sentence) = (gap.words, gap.sentence)
    }
  }
}

extension [Horizon] {
  /// The horizon of one mode, if there is one.
  init(_ horizon: Horizon?) { self = horizon.map { [$0] } ?? [] }
}
