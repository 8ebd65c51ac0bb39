package import RealmModel
package import TraceFormat

/// Why a changeset of the other side cannot be integrated.
enum IntegrationFailure: Error {
  /// It contradicts what it has to be merged with.
  case merge(MergeFailure)
  /// It does not fit the state that it is for.
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
