internal import TraceFormat

extension FaultCatalogue {
  private static func entry(
    _ name: String, _ summary: String, _ events: [FaultTrigger.Event],
    _ parameters: [FaultDescription.Parameter] = [], steps: [ResetStep]? = nil, example: String,
    _ parse: @escaping @Sendable (inout JSONMembers) throws(JSONShapeFailure) -> ClientFault
  ) -> FaultDescription {
    FaultDescription(
      name: name, family: .client, summary: summary, replayEvents: events, steps: steps,
      parameters: parameters, example: example,
      parse: { (members) throws(JSONShapeFailure) in .client(try parse(&members)) })
  }

  private static let messageParameter = FaultDescription.Parameter(
    name: "message", meaning: "the text of the exception", isRequired: false)

  /// A session that is suspended, or not yet bound again, hears of no error.
  private static let secondResetSteps: [ResetStep] = ResetStep.allCases.filter {
    $0 != .errorArrives && $0 != .freshFileOpened && $0 != .sessionRecreated
  }

  static let client: [FaultDescription] = [
    entry(
      "crash", "the process ends at a step of the reset, and your app starts again", [.step],
      example: "at step 9: crash"
    ) { (_) throws(JSONShapeFailure) in .crash },
    entry(
      "before-handler-throws", "your app's handler before the reset throws", [.reset],
      [messageParameter], example: "at reset: before-handler-throws"
    ) { (members) throws(JSONShapeFailure) in
      .beforeHandlerThrows(message: try members.take("message")?.string())
    },
    entry(
      "after-handler-throws", "your app's handler after the reset throws", [.reset],
      [messageParameter], example: "at reset: after-handler-throws"
    ) { (members) throws(JSONShapeFailure) in
      .afterHandlerThrows(message: try members.take("message")?.string())
    },
    entry(
      "second-reset", "the server orders another reset before the first is acknowledged",
      [.reset, .step], errorParameters, steps: secondResetSteps,
      example: "after reset: second-reset"
    ) { (members) throws(JSONShapeFailure) in .secondReset(try FaultError(&members)) },
    entry(
      "disk-full", "no space is left for a commit of your app or of the reset", [.commit, .step],
      steps: [.downloadCompleted, .attemptRecorded, .stateTransferred],
      example: "at step 11: disk-full"
    ) { (_) throws(JSONShapeFailure) in .diskFull },
  ]
}
