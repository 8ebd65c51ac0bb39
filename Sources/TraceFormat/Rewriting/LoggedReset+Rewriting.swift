extension LoggedReset {
  func rewritten(
    by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> LoggedReset {
    var result = self
    result.file = rewriting.text(file, .path)
    result.lineNumber = rewriting.number(lineNumber, .recordCount)
    result.errorCode = rewriting.number(errorCode, .errorCode)
    result.errorName = rewriting.text(errorName, .errorName)
    result.errorMessage = rewriting.text(errorMessage, .errorMessage)
    result.failureMessage = rewriting.text(failureMessage, .errorMessage)
    result.earlierAttempt = try earlierAttempt?.rewritten(by: &rewriting)
    result.recordedMicroseconds = rewriting.number(recordedMicroseconds, .timeMicroseconds)
    result.rewriteCounts(of: self, by: &rewriting)
    result.newFileIdent = rewriting.number(newFileIdent, .fileIdent)
    result.freshServerVersion = rewriting.number(freshServerVersion, .serverVersion)
    result.versionBefore = rewriting.number(versionBefore, .clientVersion)
    result.versionAfter = rewriting.number(versionAfter, .clientVersion)
    return result
  }

  private mutating func rewriteCounts(
    of reset: LoggedReset, by rewriting: inout some EventRewriting
  ) {
    localChangesetCount = rewriting.number(reset.localChangesetCount, .recordCount)
    drops = []
    for drop in reset.drops {
      drops.append(
        Drop(
          reason: drop.reason, instruction: rewriting.text(drop.instruction, .logLine),
          count: rewriting.number(drop.count, .recordCount)))
    }
    overwrittenListCount = rewriting.number(reset.overwrittenListCount, .recordCount)
    removedObjectCount = rewriting.number(reset.removedObjectCount, .recordCount)
    createdObjectCount = rewriting.number(reset.createdObjectCount, .recordCount)
    updatedObjectCount = rewriting.number(reset.updatedObjectCount, .recordCount)
    uploadableBytes = rewriting.number(reset.uploadableBytes, .byteCount)
  }
}
