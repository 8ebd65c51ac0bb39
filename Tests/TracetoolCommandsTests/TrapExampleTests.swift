import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// What the report says of each trap on a scenario that docs/traps.md names.
@Suite struct TrapExampleTests {
  private static func sections() throws -> [DocumentSection] {
    try DocumentSection.all(in: "docs/traps.md")
  }

  @Test(arguments: try sections().indices)
  func `the report on one of the scenarios that show a trap says so`(index: Int) throws {
    let section = try Self.sections()[index]
    let said = try #require(Self.said[section.heading])
    let reports = try section.scenarios.map { scenario in
      try Self.report(on: scenario, Self.options(of: section), trap: section.heading)
    }
    #expect(
      reports.contains { report in said.allSatisfy { report.contains("- " + $0) } },
      "\(section.heading): \(reports)")
  }

  /// The options that a section names behind its scenarios, or those of all others.
  private static func options(of section: DocumentSection) -> [String] {
    let named = section.text.components(separatedBy: "\n*Shown by:* ").last?
      .components(separatedBy: "` with `").dropFirst().first?.components(separatedBy: "`")[0]
    return DocumentedCommand.words(named?[...] ?? "--mode recover")
  }

  /// What a report says of a trap and all behind it, however its lines are broken.
  private static func report(on scenario: String, _ options: [String], trap: String) throws
    -> String
  {
    let path = "traces/scenarios/\(scenario).json"
    let command = DocumentedCommand(
      arguments: ["import", "scenario", path, "-o", "-", "|", "tracetool", "replay"] + options
        + ["-"],
      output: "")
    let output = try command.runOnImport().output
    return words(output.components(separatedBy: "\n  \(trap): ").dropFirst().first ?? "")
  }

  private static func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// By the headings of the guide.
  private static let said: [String: [String]] = [
    "whole-list-overwritten": [
      "T 1 l: the device's whole list was copied over the server's: 20 gone"
    ],
    "list-overwritten-by-deletion": [
      "T 1 ll: the device's whole list was copied over the server's: Tgt 3 gone"
    ],
    "link-to-later-created-object-vanishes": [
      """
      T 1 ll: the list was copied before the object that it links to was created, and is not \
      copied again: the object is there, the link is not
      """
    ],
    "index-drift-after-dropped-insertion": [
      "T 1 ll: made for an element that is not there, it acted on Tgt 3"
    ],
    "clamped-index-collision": [
      "T 1 l: made for 10, it acted on 20"
    ],
    "index-drift-after-deletion": [
      "T 1 ll: made for Tgt 2, it acted on Tgt 4, which is the server's"
    ],
    "lost-list-tracker": [
      #"Note 1 tags: the device's whole list was copied over the server's: "OTHER-DEVICE" gone"#
    ],
    "list-of-replaced-object-stays-empty": [
      """
      T 1 part.l: what holds the list was replaced after the list had been copied; 2 writes to it \
      are gone
      """
    ],
    "copied-list-ignores-refill": [
      """
      T 1 ll: the list was emptied after it had been copied, and is not copied again; 2 writes to \
      it are gone
      """
    ],
    "list-below-dictionary-not-copied": [
      """
      T 1 byKey.k.l: the list should have been copied; the object under its dictionary key has \
      another internal number in the fresh file, so nothing was done
      """
    ],
    "mixed-list-copied-out-of-order": [
      "T 1 m: one link was left out of the copy, and what follows it is in another order"
    ],
    "raw-link-copied": [
      "T 1 m[0].k: the target of a link is gone; the link was copied by its internal number"
    ],
    "link-nulled-by-deletion": [
      """
      T 1 link: the device had deleted the object that it linked to, which is recorded as setting \
      the link to null; the server had pointed it at Tgt 2
      """
    ],
    "link-silently-nulled": [
      """
      T 1 link: the device had linked to an object that the server no longer has, so null was \
      written over the server's link to Tgt 1
      """
    ],
    "deletion-beats-edit": [
      "T 1: the server had changed the object (`v`); it was deleted anyway"
    ],
    "edit-lands-on-recreated-object": [
      """
      T 1 v: the server had deleted the object and created another one with its key; the change \
      was made for the old one
      """
    ],
    "defaults-overwrite-server-values": [
      """
      Settings "app" theme: the server had changed it from "" to "dark"; the device's default \
      value "light" was written over it
      """,
      """
      Settings "app" note: the server had changed it from null to "by hand"; the device's default \
      value null was written over it
      """,
    ],
    "dictionary-object-replaced": [
      """
      T 1 byKey.k: the server had set it to {n: 2, s: "srv"}; the device's new embedded object \
      took its place, with nothing of the server's
      """
    ],
    "clear-removes-server-additions": [
      "T 1 l: the device had emptied it, and the recovery emptied the server's too: 20 gone"
    ],
    "applied-twice": [
      "T 1 v: the server had the addition already, and it was added once more",
      "T 1 l: the server had the insertion already, and it was made once more",
    ],
    "one-instruction-fails-all": [
      "T s: the recovery failed on one instruction, and with it all 2 writes"
    ],
    "dropped-nested-insertion-fails-reset": [
      """
      T 1 items[0].refs[1]: an insertion before it was dropped because its link's target is gone; \
      the next one into the same list no longer fits
      """
    ],
    "discard-after-unfinished-recovery": [
      """
      a recovery is on record that failed, was cut short or was not acknowledged; recover-or-discard \
      therefore discards 2 writes, and reports no failure
      """
    ],
    "crash-taken-for-failure": [
      """
      the process ended with the attempt on record and the data untouched; the next attempt \
      treated it as a failure and discarded
      """
    ],
    "reset-refused-until-acknowledged": [
      """
      an earlier reset is on record, failed or not acknowledged; this one was refused before it \
      began
      """
    ],
    "backup-scheduled-despite-success": [
      """
      the attempt that failed has scheduled "back up, then delete" for the file, and nothing takes \
      that back: the next launch moves the file away, with what was written since
      """
    ],
    "after-handler-fails-finished-reset": [
      """
      the new state was committed before your app's handler threw; the reset still counts as failed, \
      and the file is set aside with that state
      """
    ],
    "after-handler-never-called": [
      """
      the process ended after the new state was committed and before your app's handler was done; \
      what the handler does for a reset is not done for this one
      """
    ],
    "acknowledged-changes-lost": [
      "T 1 v: 11 was synced; it is 10 now",
      #"T 4 s: "acked" was synced; it is nothing now"#,
      "T 4 v: 40 was synced; it is nothing now",
    ],
    "additive-schema-fails-discard": [
      """
      LocNew: the device has added it, the server does not have it, and so nothing was discarded; \
      recovery would have gone through
      """,
      """
      T loc: the device has added it, the server does not have it, and so nothing was discarded; \
      recovery would have gone through
      """,
    ],
    "wrong-link-kept": [
      "T 1 m: a link here has the internal number of the server's and leads to another object"
    ],
    "number-type-not-transferred": [
      """
      T 1 m: the server has an equal number of another type or form; the device keeps its own: 1 \
      here, 1.0 there
      """
    ],
    "dangling-links-hidden": [
      """
      T 1 link: the server's value links to objects that the device does not get; the device shows \
      null, or nothing
      """,
      """
      T 1 ll: the server's value links to objects that the device does not get; the device shows \
      null, or nothing
      """,
    ],
    "link-class-change-unnoticed": [
      """
      T link: on the server it links to `Other`, here to `Tgt`: 2 objects with a link lost it, or \
      link to another object with the same key
      """
    ],
  ]
}
