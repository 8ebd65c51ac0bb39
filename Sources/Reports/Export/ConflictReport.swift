public import Analyzer
internal import RealmModel
internal import Replayer
public import TraceFormat

/// Which unsynced writes conflict with what a target has.
public struct ConflictReport: Sendable {
  /// Where the writes come from, and all of them.
  public var export: UnsyncedExport
  /// By session and moment.
  public var conflicts: [[PendingConflict]]

  /// Compares the writes of an export with a target.
  public init(_ export: UnsyncedExport, against target: TargetState) {
    self.export = export
    conflicts = export.changes.map { $0.conflicts(with: target) }
  }

  /// How many writes you have to decide about.
  public var openWriteCount: Int {
    conflicts.joined().filter(\.kind.isOpen).reduce(0) { $0 + $1.writes.count }
  }

  private var doneWriteCount: Int {
    conflicts.joined().filter { $0.kind == .alreadyThere }.reduce(0) { $0 + $1.writes.count }
  }

  /// The report for programs (`docs/export.md`, "Against a target").
  public var json: JSONText {
    .object(
      export.headMembers(form: "conflicts") + [
        .init("conflictingOperations", .integer(openWriteCount)),
        .init("alreadyThere", .integer(doneWriteCount)),
        .init(
          "conflicts",
          .array(
            zip(export.changes, conflicts).flatMap { changes, conflicts in
              conflicts.map { json($0, in: changes) }
            })),
      ])
  }

  private func json(_ conflict: PendingConflict, in changes: PendingChanges) -> JSONText {
    .members([
      "kind": .string(conflict.kind.rawValue), "session": .integer(Int(changes.session.session)),
      "address": conflict.address.json,
      "keys": .array(conflict.writes.map { .string(export.key(of: $0, in: changes)) }),
      "base": conflict.base, "target": conflict.target, "device": conflict.device,
    ])
  }

  /// The report for people.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = Document(title: Heading.conflicts)
    page.heading(Heading.conflicts)
    page.paragraph(
      Phrase.conflicts(
        openWriteCount, alreadyThere: doneWriteCount, of: export.operationCount))
    for (changes, conflicts) in zip(export.changes, conflicts) where !conflicts.isEmpty {
      page.heading(changes.title)
      for conflict in conflicts { draw(conflict, in: changes, to: &page) }
    }
    page.list(export.gapSentences, under: Heading.gaps)
    return page.text(options)
  }

  private static let valueColumns = 76

  private func draw(
    _ conflict: PendingConflict, in changes: PendingChanges, to page: inout Document
  ) {
    page.item("\(conflict.address.text): \(conflict.sentence)")
    for (name, value) in [
      (Heading.pendingBefore, conflict.base), ("Target", conflict.target),
      ("Device", conflict.device),
    ] where conflict.address.property != nil || conflict.address.object == nil {
      guard let value else { continue }
      page.entry(
        conflict.words(for: value, columns: Self.valueColumns), behind: name, columns: 8, .faint,
        indent: 4)
    }
    let last = changes.writes[conflict.writes[conflict.writes.count - 1]]
    page.paragraph(
      "\(last.operation.words) (\(changes.origin(of: last.transactionIndex)))", indent: 4, .faint)
  }
}
