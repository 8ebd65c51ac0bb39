package import RealmModel
package import TraceFormat

enum IntegrationFailure: Error {
  case merge(MergeFailure)
  case misfit(ApplyFailure)
}

extension RealmState {
  /// Applies a changeset unless it does not fit, and then leaves it out.
  ///
  /// - Returns: why it does not fit; nothing of it was applied then.
  @discardableResult
  package mutating func applyIfItFits(_ changeset: Changeset) -> ApplyFailure? {
    do throws(ApplyFailure) {
      try apply(changeset)
      return nil
    } catch {
      return error
    }
  }
}
