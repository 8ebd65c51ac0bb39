import Foundation
import Importers
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@Suite(.slow) struct VectorImporterTests {
  private static let demo = "demo/field-inspections.ndjson.zst"

  private func reader(_ name: String) throws -> LineReader {
    try LineReader(path: Vectors.folder.appending(path: name).path)
  }

  /// A small vector with every member, in the layout of the vector files.
  private static let small =
    #"{"name":"n","base":["01"],"serverChanges":["02","03"],"mode":"RecoverOrDiscard","#
    + #""action":"ClientResetNoRecovery","error":{"code":"E","message":"m"},"#
    + #""pendingReset":{"mode":"Recover","action":"ClientReset"},"#
    + #""unsynced":[{"version":5,"changeset":"0a"}],"local":["04"],"localState":{"classes":{}},"#
    + #""fresh":["05"],"freshState":{"classes":{"A":1}},"expect":{"outcome":"failed","#
    + #""failure":"resetCycle","message":"cycle","state":{"classes":{"é":[1, 2]}},"reupload":[],"#
    + #""pendingReset":{"mode":"DiscardLocal","action":"ClientReset"}}}"#

  @Test(arguments: Vectors.resetFiles)
  func `Every line of the vectors becomes a trace with everything in it`(name: String) throws {
    let lines = try reader(name)
    var count = 0
    while let line = try lines.next() {
      let vector = try ResetVector(parsing: line)
      try check(VectorImporter.events(of: vector), of: vector)
      count += 1
    }
    #expect(count == lines.lineNumber && count > 0)
  }

  private func check(_ events: [Event], of vector: ResetVector) throws {
    let knowsHistory = vector.base != nil && vector.serverChanges != nil
    var kinds: [Event.Kind] = [.sessionStart, .snapshot]
    kinds += vector.unsynced.map { _ in .localCommit }
    kinds += (vector.serverChanges ?? []).map { _ in .serverCommit }
    kinds += [.syncError, .snapshot, .resetObserved]
    guard events.map(\.kind) == kinds else {
      Issue.record("\(vector.name): \(events.map(\.kind))")
      return
    }
    guard case .snapshot(let opening) = events[1].content,
      case .snapshot(let fresh) = events[events.count - 2].content,
      case .resetObserved(let observed) = events[events.count - 1].content
    else { return }
    if opening.role != (knowsHistory ? .base : .local) { Issue.record("\(vector.name): base") }
    if fresh.origin != (knowsHistory ? .serverHistory : .empty) {
      Issue.record("\(vector.name): fresh")
    }
    let isComplete = observed.result != .crash
    if (observed.stateDigest != nil) != isComplete { Issue.record("\(vector.name): digest") }
    if (observed.failure != nil) != (observed.result == .failed) {
      Issue.record("\(vector.name): failure")
    }
    if (observed.reupload != nil) != (observed.result == .recovered) {
      Issue.record("\(vector.name): reupload")
    }
  }

  @Test func `The digest is that of the canonical state as it is written`() throws {
    // The states of the vectors are canonical text already: writing them anew changes nothing.
    let lines = try reader("reset-core.ndjson.zst")
    var count = 0
    while count < 100, let line = try lines.next() {
      let vector = try ResetVector(parsing: line)
      for text in [
        vector.expectation.stateText, vector.localStateText, vector.freshStateText,
      ].compactMap({ $0 }) {
        #expect(Array(try JSONText(parsing: text).text().utf8) == text, "\(vector.name)")
      }
      count += 1
    }
    #expect(count == 100)
  }

  @Test func `Every member of a vector is taken over`() throws {
    let vector = try ResetVector(parsing: Array(Self.small.utf8))
    let events = VectorImporter.events(of: vector)
    #expect(events.map(\.sequence) == Array(0..<8))
    #expect(events.map(\.timeMicroseconds) == Array(0..<8))
    #expect(events.allSatisfy { $0.session == 1 })
    let earlier = PendingReset(mode: .recover, action: .clientReset)
    let start = SessionStart(
      source: .vector, name: "n", configuredResetMode: .recoverOrDiscard, pendingReset: earlier)
    let error = SyncError(
      code: nil, name: "E", message: "m", action: .clientResetNoRecovery, isFatal: true)
    let observed = ResetObserved(
      mode: .recoverOrDiscard, action: .clientResetNoRecovery, result: .failed,
      failure: .resetCycle, message: "cycle",
      stateDigest: XXH64.digest(Array(#"{"classes":{"é":[1, 2]}}"#.utf8)),
      pendingReset: PendingReset(mode: .discardLocal, action: .clientReset))
    #expect(
      events.map(\.content) == [
        .sessionStart(start), .snapshot(Snapshot(role: .base, changesets: [[1]])),
        .localCommit(
          LocalCommit(clientVersion: 5, changeset: [10], lastIntegratedServerVersion: 1)),
        .serverCommit(ServerCommit(serverVersion: 2, changeset: [2])),
        .serverCommit(ServerCommit(serverVersion: 3, changeset: [3])),
        .syncError(error),
        .snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])),
        .resetObserved(observed),
      ])
    #expect(vector.localStateText == Array(#"{"classes":{}}"#.utf8))
    #expect(vector.freshStateText == Array(#"{"classes":{"A":1}}"#.utf8))
  }

  @Test func `Without a common base the trace starts with the client's own state`() throws {
    let text = Self.small.replacing(#""base":["01"],"#, with: "")
    let events = VectorImporter.events(of: try ResetVector(parsing: Array(text.utf8)))
    #expect(
      events.map(\.kind) == [
        .sessionStart, .snapshot, .localCommit, .syncError, .snapshot, .resetObserved,
      ])
    #expect(events[1].content == .snapshot(Snapshot(role: .local, changesets: [[4]])))
    #expect(events[4].content == .snapshot(Snapshot(role: .fresh, changesets: [[5]])))
  }

  @Test(arguments: 0..<VectorImporterTests.small.utf8.count)
  func `A vector that is cut anywhere is refused`(length: Int) {
    let failure = #expect(throws: DecodingFailure.self) {
      try ResetVector(parsing: Array(Self.small.utf8.prefix(length)))
    }
    #expect((failure?.offset ?? .max) <= length)
  }

  @Test(arguments: [
    ("RecoverOrDiscard", "Sometimes"), ("\"failed\"", "\"maybe\""), ("resetCycle", "tired"),
    ("\"0a\"", "\"0\""), ("\"version\":5", "\"version\":-5"), ("\"mode\"", "\"mood\""),
    ("\"expect\"", "\"Expect\""), ("\"message\":\"m\"", "\"message\":1"),
  ])
  func `A vector with a wrong value is refused`(right: String, wrong: String) {
    let text = Self.small.replacing(right, with: wrong)
    #expect(throws: DecodingFailure.self) { try ResetVector(parsing: Array(text.utf8)) }
  }

  @Test func `A vector is chosen by its name`() throws {
    let lines = try reader(Self.demo)
    let events = try importVector(named: "field-inspections-recover", from: lines)
    guard case .sessionStart(let start) = events[0].content else { return #expect(Bool(false)) }
    #expect(start.name == "field-inspections-recover")
    #expect(start.configuredResetMode == .recover)
  }

  @Test func `A vector has the name whose bytes are those of its own`() {
    let text = Self.small.replacing(#""name":"n""#, with: "\"name\":\"e\u{301}\"")
    #expect(text != Self.small)
    #expect(throws: VectorSelectionFailure.self) {
      try importVector(named: "\u{E9}", from: LineReader(MemorySource(Array(text.utf8))))
    }
  }

  @Test func `The only vector of a file needs no name`() throws {
    let path = Vectors.folder.appending(path: "wire/ClientReset_NoLocalChanges-0.reset.json").path
    let events = try importVector(named: nil, from: LineReader(path: path))
    #expect(events.last?.kind == .resetObserved)
  }

  @Test func `Several vectors without a name are refused with the first names`() throws {
    let failure = #expect(throws: VectorSelectionFailure.self) {
      try importVector(named: nil, from: reader(Self.demo))
    }
    #expect(
      failure
        == .severalVectors(
          firstNames: ["field-inspections-discard", "field-inspections-recover"], count: 2))
    #expect(
      failure?.description
        == "it has 2 vectors, choose one by name: `field-inspections-discard`, "
        + "`field-inspections-recover`")
  }

  @Test func `A name that no vector has is refused with the first names`() throws {
    let failure = #expect(throws: VectorSelectionFailure.self) {
      try importVector(named: "x", from: reader("reset-core.ndjson.zst"))
    }
    guard case .unknownName("x", let names, let count) = failure else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
    #expect(names.count == VectorImporter.listedNamesMax)
    #expect(count > 600)
  }

  @Test(arguments: [("", "it has no vectors"), ("\n{}", "line 2 is not a vector: ")])
  func `A file without vectors is refused`(text: String, reason: String) throws {
    let failure = #expect(throws: VectorSelectionFailure.self) {
      try importVector(
        named: nil, from: LineReader(MemorySource(Array(text.utf8))))
    }
    #expect(failure?.description.hasPrefix(reason) == true)
  }
}

private func importVector(named name: String?, from lines: LineReader) throws -> [Event] {
  VectorImporter.events(of: try VectorImporter.vector(named: name) { try lines.next() })
}
