import FaultPlans
import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// A fault of every kind that a replay can inject, and what the report says that it did.
@Suite struct FaultExampleTests {
  /// The fault, what the report says, and the trace if it is another one than the demo's.
  private static let examples: [(fault: String, effect: String, trace: String?)] = [
    ("after commit 5: client-reset", "The client gets error 208 with action ClientReset.", nil),
    (
      "at reset: recovery-disabled",
      "The client gets SyncClientResetRequired with action ClientResetNoRecovery.", nil
    ),
    ("at reset: terminate-sync data=gone", "The backend's data is gone: 14 objects.", nil),
    (
      "at reset: restore-backup version=1",
      "its version 1, without 2 changes, 1 of which the device had, acknowledged or downloaded.",
      "every-kind-of-property"
    ),
    ("at reset: offline-too-long", "The client gets error 222 with action ClientReset.", nil),
    (
      "at reset: role-change class=Inspection property=visits comparison=>= value=1",
      "4 objects of class Inspection went out of view.", nil
    ),
    (
      "after commit 5: sync-error code=225 action=DeleteRealm",
      "The client gets error 225 with action DeleteRealm.", nil
    ),
    (
      "at reset: migrate-to-flexible-sync",
      "error 232 with action MigrateToFLX. The query `TRUEPREDICATE` replaces the partition.",
      nil
    ),
    (
      "at reset: revert-to-partition-sync", "The client gets error 234 with action RevertToPBS.",
      nil
    ),
    (
      "at reset: remove-class class=Site",
      "Class Site is gone. Its object is gone with class Site.", nil
    ),
    ("at reset: unknown-class class=Site", "The server never had class Site.", nil),
    (
      "at reset: remove-property class=Inspection property=status",
      "Property Inspection.status is gone, with its values.", nil
    ),
    (
      "at reset: change-type class=Inspection property=visits type=string",
      "Inspection.visits is of type string instead of int.", nil
    ),
    (
      "at reset: change-optionality class=Inspection property=status",
      "Inspection.status is required, and its nulls are defaults.", nil
    ),
    (
      "at reset: change-collection class=Inspection property=status collection=set",
      "Inspection.status is a set instead of a single value.", nil
    ),
    (
      "at reset: change-primary-key-type class=Inspection type=string",
      "The primary key of class Inspection is of type string instead of objectId.", nil
    ),
    (
      "at reset: rename-primary-key class=Site name=id2",
      "The primary key of class Site is called id2 instead of _id.", nil
    ),
    (
      "at reset: embed-class class=Site",
      "Class Site is embedded, and its objects are parts of those that link to them.", nil
    ),
    (
      "at reset: unembed-class", "Class Step is no longer embedded and has a primary key _id.",
      "every-kind-of-property"
    ),
    (
      "at reset: change-link-target",
      "Everything.sites links to Everything, and no longer to Site.", "every-kind-of-property"
    ),
    ("at reset: add-class class=Inspector", "The server has a new class Inspector.", nil),
    (
      "at reset: add-property class=Site property=notes",
      "Class Site has a new property notes of type string.", nil
    ),
    (
      "at step 10: crash",
      "the attempt is on record and the data untouched, and the next attempt finds it.",
      nil
    ),
    (
      #"at reset: before-handler-throws message="no space for a copy""#,
      "The handler before the reset threw, so nothing was changed or recorded.", nil
    ),
    (
      #"at reset: after-handler-throws message="cannot merge""#,
      "The handler after the reset threw: the reset is committed, and counts as failed.", nil
    ),
    (
      "after reset: second-reset",
      "Another reset was ordered before the first one was acknowledged.", nil
    ),
    (
      "at step 11: disk-full", "The new state could not be committed; the attempt stays on record.",
      nil
    ),
    (
      "at reset: disconnect",
      "The connection broke during the download, which continued once it was back.", nil
    ),
    (
      "at commit 1: lost-acknowledgement",
      "The server has the transaction of client version 4, and the device does not know it.", nil
    ),
    (
      "at reset: duplicate-message",
      "failed (SyncProtocolInvariantFailed: a server version came twice), which leaves no record.",
      nil
    ),
    (
      "at reset: reorder-messages",
      "(SyncProtocolInvariantFailed: the download's progress went back), which leaves no record.",
      nil
    ),
    (
      "at reset: truncate-message",
      "failed (SyncProtocolInvariantFailed: a message ended early), which leaves no record.",
      nil
    ),
    (
      "at download 2: corrupt-message",
      "The client could not read the message, closed the connection and stopped.",
      "local-changes-when-offline"
    ),
    (
      "at reset: corrupt-changeset",
      "reset failed (BadChangeset: Bad changeset (UPLOAD)), which leaves no record.",
      nil
    ),
    (
      "after commit 5: message-too-large",
      "the upload was too large. The client gets LimitExceeded with action ClientReset.",
      nil
    ),
  ]

  @Test(arguments: examples.indices)
  func `the report says what a fault did`(index: Int) throws {
    let example = Self.examples[index]
    let run = try CommandRun([
      "replay", "--mode", "recover", "--fault", example.fault,
      ProjectFiles.path("traces/\(example.trace ?? "field-inspections").synctrace"),
    ])
    #expect(Self.words(run.output).contains(example.effect), "\(run.output)")
  }

  @Test func `there is an example of every fault that replays can inject`() throws {
    let names = try Self.examples.map { try Fault(text: $0.fault).kind.name }
    #expect(names == FaultCatalogue.all.filter { !$0.replayEvents.isEmpty }.map(\.name))
  }

  @Test func `the guide shows the faults that have parameters`() throws {
    let guide = Self.words(
      String(decoding: try ProjectFiles.bytes("docs/faults.md"), as: UTF8.self))
    for example in Self.examples where example.fault.contains("=") {
      #expect(guide.contains("`\(example.fault)`"), "\(example.fault)")
    }
  }

  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
