package import RealmModel
package import TraceFormat

extension RealmState {
  /// Applies a changeset if it fits; else returns why it does not, and nothing of it was applied.
  @discardableResult
  package mutating func applyIfItFits(_ changeset: Changeset) -> ApplyFailure? {
    do throws(ApplyFailure) {
      try apply(changeset)
      return nil
    } catch {
      return error
    }
  }

  /// The state with some changesets; nil where one is not known or does not fit.
  package func applying(_ changesets: [Changeset?]) -> RealmState? {
    var state = self
    for changeset in changesets {
      guard let changeset, state.applyIfItFits(changeset) == nil else { return nil }
    }
    return state
  }
}
