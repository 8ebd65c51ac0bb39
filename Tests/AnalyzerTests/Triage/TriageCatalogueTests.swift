import Foundation
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

@Suite struct TriageCatalogueTests {
  private static func document() throws -> String {
    String(decoding: try ProjectFiles.bytes("docs/triage.md"), as: UTF8.self)
  }

  @Test func `every explanation is a heading of the document, with its messages below`() throws {
    let document = try Self.document()
    for entry in TriageEntry.all + [TriageEntry.unknown] {
      let sections = document.components(separatedBy: "\n### \(entry.identifier)\n")
      try #require(sections.count == 2, "\(entry.identifier)")
      let section = sections[1].components(separatedBy: "\n#")[0]
      for pattern in entry.patterns {
        #expect(section.contains("- `\(pattern.text)`\n"), "\(entry.identifier): \(pattern.text)")
      }
      for term in entry.terms {
        #expect(section.contains("`\(term)`"), "\(entry.identifier): \(term)")
      }
    }
  }

  @Test func `every heading of the document is an explanation`() throws {
    let headings = try Self.document().split(separator: "\n")
      .filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    for heading in headings where heading != TriageEntry.unknown.identifier {
      #expect(TriageEntry.named(heading)?.identifier == heading)
    }
    #expect(Set(headings).count == headings.count)
  }

  @Test func `holes of a message are told apart by what stands between them`() {
    for pattern in TriageEntry.all.flatMap(\.patterns) {
      for (part, next) in zip(pattern.parts, pattern.parts.dropFirst()) {
        if case .hole = part, case .hole = next { Issue.record("\(pattern.text)") }
      }
      let nested = pattern.holes.dropLast().filter { $0.content == .message }
      #expect(nested.isEmpty || pattern.parts.first == .hole(nested[0]), "\(pattern.text)")
    }
  }

  @Test func `every error number that Realm Core knows is explained by its kind`() throws {
    for code in Int32(100)..<300 {
      let name = ProtocolErrorCode.name(code)
      let triage = Triage(explaining: "error \(code)")
      #expect((triage.identifier == "unknown-error-code") == (name == nil), "\(code)")
      guard let name else { continue }
      #expect(Triage(explaining: name).decision == triage.decision, "\(name)")
      let isFatal = ProtocolErrorCode.clientName(code) == nil
      #expect((triage.identifier == "error-that-ends-the-process") == isFatal, "\(code)")
      guard let clientName = ProtocolErrorCode.clientName(code), clientName != "WrongSyncType"
      else { continue }
      #expect(Triage(explaining: clientName).identifier == triage.identifier, "\(code)")
    }
  }

  @Test func `every action, failure and result of a reset that is none of them is explained`() {
    for action in ServerAction.allCases {
      #expect(Triage(explaining: action.rawValue).identifier.hasPrefix("action-"), "\(action)")
    }
    for failure in ResetFailureClass.allCases {
      let triage = Triage(explaining: ResetFailure(failure, message: "words of nobody"))
      #expect(triage.isRecognized, "\(failure)")
      #expect(Triage(explaining: failure.rawValue).identifier == triage.identifier)
    }
    let crash = Triage(explaining: ResetFailure(nil, message: "Target object not found"))
    #expect(crash.identifier == "process-terminated")
  }

  @Test(arguments: [
    "208", "error 208", "ProtocolErrorCode=208", "Sync error code: 208", "bad_client_file_ident",
    "SyncClientResetRequired", "syncclientresetrequired", "client-reset-required",
  ])
  func `an error is found by its number and by its names`(term: String) {
    #expect(Triage(explaining: term).identifier == "client-reset-required")
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "A fatal error occurred during '", "(instruction target: ", "': '", "Clear", " ",
      "Unable to automatically recover local changes during client reset: '", "RuntimeError: ",
    ])
  func `a message that is made to take long does not`(part: String) {
    let triage = Triage(explaining: String(repeating: part, count: 200_000))
    #expect(triage.layers.count <= Triage.depthMax)
  }
}
