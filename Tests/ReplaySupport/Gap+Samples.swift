import RealmModel
import Replayer
import TraceFormat

extension Gap.Fact {
  /// Records that are missing for a reason.
  package static func lost(_ reason: String) -> Gap.Fact {
    .records(Loss(firstSequence: nil, recordCount: nil, reason: reason))
  }

  /// Something of a kind that is missing.
  package static func example(of kind: Gap.Kind) -> Gap.Fact {
    switch kind {
    case .wireOnly: .wireOnly
    case .missingBase: .lastSync
    case .missingLocal: .resetSession
    case .missingAcknowledgements: .acknowledgements
    case .missingFresh: .download
    case .missingServerHistory: .changesSinceRestore
    case .assumedAction: .action
    case .ambiguousSession: .sessionAmong([1, 2])
    case .unmergedConcurrentChanges: .merge
    case .lostRecords: .lost("a damaged chunk")
    case .suspectRecords: .intactRecords
    case .unreadableChangeset: .misfit(ApplyFailure(.badChangeset, "it does not fit"))
    case .unknownInternalKeys: .internalKeys
    case .undefinedState: .movedCollection
    case .unreadableMessage: .unreadableMessage(.truncated(needed: 8, available: 3, at: 0))
    }
  }
}
