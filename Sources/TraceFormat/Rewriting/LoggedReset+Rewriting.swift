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
    result.localChangesetCount = rewriting.number(localChangesetCount, .recordCount)
    for (index, drop) in drops.enumerated() {
      result.drops[index].instruction = rewriting.text(drop.instruction, .logLine)
      result.drops[index].count = rewriting.number(drop.count, .recordCount)
    }
    result.overwrittenListCount = rewriting.number(overwrittenListCount, .recordCount)
    result.removedObjectCount = rewriting.number(removedObjectCount, .recordCount)
    result.createdObjectCount = rewriting.number(createdObjectCount, .recordCount)
    result.updatedObjectCount = rewriting.number(updatedObjectCount, .recordCount)
    result.uploadableBytes = rewriting.number(uploadableBytes, .byteCount)
    result.newFileIdent = rewriting.number(newFileIdent, .fileIdent)
    result.freshServerVersion = rewriting.number(freshServerVersion, .serverVersion)
    result.versionBefore = rewriting.number(versionBefore, .clientVersion)
    result.versionAfter = rewriting.number(versionAfter, .clientVersion)
    return result
  }
}
