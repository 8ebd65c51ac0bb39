import RealmFileSupport
import RealmModel
import TestSupport
import TraceCompression
import TraceFormat

@testable import RealmFile

/// A real file that breaks one rule of `docs/realm-file.md`, and what is said of it.
struct RuleCase: Sendable, CustomStringConvertible {
  var rule: Int
  var fixture: String
  /// What is said of it.
  var message: String
  var damage: @Sendable (inout RealmFileEditor) -> Void

  var description: String { "R\(rule) in \(fixture): \(message)" }

  init(
    _ rule: Int, _ fixture: String, _ message: String,
    _ damage: @escaping @Sendable (inout RealmFileEditor) -> Void
  ) {
    (self.rule, self.fixture, self.message, self.damage) = (rule, fixture, message, damage)
  }

  func damagedBytes() throws -> [UInt8] {
    var editor = RealmFileEditor(try FixtureTests.bytes(fixture))
    damage(&editor)
    return editor.bytes
  }

  /// What is wrong with a file, in the order in which it is found; reading strictly, the first ends it.
  static func failures(of bytes: [UInt8], key: RealmFileKey? = nil) -> [RealmFileFailure] {
    do throws(RealmFileFailure) {
      let file = try OpenRealmFile(MemorySource(bytes), options: .init(key: key))
      _ = try file.state()
      let history = try file.history()
      _ = try file.resetRecord()
      _ = try file.subscriptionSets()
      var inflater = ZlibInflater()
      let unsynced = history?.unsyncedChanges(inflatedBy: &inflater)
      return file.damage.listing + file.damage.remarks + (unsynced?.unreadable.map(\.failure) ?? [])
    } catch {
      return [error]
    }
  }
}

extension RealmFileEditor {
  /// Gives the root elements of 64 bits.
  mutating func widenRoot() {
    let elements = (0..<size(of: root)).map { element($0, of: root) }
    let ref = append(Self.wide(elements, flags: 0x40))
    let slot = Int(bytes[23] & 1)
    for byte in 0..<8 { bytes[8 * slot + byte] = UInt8(truncatingIfNeeded: ref >> (8 * byte)) }
    set([], 2, to: Int64(bytes.count) << 1 | 1)
  }

  /// Puts a tree of two leaves with an element each in the place of a leaf with two.
  mutating func split(
    _ path: [Int], isTwice: Bool = false, _ inner: (Int64, Int64) -> [Int64]
  ) {
    let first = Int64(append(Self.wide([0])))
    let second = isTwice ? first : Int64(append(Self.wide([0])))
    replace(path, with: Self.wide(inner(first, second), flags: 0xC0))
  }
}
