internal import Replayer
internal import TraceFormat

/// The reset that a horizon ends in, with what the analysis found of it.
struct JudgedReset {
  var result: ResetEnding
  var failure: ResetFailure?
  var writes: [JudgedWrite]
  var collateral: [Collateral]
}
