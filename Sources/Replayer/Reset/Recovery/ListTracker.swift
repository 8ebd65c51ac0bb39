import RealmModel

/// Follows one list through the recovery: which elements of the server's list the recovery itself
/// inserted, and whether the list has to be copied whole.
///
/// An index in a recovered instruction means a position in the client's list, and the server's
/// list differs from it. Only elements that the recovery inserted have a known position in both;
/// touching any other one makes the whole list be copied from the client at the end of the
/// changeset (`docs/rules.md`, "List tracking"; Realm Core: `client_reset_recovery.cpp`).
struct ListTracker: Sendable {
  enum Verdict: Hashable, Sendable {
    /// Apply it at this index of the server's list.
    case apply(at: Int)
    case move(from: Int, to: Int)
    /// Drop it: the list will be copied whole.
    case copiedWhole
    case alreadyCopied
    /// Drop it: it concerns an element that never came to be on the server.
    case dropped
    case crash(reason: String)
  }

  /// The elements that the recovery inserted. In the ideal engine alone, one may have a place only on
  /// the client: its insertion was dropped because its link target is gone.
  var known = TrackedElements()
  /// Whether operations are ignored because the list is copied whole.
  private(set) var isManual = false
  private(set) var isCopied = false
  let quirks: Quirks

  /// Whether a copy is due at the end of the changeset. If copies are repeated, it always is: the
  /// list may hold links to objects, or objects with properties, that only this changeset created.
  var needsCopy: Bool { isManual && (!isCopied || repeatsCopies) }
  var lacksCopy: Bool { isManual && !isCopied }
  private var repeatsCopies: Bool { !quirks.contains(.listsAreCopiedOnce) }

  /// Gives the list up to a copy.
  mutating func mark() {
    isManual = true
    known.removeAll()
  }

  mutating func didCopy() { isCopied = true }

  func ignoreBecauseManual() -> Verdict {
    isCopied && !repeatsCopies ? .alreadyCopied : .copiedWhole
  }

  mutating func markAndIgnore() -> Verdict {
    mark()
    return .copiedWhole
  }

  mutating func clear() {
    isManual = false
    known.removeAll()
    if !quirks.contains(.copiedOutlivesClear) { isCopied = false }
  }

  /// Whether the position in the server's list is known of the client's element at `index`.
  func knows(_ index: Int) -> Bool { known.element(atLocal: index) != nil }

  /// An insertion before the client's element at `index`; `size` is that of the server's list.
  mutating func insert(at index: Int, size: Int) -> Verdict {
    if isManual { return ignoreBecauseManual() }
    let target = insertionTarget(for: index, size: size)
    known.within(locals: index..<(.max)) {
      $0.change(.init(local: 1))
      $0.shiftRemotes(by: 1)
    }
    known.insert(.init(local: index, remote: target))
    return .apply(at: target)
  }

  /// The index in the server's list: the client's own where that exists. The ideal engine also keeps
  /// it between the recovered elements that stand before and after it on the client.
  private mutating func insertionTarget(for index: Int, size: Int) -> Int {
    let clamped = min(index, size)
    guard !quirks.contains(.clampedInsertionsCollide) else { return clamped }
    let before = known.within(locals: .min..<index) { $0.remotes }
    let after = known.within(locals: index..<(.max)) { $0.remotes }
    let lowest = before.map { $0.upperBound + 1 } ?? 0
    return max(lowest, min(clamped, after?.lowerBound ?? size))
  }

  /// An insertion at `index` that is dropped because the link's target is gone.
  mutating func insertDropped(at index: Int) -> Verdict {
    guard !quirks.contains(.droppedInsertionsAreNotCounted) else { return .dropped }
    if isManual { return ignoreBecauseManual() }
    known.shiftLocals(by: .insertion(at: index))
    known.insert(.init(local: index, remote: nil))
    return .dropped
  }

  /// An update of the element at `index`, or a path that leads through it.
  mutating func update(at index: Int) -> Verdict {
    if isManual { return ignoreBecauseManual() }
    guard let element = known.element(atLocal: index) else { return markAndIgnore() }
    return element.remote.map { .apply(at: $0) } ?? .dropped
  }

  mutating func erase(at index: Int) -> Verdict {
    if isManual { return ignoreBecauseManual() }
    guard let erased = known.remove(atLocal: index) else { return markAndIgnore() }
    known.within(locals: index..<(.max)) {
      $0.change(.init(local: -1))
      if erased.remote != nil { $0.shiftRemotes(by: -1) }
    }
    return erased.remote.map { .apply(at: $0) } ?? .dropped
  }

  /// The client's element at `index` went with the object that it linked to. What that does to the
  /// server's list follows from the removal of the object there.
  mutating func eraseWithObject(at index: Int) {
    guard !isManual else { return }
    known.remove(atLocal: index)
    known.shiftLocals(by: .removal(at: index))
  }

  /// Elements vanished from the server's list because an object was deleted during the recovery.
  mutating func didLoseElement(at remoteIndex: Int) {
    guard !quirks.contains(.deletionsShiftUnnoticed) else { return }
    known.loseRemote(remoteIndex)
    known.shiftRemotes(by: .removal(at: remoteIndex))
  }
}
