import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// What is known of the SDKs' modes, against `docs/sdk-defaults.md` and what their changelogs say.
@Suite struct SDKModesTests {
  @Test(arguments: [
    ("Swift 10.54.6", SDKRelease(.swift, 10, 54, 6)),
    ("realm-swift v10.32.0", SDKRelease(.swift, 10, 32, 0)),
    ("Realm Swift SDK 10.31.0", SDKRelease(.swift, 10, 31, 0)),
    ("Realm Objective-C 10.32", SDKRelease(.objectiveC, 10, 32)),
    ("RealmSync/14.13.0 (Linux x86_64) RealmKotlin/1.16.0 app", SDKRelease(.kotlin, 1, 16, 0)),
    ("Kotlin 1.7.0 on Android (Java 17.0)", SDKRelease(.kotlin, 1, 7, 0)),
    (
      "RealmSync/13.24.1 (Windows) RealmDotNet/11.6.1.0 (.NET 6.0.1)",
      SDKRelease(.dotNet, 11, 6, 1, 0)
    ),
    ("Realm .NET 10.16.0", SDKRelease(.dotNet, 10, 16, 0)),
    ("RealmJS/12.3.1 (v18.12)", SDKRelease(.javaScript, 12, 3, 1)),
    ("Flutter 0.7.0+rc", SDKRelease(.dart, 0, 7, 0)),
  ])
  func `The SDK is read from words and from a User-Agent`(text: String, release: SDKRelease) {
    #expect(SDKRelease(parsing: text) == release)
  }

  @Test(arguments: [
    "", "10.54.6", "Swift", "Swift 10", "Realm", "RealmSync/14.13.0 (Linux)", "Pascal 1.2",
    "Swift 99999999999999999999.1",
  ])
  func `Where no SDK with a version is named there is none`(text: String) {
    #expect(SDKRelease(parsing: text) == nil)
  }

  @Test(arguments: [
    (SDKRelease(.swift, 10, 24, 2), ResetMode?.some(.manual), ResetMode?.some(.manual)),
    (SDKRelease(.swift, 10, 31, 9), .manual, .manual),
    (SDKRelease(.swift, 10, 32), .recover, .recover),
    (SDKRelease(.swift, 20, 0), .recover, .recover),
    (SDKRelease(.kotlin, 0, 9), nil, nil),
    (SDKRelease(.kotlin, 1, 6, 2), .discardLocal, .manual),
    (SDKRelease(.java, 10, 11, 1), nil, .manual),
    (SDKRelease(.javaScript, 11, 10, 2), .discardLocal, .discardLocal),
    (SDKRelease(.javaScript, 12, 2), .manual, .manual),
    // 12.3.0 or a later one.
    (SDKRelease(.javaScript, 12, 3), nil, nil),
    (SDKRelease(.javaScript, 12, 3, 1), .recover, .recover),
    (SDKRelease(.dotNet, 10, 15, 1), .discardLocal, nil),
    (SDKRelease(.dotNet, 10, 16), .recoverOrDiscard, .recoverOrDiscard),
    (SDKRelease(.dart, 0, 6), .manual, .manual),
  ])
  func `Each version has the default of its time`(
    release: SDKRelease, partition: ResetMode?, flexible: ResetMode?
  ) {
    #expect(release.defaultMode(for: .partition) == partition)
    #expect(release.defaultMode(for: .flexible) == flexible)
  }

  @Test func `A mode is spelled as the version spells it`() {
    #expect(SDKRelease(.swift, 10, 31).spelling(of: .discardLocal) == ".discardLocal")
    #expect(SDKRelease(.swift, 10, 32).spelling(of: .discardLocal) == ".discardUnsyncedChanges()")
    #expect(SDKRelease(.swift, 10, 31).spelling(of: .manual) == ".manual")
    #expect(SDKRelease(.swift, 10, 32).spelling(of: .manual) == ".manual()")
    #expect(SDKRelease(.swift, 10, 31).spelling(of: .recover) == nil)
    #expect(SDKRelease(.swift, 10, 24).spelling(of: .manual) == nil)
  }

  @Test func `Every spelling of every SDK is understood`() {
    for spelling in SDKSpelling.all {
      #expect(ResetMode(spelling: spelling.text) == spelling.mode, "\(spelling.text)")
    }
    for mode in ResetMode.allCases { #expect(ResetMode(spelling: mode.rawValue) == mode) }
  }

  @Test(arguments: [
    (".recoverUnsyncedChanges(beforeReset: nil, afterReset: nil)", ResetMode?.some(.recover)),
    ("realm::client_reset::recover_unsynced_changes", .recover),
    ("ClientResyncMode::RecoverOrDiscard", .recoverOrDiscard),
    ("RLM_SYNC_SESSION_RESYNC_MODE_DISCARD_LOCAL", .discardLocal),
    ("RECOVER", .recover), ("discard", .discardLocal), ("", nil), (".", nil), ("()", nil),
    ("recoverAll", nil), ("manual.", .manual),
  ])
  func `What stands around a name does not matter`(text: String, mode: ResetMode?) {
    #expect(ResetMode(spelling: text) == mode)
  }

  @Test func `The document has the tables, row for row`() throws {
    let text = String(decoding: try ProjectFiles.bytes("docs/sdk-defaults.md"), as: UTF8.self)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `Realm") }.map(String.init)
    let defaults = Self.rows(SDKDefault.all, of: \.sdk) { rows in
      [\SDKDefault.partition, \.flexible].map { mode in
        rows.map { ($0.since, $0[keyPath: mode].map { "`\($0.rawValue)`" } ?? "not known") }
      }
    }
    let spellings = Self.rows(SDKSpelling.all, of: \.sdk) { rows in
      [ResetMode.manual, .discardLocal, .recover, .recoverOrDiscard].map { mode in
        rows.filter { $0.mode == mode }.map { ($0.since, "`\($0.text)`") }
      }
    }
    #expect(rows == defaults + spellings)
  }

  /// A row for each SDK, in the order of a list: in each cell versions, and what is so since then.
  private static func rows<Element>(
    _ all: [Element], of sdk: (Element) -> SDK,
    cells: ([Element]) -> [[(since: [Int], text: String)]]
  ) -> [String] {
    SDK.allCases.map { name in
      let cells = cells(all.filter { sdk($0) == name }).map { cell in
        cell.map { $0.since.map(String.init).joined(separator: ".") + " " + $0.text }
          .joined(separator: ", ")
      }
      return "| `Realm\(name.rawValue)` | "
        + cells.map { $0.isEmpty ? "–" : $0 }.joined(separator: " | ") + " |"
    }
  }

  @Test func `Rows of one SDK stand in the order of versions`() {
    for sdk in SDK.allCases {
      let versions = SDKDefault.all.filter { $0.sdk == sdk }.map(\.since)
      #expect(!versions.isEmpty)
      #expect(versions == versions.sorted { $0.lexicographicallyPrecedes($1) })
      let spellings = SDKSpelling.all.filter { $0.sdk == sdk }.map(\.since)
      #expect(spellings == spellings.sorted { $0.lexicographicallyPrecedes($1) })
    }
  }
}
