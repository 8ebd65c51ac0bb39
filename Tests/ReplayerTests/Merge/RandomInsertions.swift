import TestSupport
import TraceFormat

@testable import Replayer

/// Two sides that do nothing but insert into one list, each in its own way: at the end, in front, close to
/// what it inserted last, or anywhere.
struct RandomInsertions {
  private enum Habit: CaseIterable {
    case end
    case front
    case close
    case anywhere
  }

  let changes: ConcurrentChanges

  /// - Parameter clocksGoBack: Whether a later transaction of theirs may have been written earlier.
  init(seed: UInt64, clocksGoBack: Bool = false) {
    var numbers = SeededNumbers(seed: seed)
    let size = UInt32.random(in: 0..<4, using: &numbers)
    let ours = Self.side(2, size, clocksGoBack: true, &numbers)
    let theirs = Self.side(3, size, clocksGoBack: clocksGoBack, &numbers)
    changes = ConcurrentChanges(localFileIdent: 2, ours: ours, theirs: theirs)
  }

  private static func side(
    _ ident: UInt64, _ size: UInt32, clocksGoBack: Bool, _ numbers: inout SeededNumbers
  ) -> [HistoryEntry] {
    var (size, last, time) = (size, UInt32(0), UInt64(1000))
    return (0..<Int.random(in: 1..<6, using: &numbers)).map { index in
      let habit = Habit.allCases.randomElement(using: &numbers) ?? .end
      time += UInt64.random(in: 0..<3, using: &numbers)
      if clocksGoBack { time = UInt64.random(in: 1000..<1006, using: &numbers) }
      let changeset = Changeset.build {
        for _ in 0..<Int.random(in: 0..<12, using: &numbers) {
          let close = last - min(last, 1)...min(last + 1, size)
          last =
            switch habit {
            case .end: size
            case .front: 0
            case .close: UInt32.random(in: close, using: &numbers)
            case .anywhere: UInt32.random(in: 0...size, using: &numbers)
            }
          $0.arrayInsert(Edit.element(last), .int(Int64(size)), priorSize: size)
          size += 1
        }
      }
      return HistoryEntry(
        changeset, version: UInt64(index + 5), lastIntegratedRemoteVersion: 4,
        originTimestamp: time,
        originFileIdent: ident)
    }
  }
}
