internal import Analyzer
package import RealmModel
import Replayer
internal import TraceFormat

extension OutcomeSummary.StateSummary {
  /// The digests of a state.
  ///
  /// - Complexity: Linear in the size of the state, which is written out once.
  package init(_ state: RealmState) {
    let canonical = CanonicalDifference.comparable(state.canonicalJSON)
    var summaries: [OutcomeSummary.ClassSummary] = []
    if case .object(let classes)? = canonical.member("classes") {
      summaries = classes.map { OutcomeSummary.ClassSummary($0) }
    }
    self.init(digest: Hex.digest(canonical.digest), classes: summaries)
  }
}

extension OutcomeSummary.ClassSummary {
  fileprivate init(_ member: JSONText.Member) {
    var objectCount: Int?
    if case .array(let objects)? = member.value.member("objects") { objectCount = objects.count }
    self.init(
      name: member.realmName.nameText, objectCount: objectCount,
      digest: Hex.digest(member.value.digest))
  }
}
