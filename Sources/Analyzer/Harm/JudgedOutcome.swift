internal import RealmModel
internal import Replayer

/// An outcome with its writes judged, and the harm to the server's data found.
///
/// All of it is the same for outcomes that are judged by the same data (``Outcome/isJudged(as:)``).
struct JudgedOutcome {
  let outcome: Outcome
  let server: ServerChanges
  let taken: IntegratedTransactions
  let baseWithTaken: RealmState?
  let writes: [JudgedWrite]
  let collateral: [Collateral]
  /// Nil where nobody reports on the outcome.
  let account: Account?

  /// What only a report needs.
  struct Account {
    let observedPropertyValues: [Address: ObservedValues]
    let harm: HarmAccount
    let changes: [Change]
    /// Where the file is set aside: what it has of what a restored server lacks.
    let syncedInFile: [HarmAccount.AcknowledgedLoss]
  }

  /// - Parameter cache: what other outcomes have in common with this one; nil where there are none.
  init(_ outcome: Outcome, isReported: Bool, cache: ReplayCache? = nil) {
    self.outcome = outcome
    var judge = Judge(outcome, cache: cache)
    (writes, server, baseWithTaken) = (judge.writes(), judge.server, judge.baseWithTaken)
    taken = judge.taken
    // All that the judge knows of each write is let go before more is made of them.
    let observed = isReported ? judge.observedPropertyValues(of: writes) : nil
    let changes = judge.changes
    _ = consume judge
    collateral = CollateralSearch.find(in: outcome, writes: writes, server, baseWithTaken)
    account = observed.map { [writes, taken, collateral, server, baseWithTaken] in
      let synced = outcome.syncedInFile(server)
      var harm = HarmAccount(of: outcome, writes, collateral, server, baseWithTaken)
      harm.syncedInFileOnly = outcome.inFileOnly(synced)
      let judge = ChangeJudge(outcome, writes, taken, harm, collateral)
      return Account(
        observedPropertyValues: $0, harm: harm, changes: changes.map(judge.settled),
        syncedInFile: synced)
    }
  }
}
