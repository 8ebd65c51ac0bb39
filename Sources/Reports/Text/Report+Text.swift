public import Analyzer

extension Report {
  /// The report for people: at most eighty columns wide, foreign text escaped and shortened.
  ///
  /// The order is that of a reader in a hurry: what was asked and what came of it, what was lost,
  /// what was overwritten on the server, what to do about it, and last how far all this can be trusted.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(style: options.style)
    writeQuestion(to: &page)
    writeMode(to: &page)
    writeAttempts(to: &page, options)
    writeUnsynced(to: &page)
    writeFaults(to: &page)
    writeResult(to: &page)
    writeApp(to: &page)
    writeTotals(to: &page)
    writeBreakdown(to: &page)
    writeDefects(to: &page, options)
    writeTriage(to: &page)
    writeResetLoop(to: &page)
    writeObjects(to: &page, options)
    writeCollateral(to: &page, options)
    writeTraps(to: &page, options)
    writeMergePlan(to: &page, options)
    HorizonText(horizon.map { [$0] } ?? []).write(to: &page, options)
    writeConsequences(to: &page)
    writeSteps(to: &page)
    writeComparison(to: &page)
    writeGaps(to: &page)
    return page.text
  }
}
