import RealmModel
import TestSupport
import Testing
import TraceFormat

@Suite struct RejectionTests {
  @Test(arguments: Rejection.schema + Rejection.objects + Rejection.values + Rejection.collections)
  func `an instruction that does not fit is rejected and changes nothing`(rejection: Rejection)
    throws
  {
    var state = try Rejection.state
    let before = state.canonicalJSON
    let changeset = Changeset.build {
      // What comes before the bad instruction must not stay either.
      $0.update(Rejection.at("name"), to: .string("changed"))
      rejection.build(&$0)
    }
    let failure = try #require(throws: ApplyFailure.self) { try state.apply(changeset) }
    #expect(failure.failureClass == rejection.failureClass, "\(failure)")
    #expect(failure.message.contains(rejection.message), "\(failure)")
    #expect(failure.instructionIndex == 1)
    #expect(state.canonicalJSON == before)
  }
}
