package import TraceFormat

/// The steps that make of a list another one, as few as there are differences.
struct ListEdits {
  private(set) var edits: [ListEdit] = []

  init(from present: [Value], to wanted: [Value]) {
    let alignment = ListAlignment(present, wanted)
    var target = Target(present)
    target.tokens = wanted.indices.map { j in
      guard let i = alignment.earlierIndexes[j] else { return target.new(wanted[j]) }
      if !present[i].looksLike(wanted[j]) { target.sets[i] = wanted[j] }
      return i
    }
    edits = target.edits
  }

  /// The steps that do to the server's list what the device did to its own since both had the same.
  ///
  /// Nil where that can't be said: where the server has changed an element that the device has set or
  /// removed, or has taken away one that the device has set; or where both have moved elements, and its order is
  /// another one than the device's although no move is left.
  init?(of device: [Value], since base: [Value], to server: [Value]) {
    let (own, theirs) = (ListAlignment(base, device), ListAlignment(base, server))
    var target = Target(server)
    /// Where an element of the last sync stands on the server, which has left it as it was.
    func place(_ i: Int) -> Int? {
      theirs.laterIndexes[i].flatMap { base[i].looksLike(server[$0]) ? $0 : nil }
    }
    var gone = Set<Int>()
    for i in base.indices {
      let isGone = own.laterIndexes[i] == nil
      let wanted = own.laterIndexes[i].map { device[$0] }
      guard isGone || wanted?.looksLike(base[i]) == false else { continue }
      if let token = place(i) {
        if let wanted { target.sets[token] = wanted } else { gone.insert(token) }
      } else if let token = theirs.laterIndexes[i] {
        guard let wanted, wanted.looksLike(server[token]) else { return nil }
      } else if wanted != nil {
        return nil
      }
    }
    let isMoved = own.movedLater
    target.tokens = server.indices.filter { token in
      !gone.contains(token)
        && !(theirs.earlierIndexes[token].flatMap { own.laterIndexes[$0] }.map(isMoved.contains)
          ?? false)
    }
    var last: Int?
    let end = device.indices.last { own.earlierIndexes[$0] != nil && !isMoved.contains($0) } ?? -1
    for j in device.indices {
      let known = own.earlierIndexes[j]
      let token = known.flatMap { theirs.laterIndexes[$0] }
      if known != nil, !isMoved.contains(j) {
        last = token ?? last
        continue
      }
      // What the server has taken away is not moved.
      if known != nil, token == nil { continue }
      let next = token ?? target.new(device[j])
      target.insert(next, behind: last, isLast: j > end)
      last = next
    }
    edits = target.edits
    let shared = own.earlierIndexes.compactMap { $0.flatMap { theirs.laterIndexes[$0] } }
    let hasMove = edits.contains { if case .move = $0 { true } else { false } }
    if !hasMove, !isMoved.isEmpty, shared != shared.sorted() { return nil }
  }
}

extension ListAlignment {
  /// The later indexes of what does not stand in the earlier order.
  fileprivate var movedLater: Set<Int> {
    let known = earlierIndexes.indices.filter { earlierIndexes[$0] != nil }
    let kept = IncreasingRun.indexes(of: known.compactMap { earlierIndexes[$0] })
    return Set(known).subtracting(kept.map { known[$0] })
  }
}

/// A list as it is to be, of elements that are there and of new ones.
private struct Target {
  private let present: [Value]
  private var added: [Value] = []
  /// What is there by its index, what is new by numbers beyond.
  var tokens: [Int] = []
  var sets: [Int: Value] = [:]

  init(_ present: [Value]) { self.present = present }

  mutating func new(_ value: Value) -> Int {
    added.append(value)
    return present.count + added.count - 1
  }

  /// Puts an element behind another; behind none it comes first, or last where it is to.
  mutating func insert(_ token: Int, behind other: Int?, isLast: Bool) {
    if isLast { return tokens.append(token) }
    let place = other.flatMap { tokens.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    tokens.insert(token, at: place)
  }

  private func value(_ token: Int) -> Value {
    token < present.count ? present[token] : added[token - present.count]
  }

  /// Removals from the back, then what is new or moved from the front, then what is set.
  var edits: [ListEdit] {
    var edits: [ListEdit] = []
    var current = Array(present.indices)
    let wanted = Set(tokens)
    for index in present.indices.reversed() where !wanted.contains(index) {
      edits.append(.remove(at: index, value: present[index]))
      current.remove(at: index)
    }
    let known = tokens.filter { $0 < present.count }
    let kept = Set(IncreasingRun.indexes(of: known).map { known[$0] })
    var place = 0
    for token in tokens {
      if kept.contains(token) {
        place = (current[place...].firstIndex(of: token) ?? place) + 1
      } else if token >= present.count {
        edits.append(.insert(at: place, value: value(token)))
        current.insert(token, at: place)
        place += 1
      } else if let from = current.firstIndex(of: token) {
        let to = from < place ? place - 1 : place
        if from != to { edits.append(.move(from: from, to: to, value: value(token))) }
        current.remove(at: from)
        current.insert(token, at: to)
        place = to + 1
      }
    }
    for (index, token) in tokens.enumerated() {
      guard let value = sets[token] else { continue }
      edits.append(.set(at: index, from: present[token], to: value))
    }
    return edits
  }
}

/// The longest run of numbers that increase, not necessarily neighbours.
private enum IncreasingRun {
  /// The indexes of the run, in order, in O(n log n).
  static func indexes(of numbers: [Int]) -> [Int] {
    // For each length the index of the smallest number that a run of it ends with.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for index in numbers.indices {
      let place = ends.partitioningIndex { numbers[$0] >= numbers[index] }
      previous[index] = place > 0 ? ends[place - 1] : nil
      if place == ends.count { ends.append(index) } else { ends[place] = index }
    }
    var run: [Int] = []
    var next = ends.last
    while let index = next {
      run.append(index)
      next = previous[index]
    }
    return run.reversed()
  }
}

/// One step that makes of a list another one. Places are those at the time of the step: steps are
/// carried out one after the other.
package enum ListEdit: Codable, Hashable, Sendable {
  /// An element before the one that stands there; at the end of the list at its size.
  case insert(at: Int, value: Value)
  case remove(at: Int, value: Value)
  case set(at: Int, from: Value, to: Value)
  /// An element is taken out, and stands at a place afterwards.
  case move(from: Int, to: Int, value: Value)
}
