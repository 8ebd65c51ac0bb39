import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

@Suite struct ExplainedMessageTests {
  @Test func `holes of a message are told apart by what stands between them`() {
    for pattern in ExplainedMessage.all.flatMap(\.patterns) {
      #expect(pattern.holes.dropLast().allSatisfy { !$0.literal.isEmpty }, "\(pattern)")
      let nested = pattern.holes.dropLast().filter(\.isGreedy)
      #expect(nested.isEmpty || pattern.opening.isEmpty && pattern.holes[0].isGreedy, "\(pattern)")
    }
  }

  @Test func `messages of one topic end the same, and its name is that of one`() {
    let endings = Dictionary(grouping: ExplainedMessage.all, by: \.topic).mapValues {
      Set($0.map(\.ending))
    }
    #expect(endings.values.allSatisfy { $0.count == 1 })
    #expect(endings.keys.allSatisfy { ExplainedMessage.named($0.rawValue)?.topic == $0 })
  }

  @Test func `every error number that Realm Core knows is explained by its kind`() throws {
    for code in Int32(100)..<300 {
      let name = ProtocolErrorCode.name(code)
      let explanation = ErrorExplanation(explaining: "error \(code)")
      #expect((explanation.identifier == "unknown-error-code") == (name == nil), "\(code)")
      guard let name else { continue }
      #expect(ErrorExplanation(explaining: name).decision == explanation.decision, "\(name)")
      let isFatal = ProtocolErrorCode.clientName(code) == nil
      #expect((explanation.identifier == "error-that-ends-the-process") == isFatal, "\(code)")
      guard let clientName = ProtocolErrorCode.clientName(code), clientName != "WrongSyncType"
      else { continue }
      #expect(
        ErrorExplanation(explaining: clientName).identifier == explanation.identifier, "\(code)")
    }
  }

  @Test func `every action, failure and result of a reset that is none of them is explained`() {
    for action in ServerAction.allCases {
      #expect(
        ErrorExplanation(explaining: action.rawValue).identifier.hasPrefix("action-"), "\(action)")
    }
    for failure in ResetFailureClass.allCases {
      let explanation = ErrorExplanation(
        explaining: ResetFailure(failure, message: "words of nobody"))
      #expect(explanation.isRecognized, "\(failure)")
      #expect(ErrorExplanation(explaining: failure.rawValue).identifier == explanation.identifier)
    }
    let crash = ErrorExplanation(explaining: ResetFailure(nil, message: "Target object not found"))
    #expect(crash.identifier == "process-terminated")
  }

  @Test(arguments: [
    "208", "error 208", "ProtocolErrorCode=208", "Sync error code: 208", "bad_client_file_ident",
    "SyncClientResetRequired", "syncclientresetrequired", "client-reset-required",
  ])
  func `an error is found by its number and by its names`(term: String) {
    #expect(ErrorExplanation(explaining: term).identifier == "client-reset-required")
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "A fatal error occurred during '", "(instruction target: ", "': '", "Clear", " ",
      "Unable to automatically recover local changes during client reset: '", "RuntimeError: ",
    ])
  func `a message that is made to take long does not`(part: String) {
    let explanation = ErrorExplanation(explaining: String(repeating: part, count: 200_000))
    #expect(explanation.layers.count <= ErrorExplanation.depthMax)
  }
}
