internal import TraceFormat

/// The resets of two summaries of one trace, each with its counterpart.
///
/// A reset is known by what it is: the session that it is of, the error that asked for it and the writes that are at
/// stake. Its record alone says little, since a trace that was recorded anew may have gained or lost records before it.
struct MatchedResets {
  struct Pair {
    /// Nil for a reset that is new.
    var old: OutcomeSummary?
    /// Nil for one that is gone.
    var new: OutcomeSummary?
  }

  /// In the order of the new side; resets that are gone come last.
  private(set) var pairs: [Pair]

  init(_ old: [OutcomeSummary], _ new: [OutcomeSummary]) {
    let (first, second) = (old.map(Likeness.init), new.map(Likeness.init))
    var candidates: [Candidate] = []
    for i in first.indices {
      for j in second.indices {
        let score = first[i].score(with: second[j])
        if score >= Likeness.scoreMin { candidates.append(Candidate(old: i, new: j, score: score)) }
      }
    }
    var partners = [Int?](repeating: nil, count: new.count)
    var taken = Set<Int>()
    for candidate in candidates.sorted(by: Candidate.goesBefore)
    where partners[candidate.new] == nil && taken.insert(candidate.old).inserted {
      partners[candidate.new] = candidate.old
    }
    pairs =
      new.indices.map { j in Pair(old: partners[j].map { old[$0] }, new: new[j]) }
      + old.indices.filter { !taken.contains($0) }.map { Pair(old: old[$0], new: nil) }
  }

  private struct Candidate {
    var old: Int
    var new: Int
    var score: Int

    /// The best first; of equal ones those that stand at the same place in both.
    static func goesBefore(_ a: Candidate, _ b: Candidate) -> Bool {
      let (left, right) = (abs(a.old - a.new), abs(b.old - b.new))
      return (-a.score, left, a.new, a.old) < (-b.score, right, b.new, b.old)
    }
  }
}

private struct Likeness {
  private var reset: TextBytes
  private var names: [TextBytes]
  private var errors: [TextBytes]
  /// How often there is each write, wherever its transaction stands.
  private var writes: [TextBytes: Int]
  private var writeCount: Int

  /// Two resets with less in common are two.
  static let scoreMin = 300

  init(_ summary: OutcomeSummary) {
    reset = TextBytes(summary.reset)
    names = summary.facts(.name).map { TextBytes($0) }
    errors = summary.facts(.error).map { TextBytes($0) }
    writes = Dictionary(summary.writes.map { (TextBytes($0.text), 1) }, uniquingKeysWith: +)
    writeCount = summary.writes.count
  }

  func score(with other: Likeness) -> Int {
    writeScore(with: other) + (reset == other.reset ? 300 : 0) + (names == other.names ? 300 : 0)
      + (errors == other.errors ? 200 : 0)
  }

  private func writeScore(with other: Likeness) -> Int {
    guard writeCount + other.writeCount > 0 else { return 250 }
    let shared = writes.reduce(0) { $0 + min($1.value, other.writes[$1.key] ?? 0) }
    return 2000 * shared / (writeCount + other.writeCount)
  }
}
