internal import TraceFormat

package struct MatchedWrites {
  package struct Pair: Sendable {
    package var old: OutcomeSummary.Write
    package var new: OutcomeSummary.Write
  }

  /// In the order of the new side.
  private(set) var pairs: [Pair] = []
  private(set) var added: [OutcomeSummary.Write] = []
  private(set) var gone: [OutcomeSummary.Write] = []

  /// Writes are the same if they do the same at the same place of the same transaction. A trace can
  /// hold a transaction twice; then the first stands against the first.
  ///
  /// A trace that gained or lost transactions may count them from elsewhere: the shift with which most
  /// writes agree goes first. What is left over is the same where it does the same at the same place.
  init(_ old: [OutcomeSummary.Write], _ new: [OutcomeSummary.Write]) {
    var matcher = Matcher(old, new)
    let shift = matcher.shift
    if shift != 0 { matcher.match { Key($0, shift: $1 ? shift : 0) } }
    matcher.match { write, _ in Key(write, shift: 0) }
    matcher.match { write, _ in TextBytes(write.text) }
    for index in new.indices {
      if let partner = matcher.partners[index] {
        pairs.append(Pair(old: old[partner], new: new[index]))
      } else {
        added.append(new[index])
      }
    }
    gone = old.indices.filter { !matcher.isTaken[$0] }.map { old[$0] }
  }

  /// A write at its place in a trace, its transaction counted from another version.
  private struct Key: Hashable {
    var version: UInt64
    var index: Int
    /// By its bytes: the places of two writes may look alike.
    var text: TextBytes

    init(_ write: OutcomeSummary.Write, shift: Int64) {
      version = write.position.version &+ UInt64(bitPattern: shift)
      index = write.position.index
      text = TextBytes(write.text)
    }
  }

  private struct Matcher {
    let old: [OutcomeSummary.Write]
    let new: [OutcomeSummary.Write]
    /// For each new write the index of the old one.
    var partners: [Int?]
    var isTaken: [Bool]

    init(_ old: [OutcomeSummary.Write], _ new: [OutcomeSummary.Write]) {
      (self.old, self.new) = (old, new)
      partners = Array(repeating: nil, count: new.count)
      isTaken = Array(repeating: false, count: old.count)
    }

    /// Pairs what is left over and has the same key, in order; `key` gets a write, and whether it is an old one.
    mutating func match<Key: Hashable>(_ key: (OutcomeSummary.Write, Bool) -> Key) {
      var indexes: [Key: [Int]] = [:]
      for index in old.indices.reversed() where !isTaken[index] {
        indexes[key(old[index], true), default: []].append(index)
      }
      for index in new.indices where partners[index] == nil {
        guard let partner = indexes[key(new[index], false)]?.popLast() else { continue }
        partners[index] = partner
        isTaken[partner] = true
      }
    }

    /// How many of the same writes are asked about at most, so that the time stays linear.
    private static let candidatesMax = 4

    /// What to add to the old versions so that the most writes stand where they are now.
    var shift: Int64 {
      let candidates = Dictionary(grouping: old) { TextBytes($0.text) }
      var votes: [Int64: Int] = [:]
      for write in new {
        let position = write.position
        let same = candidates[TextBytes(write.text)] ?? []
        for other in same.prefix(Self.candidatesMax) where other.position.index == position.index {
          let shift = position.version &- other.position.version
          votes[Int64(bitPattern: shift), default: 0] += 1
        }
      }
      let best = votes.max { a, b in
        (a.value, b.key.magnitude, b.key) < (b.value, a.key.magnitude, a.key)
      }
      return best?.key ?? 0
    }
  }
}
