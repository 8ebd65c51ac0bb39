import RealmModel
import Testing
import TraceFormat

@testable import Replayer

/// Resets that break a promise on purpose: the checks must notice each of them.
@Suite struct CanaryTests {
  private func request() throws -> ResetRequest {
    let fresh = try RealmState(applying: [Sample.schemaAndObject])
    var local = fresh
    try local.apply(Sample.setCount(5))
    return ResetRequest(
      mode: .recover, error: Sample.error, local: local, fresh: fresh,
      unsynced: [Sample.setCount(5)])
  }

  private func violations(_ tamper: (inout ResetResponse, ResetRequest) -> Void) throws -> [String]
  {
    let request = try request()
    var response = ClientReset.perform(request)
    tamper(&response, request)
    return ResetChecks(request: request, response: response).violations
  }

  @Test func `an honest reset passes`() throws {
    #expect(try violations { _, _ in }.isEmpty)
  }

  @Test func `a recovery that loses the change is noticed`() throws {
    #expect(try violations { $0.after = $1.fresh }.count == 1)
  }

  @Test func `a re-upload that lacks the change is noticed`() throws {
    #expect(try violations { response, _ in response.reupload = [Changeset()] }.count == 1)
    #expect(try violations { response, _ in response.reupload = [] }.count == 2)
    #expect(
      try violations { response, _ in response.reupload = [Sample.eraseMissing] }.count == 1)
  }

  @Test func `a missing and a surplus ruling are noticed`() throws {
    #expect(try violations { response, _ in response.rulings = [] }.count == 1)
    #expect(try violations { response, _ in response.rulings += response.rulings }.count == 1)
  }

  @Test func `a failure that changes the state is noticed`() throws {
    #expect(
      try violations {
        $0.attempt.result = .failed
        $0.reupload = []
        $0.after = $1.fresh
      }.count == 1)
  }

  @Test func `a discard that keeps the change is noticed`() throws {
    #expect(try violations { response, _ in response.attempt.result = .discarded }.count == 1)
  }

  @Test func `a second run with another result is noticed`() throws {
    let response = ClientReset.perform(try request())
    var other = response
    other.rulings[0].detail = "other"
    other.reupload = [Sample.setCount(6)]
    other.after = try request().fresh
    #expect(ResetChecks.repetition(response, response).isEmpty)
    #expect(ResetChecks.repetition(response, other).count == 3)
  }
}
