import Analyzer
import RealmModel
import Replayer
import Testing
import TraceFormat

// The four rules of recovery.
extension DocumentationClaimTests {
  func checkCreatedObjects() throws {
    let apart = try ClaimedReset("rs-01-independent-creates", .recover)
    #expect(apart.report.writes.allSatisfy { $0.fate == .recovered })
    let same = try ClaimedReset("trap-defaults-overwrite", .recover)
    let creation = try same.write(#"Settings "app""#)
    #expect(creation.rule == .createExistingObject)
    #expect(creation.cause == .createdOnBothSides)
    let theme = try same.write(#"Settings "app" theme"#)
    #expect(theme.cause == .serverValueOverwritten && theme.winner == .device)
    #expect(theme.observed.server == .value(.string("dark")))
    #expect(theme.observed.after == .value(.string("light")))
    #expect(same.isReported(.defaultsOverwriteServerValues))
  }

  func checkDeletionOnServer() throws {
    let edited = try ClaimedReset("rs-04-edit-on-deleted", .recover)
    let edit = try edited.write("T 1 v")
    #expect(edit.fate == .lost && edit.cause == .objectDeleted && edit.rule == .objectGone)
    #expect(edited.report.didRecover == true)
    let created = try ClaimedReset("fate-created-unacknowledged-then-deleted", .recover)
    let creation = try #require(created.report.writes.first { $0.kind == .createObject })
    #expect(creation.rule == .createObject && creation.observed.after == .present)
    #expect(creation.observed.server == .absent)
    #expect(created.report.writes.allSatisfy { $0.fate != .lost })
  }

  func checkDeletionOnClient() throws {
    let deleted = try ClaimedReset("rs-05-delete-on-edited", .recover)
    let deletion = try deleted.write("T 1")
    #expect(deletion.fate == .conflicted && deletion.winner == .device)
    #expect(deletion.cause == .serverChangeRemoved)
    #expect(deletion.observed.server == .present && deletion.observed.after == .absent)
    #expect(deleted.uploads(.eraseObject))
    #expect(deleted.isReported(.deletionBeatsEdit))
  }

  func checkSameField() throws {
    let value = try ClaimedReset("rs-02-same-field-conflict", .recover).write("T 1 v")
    #expect(value.cause == .serverValueOverwritten && value.winner == .device)
    let number = try ClaimedReset("rs-07a-counter-add", .recover).write("T 1 v")
    #expect(number.cause == .numberChangedOnBothSides && number.winner == .both)
    #expect(number.observed.after == .value(.int(105)))
    let merged = try ClaimedReset("rs-11-list-append-both", .recover)
    #expect(merged.report.writes.allSatisfy { $0.fate == .recovered })
    #expect(merged.report.collateral.isEmpty)
    let copied = try ClaimedReset("rs-13-list-remove-existing", .recover)
    #expect(copied.report.collateral.map(\.kind) == [.listCopiedWhole])
    #expect(copied.isReported(.wholeListOverwritten))
  }
}
