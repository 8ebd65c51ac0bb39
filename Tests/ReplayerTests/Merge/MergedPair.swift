import TestSupport
import TraceFormat

@testable import Replayer

/// One changeset of ours merged with one of theirs, as text.
struct MergedPair: Equatable {
  var ours: [String]
  var theirs: [String]

  /// Ours is the earlier one unless `ourTime` says otherwise.
  init(
    _ ours: Changeset, _ theirs: Changeset, ourTime: UInt64 = 10, theirTime: UInt64 = 20,
    quirks: MergeQuirks = .realmCore
  ) throws {
    let merged = try ConcurrentChanges(ours, theirs, ourTime: ourTime, theirTime: theirTime)
      .merged(quirks: quirks)
    self.ours = merged.ours[0].changeset.texts
    self.theirs = merged.theirs[0].changeset.texts
  }

  init(ours: [String], theirs: [String]) {
    self.ours = ours
    self.theirs = theirs
  }
}

extension ConcurrentChanges {
  /// One changeset on each side: ours of file 2, theirs of file 3.
  init(_ ours: Changeset, _ theirs: Changeset, ourTime: UInt64 = 10, theirTime: UInt64 = 20) {
    self.init([ours], [theirs], ourTime: ourTime, theirTime: theirTime)
  }

  /// All changesets of a side have one time.
  init(_ ours: [Changeset], _ theirs: [Changeset], ourTime: UInt64 = 10, theirTime: UInt64 = 20) {
    let entries = { (changesets: [Changeset], time: UInt64, ident: UInt64) in
      changesets.enumerated().map { index, changeset in
        HistoryEntry(
          changeset, version: UInt64(index + 1), lastIntegratedRemoteVersion: 0,
          originTimestamp: time,
          originFileIdent: ident)
      }
    }
    self.init(
      localFileIdent: 2, ours: entries(ours, ourTime, 2), theirs: entries(theirs, theirTime, 3))
  }
}

extension Changeset {
  var texts: [String] { instructions.map(text(of:)) }
}

/// Changesets of one instruction on a list, an object or a value.
enum Edit {
  static let list = LocationValue("C", .int(1), "list")

  static func element(_ index: UInt32) -> LocationValue {
    LocationValue("C", .int(1), "list", [.index(index)])
  }

  static func insert(_ index: UInt32, _ size: UInt32, _ value: Int64 = 7) -> Changeset {
    .build { $0.arrayInsert(element(index), .int(value), priorSize: size) }
  }

  static func erase(_ index: UInt32, _ size: UInt32) -> Changeset {
    .build { $0.arrayErase(element(index), priorSize: size) }
  }

  static func move(_ from: UInt32, _ to: UInt32, _ size: UInt32) -> Changeset {
    .build { $0.arrayMove(element(from), to: to, priorSize: size) }
  }

  static func set(_ index: UInt32, _ size: UInt32, _ value: Int64 = 9) -> Changeset {
    .build { $0.update(element(index), to: .int(value), priorSize: size) }
  }

  /// A change below an element of the list.
  static func inside(_ index: UInt32) -> Changeset {
    .build {
      $0.update(
        LocationValue("C", .int(1), "list", [.index(index), "x"]), to: .int(1))
    }
  }
}

/// The one instruction of each side on a list: what it does, its indexes, and the size it goes by.
struct ListStep: Equatable, CustomStringConvertible {
  var description: String

  /// Nil if nothing is left.
  init(_ changeset: Changeset) {
    switch changeset.instructions.first {
    case .arrayInsert(let it): description = "ins@\(changeset.lastIndex) p\(it.priorSize)"
    case .arrayErase(let it): description = "er@\(changeset.lastIndex) p\(it.priorSize)"
    case .arrayMove(let it):
      description = "\(changeset.lastIndex)→\(it.destination) p\(it.priorSize)"
    case .update(let it):
      guard case .priorSize(let size) = it.tail else {
        description = "inside \(changeset.firstIndex)"
        return
      }
      description = "up@\(changeset.lastIndex) p\(size)"
    default: description = "dropped"
    }
  }
}

extension Changeset {
  fileprivate var lastIndex: String { pathElements.last.map { "\($0)".digits } ?? "?" }
  fileprivate var firstIndex: String { pathElements.first.map { "\($0)".digits } ?? "?" }
}

extension String {
  fileprivate var digits: String { filter(\.isNumber) }
}
