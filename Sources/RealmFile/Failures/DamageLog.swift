/// What was found wrong with parts of a file while the rest was read.
///
/// Strictly read, the first damage ends the reading. Salvaging, it is noted, and the part is left out.
package struct DamageLog: Sendable {
  package let salvages: Bool
  /// What was left out and why, in the order it was found; no more than ``failuresMax``.
  package private(set) var failures: [RealmFileFailure] = []
  package private(set) var omittedCount = 0
  /// What is odd about the file and costs nothing: Realm reads it the same.
  package internal(set) var remarks: [RealmFileFailure] = []
  /// Budget B5: most failures that are kept.
  static let failuresMax = 1000

  package init(salvages: Bool) { self.salvages = salvages }

  /// Notes damage that concerns a part only; any other, and all where nothing is salvaged, is thrown on.
  mutating func take(_ failure: RealmFileFailure) throws(RealmFileFailure) {
    guard salvages, failure.concernsPartOnly else { throw failure }
    note(failure)
  }

  /// Notes what does not keep the rest from being read.
  mutating func note(_ failure: @autoclosure () -> RealmFileFailure) {
    if failures.count < Self.failuresMax { failures.append(failure()) } else { omittedCount += 1 }
  }

  /// What was left out and why, with a last line that says how many more there were.
  package var listing: [RealmFileFailure] {
    guard omittedCount > 0 else { return failures }
    let what = "damaged parts (\(omittedCount) are not listed)"
    return failures + [RealmFileFailure(.limitExceeded(what: what, limit: Self.failuresMax))]
  }

  /// Says of what was noted since there were so many failures that it is inside a part.
  mutating func place(since count: Int, inside part: @autoclosure () -> String) {
    for index in failures.indices.dropFirst(count) {
      failures[index] = failures[index].inside(part())
    }
  }

  mutating func note(allOf other: DamageLog) {
    for failure in other.failures { note(failure) }
    omittedCount += other.omittedCount
  }
}
