/// A result that a ``ReplayCache`` remembers, with all that it depends on.
package protocol CachedResult {
  static var countMax: Int { get }
}

/// Remembers the last results of each kind, for many replays of one trace in a row: under many faults and in several modes a
/// reset does the same to the same data, and differs in what happens around it.
///
/// It is part of no result: each replay leads to what it would lead to alone. States and changesets are the same where they are so in
/// memory, which proves it whatever they hold; as long as something is remembered, its memory is not used for anything else. What is
/// made anew is worked out anew. A cache belongs to one trace, and to one task.
package final class ReplayCache {
  private var kinds: [(type: any CachedResult.Type, results: AnyObject)] = []

  package init() {}

  /// The last result of a kind that is meant; one that is made and remembered if there is none.
  package func result<Result: CachedResult, Failure: Error>(
    where isMeant: (Result) -> Bool, otherwise make: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let known = results(of: Result.self)
    if let result = known.last(where: isMeant) { return result }
    let result = try make()
    known.add(result)
    return result
  }

  private func results<Result: CachedResult>(of type: Result.Type) -> RecentResults<Result> {
    if let known = kinds.first(where: { $0.type == type })?.results as? RecentResults<Result> {
      return known
    }
    let new = RecentResults<Result>()
    kinds.append((type, new))
    return new
  }
}

/// The results of one kind that were asked for last: what is asked for again soon is still there, and what is not asked for any more
/// goes.
private final class RecentResults<Result: CachedResult> {
  /// The one that was asked for last is the last one.
  private var kept: [Result] = []

  func last(where isMeant: (Result) -> Bool) -> Result? {
    guard let index = kept.lastIndex(where: isMeant) else { return nil }
    if index < kept.count - 1 { kept.append(kept.remove(at: index)) }
    return kept.last
  }

  func add(_ result: Result) {
    if kept.count == Result.countMax { kept.removeFirst() }
    kept.append(result)
  }
}
