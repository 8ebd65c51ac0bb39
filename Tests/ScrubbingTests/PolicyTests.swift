import TestSupport
import Testing
import TraceFormat

@testable import Scrubbing

/// Every field of every event has a policy, and the walk keeps to it.
@Suite struct PolicyTests {
  /// The fields of the complete events that stay, and why each may.
  private static let kept = [
    // Positions, and numbers of a vocabulary.
    "sequence", "session", "sessionIdent", "wireSession", "requestIdent", "recordCount",
    "firstSequence", "recordType", "protocolVersion", "lineNumber", "code", "errorCode", "Count",
    "count", "index", "priorSize", "destination", "bodySize", "tryAgain",
    // Of at most four digits.
    "Version", "version", "versionBefore", "versionAfter", "Ident", "ident", "Size", "Bytes",
    "Milliseconds", "intervalSeconds",
    "maxDelaySeconds", "multiplier", "Sec", "Multiplier",
    // Times, which are kept unless somebody asks.
    "timeMicroseconds", "recordedMicroseconds",
    // Realm's own numbers of classes and columns; those of objects as long as they count.
    "keys",
    // Words of vocabularies.
    "sdk", "engineVersion", "instruction",
  ]

  private func isKept(_ path: String) -> Bool {
    let name = path.split(separator: ".").filter { Int($0) == nil }.last.map(String.init) ?? ""
    let isListIndex =
      path.contains(".path.") && path.split(separator: ".").last.flatMap { Int($0) } != nil
    return path.contains(".keys.") || isListIndex || name == "progressEstimate"
      || Self.kept.contains { name == $0 || name.hasSuffix($0) && $0.first?.isUppercase == true }
  }

  @Test func `Nothing that a recording brought along stays without a reason`() throws {
    var changedCount = 0
    for content in CompleteEvents.contents {
      let event = Event(sequence: 8, timeMicroseconds: 2, session: 4, content: content)
      let trial = try ScrubTrial([event], ScrubOptions(names: .replace))
      let before = Leaves(event).all
      let after = Dictionary(
        Leaves(trial.scrubbed[0]).all.map { ($0.path, $0.content) }
      ) { first, _ in first }
      for leaf in before where !leaf.content.isEmpty && leaf.content != "0" {
        if after[leaf.path] != leaf.content { changedCount += 1 }
        #expect(
          after[leaf.path] != leaf.content || isKept(leaf.path) || isDefault(leaf.content),
          "\(leaf.path) is still \(leaf.content)")
      }
    }
    #expect(changedCount > 300)
  }

  /// Values that every object has until somebody writes another, and what is no number.
  private func isDefault(_ content: String) -> Bool {
    ["null", "true", "false", "[]", "00000000", "7ff80000000000aa", "Inf"].contains(content)
  }

  @Test func `Numbers of more than four digits do not stay`() throws {
    let fields = NumberField.allCases.filter {
      ![.kept, .time, .internalKey].contains($0.policy)
    }
    for field in fields {
      var contents = SurveyedContents()
      _ = contents.number(UInt64(123_456), field)
      contents.finish()
      var rewriting = ScrubRewriting(ScrubTrial.key, ScrubOptions(), contents)
      #expect(rewriting.number(UInt64(123_456), field) != 123_456, "\(field)")
      #expect(rewriting.number(UInt64(0), field) == 0 || field == .stateDigest, "\(field)")
    }
  }

  @Test func `Words of vocabularies stay, and nothing beside them`() {
    #expect(Vocabulary.sdkRelease.kept(of: "Swift 10.54.6") == "Swift 10.54.6")
    #expect(
      Vocabulary.sdkRelease.kept(of: "RealmSync/14.13.0 (Linux) RealmSwift/10.54.6 Acme")
        == "Swift 10.54.6")
    #expect(Vocabulary.sdkRelease.kept(of: "Realm Core 14.14.0") == "Realm Core 14.14.0")
    #expect(Vocabulary.sdkRelease.kept(of: "Realm Core 14.14.0 of Acme") == nil)
    #expect(Vocabulary.sdkRelease.kept(of: "Acme 3.1") == nil)
    #expect(Vocabulary.versionNumber.kept(of: "14.14.0") == "14.14.0")
    #expect(Vocabulary.versionNumber.kept(of: "14.14.0-acme") == nil)
    #expect(Vocabulary.versionNumber.kept(of: "20240131") == nil)
    #expect(Vocabulary.errorName.kept(of: "SyncClientResetRequired") != nil)
    #expect(Vocabulary.errorName.kept(of: "AcmeError") == nil)
    #expect(TextField.errorMessage.vocabulary?.kept(of: "Bad server version (IDENT)") != nil)
    #expect(TextField.errorMessage.vocabulary?.kept(of: "Bad server version (Acme)") == nil)
  }

  @Test func `What has no policy is left out, and counted`() throws {
    let record = UnknownRecord(recordType: 0x8001, bytes: Array("somebody".utf8))
    let event = Event(sequence: 0, timeMicroseconds: 1, session: 0, content: .unknown(record))
    let trial = try ScrubTrial([event])
    #expect(trial.scrubber.counts.dropped == 1)
    #expect(
      trial.scrubbed[0].content == .unknown(UnknownRecord(recordType: 0x8001, bytes: [])))
    var scrubber = trial.scrubber
    let header = scrubber.scrubbed(
      TraceHeader(metadata: [.init("source", "capture"), .init("owner", "somebody")]))
    #expect(scrubber.counts.dropped == 2)
    #expect(header["source"] == "capture" && header["owner"] == nil)
    #expect(header["scrubbed"] == "names keep, times kept")
  }
}
