package import Analyzer
package import RealmModel
package import Replayer
package import TraceFormat

extension OutcomeSummary {
  /// The summary of a report, made just now or read from a file.
  ///
  /// - Parameters:
  ///   - words: how it says what faults did.
  ///   - outcome: what it is a report on; nil where only the report is there.
  ///   - cache: what reports on the same reset in other modes have in common with this one.
  package init(
    _ report: Report, _ words: ReportWording, of outcome: Outcome? = nil,
    cache: ReplayCache = ReplayCache()
  ) {
    let texts = cache.texts(of: report)
    self.init(
      reset: "session \(report.session.session), record \(report.session.resetSequence)",
      result: report.result, facts: Self.facts(of: report),
      state: outcome.map { $0.knownAfter.map { cache.summary(of: $0) } ?? .notKnown },
      writes: zip(report.writes, texts).map { Self.write($0, $1, in: report) },
      collateral: report.collateral.map(Self.finding), traps: report.traps.map(Self.finding),
      acknowledgedLost: report.harm.acknowledgedLost.map(Self.finding),
      harmedPlaces: Self.places(report.harm.overwritten, .overwritten, in: report)
        + Self.places(report.harm.doubled, .doubled, in: report), harm: report.harm.counts,
      hidesOthers: report.hidesOthers, faults: InjectedFault.all(in: report, words))
  }

  private static func write(_ verdict: JudgedWrite, _ text: String, in report: Report) -> Write {
    let version = report.transactions[verdict.transactionIndex].clientVersion
    return Write(
      position: Position(version: version, index: verdict.instructionIndex),
      text: text, fate: verdict.fate,
      rule: CitedRule(verdict.rule, defects: verdict.defect?.identifiers),
      after: verdict.observed.after, place: verdict.address)
  }

  private static func finding(_ collateral: Collateral) -> Finding {
    func words(_ values: [Value]) -> String? {
      values.isEmpty ? nil : Value.list(values).text(columns: Finding.valueColumns)
    }
    let (server, after) = (collateral.server, collateral.after)
    let details = [
      words(collateral.gone).map { ", gone: \($0)" },
      words(collateral.surplus).map { ", too many: \($0)" },
      collateral.isCertain ? nil : " (not certain)",
    ]
    let rule = CitedRule(collateral.rule, defects: collateral.defect?.identifiers)
    let text =
      "\(collateral.address.text): \(server.text(columns: Finding.valueColumns))"
      + " became \(after.text(columns: Finding.valueColumns))"
      + details.compactMap { $0 }.joined()
    let digested = text.withDigest(
      of: .array([
        collateral.address.json, server.json, after.json,
        .array((collateral.gone + collateral.surplus).map(\.json)),
      ]))
    return Finding(
      kind: collateral.kind.rawValue, text: "\(digested) [\(rule.text)]", rule: rule)
  }

  /// Each place with the first thing that was done there.
  private static func places(
    _ places: [HarmAccount.Place], _ harmClass: HarmClass, in report: Report
  ) -> [Finding] {
    places.compactMap { place in
      guard let first = place.collateral.first else { return nil }
      var finding = finding(report.collateral[first])
      finding.kind = harmClass.rawValue
      return finding
    }
  }

  private static func finding(_ loss: HarmAccount.AcknowledgedLoss) -> Finding {
    Finding(
      kind: HarmClass.acknowledgedLost.rawValue,
      text: "\(loss.address.text): \(loss.text(columns: Finding.valueColumns))".withDigest(
        of: .array([loss.address.json, loss.value?.json ?? .null, loss.after.json])))
  }

  private static func finding(_ trap: TrapOccurrence) -> Finding {
    Finding(
      kind: trap.trap.rawValue,
      text: trap.address.map { $0.text.withDigest(of: $0.json) } ?? "the reset as a whole")
  }

  private static func facts(of report: Report) -> [Fact] {
    var facts = report.session.start.map { [Fact(kind: .name, text: quoted($0.name))] } ?? []
    facts.append(Fact(kind: .error, text: words(report.error)))
    facts += report.attempts.map { Fact(kind: .attempt, text: words($0)) }
    if let didRecover = report.didRecover {
      facts.append(Fact(kind: .didRecover, text: didRecover ? "yes" : "no"))
    }
    facts.append(Fact(kind: .pending, text: words(report.pendingResetAfter)))
    if let comparison = report.comparison, comparison.isSameReset {
      facts.append(Fact(kind: .device, text: words(comparison)))
    }
    let gaps = Set(report.gaps.map(\.kind))
    return facts
      + Gap.Kind.allCases.filter(gaps.contains).map { Fact(kind: .gap, text: $0.rawValue) }
  }

  private static func words(_ pending: PendingReset?) -> String {
    pending.map { "\($0.mode.rawValue) for \($0.action.rawValue)" } ?? "none"
  }

  private static func words(_ error: SyncError) -> String {
    "\(error.action.rawValue) \(quoted(error.message))"
  }

  private static func words(_ attempt: ResetAttempt) -> String {
    let mode = attempt.actualMode?.rawValue ?? "not begun"
    let failureClass = attempt.failure?.failureClass.map { " \($0.rawValue)" } ?? ""
    let message = attempt.failure.map { " \(quoted($0.message))" } ?? ""
    return "\(mode), \(attempt.ending.rawValue)\(failureClass)\(message)"
  }

  private static func words(_ comparison: Comparison) -> String {
    let aspects = comparison.differences.map(\.aspect.rawValue)
    if comparison.isAgreement == nil { return "not known to have done the same" }
    return aspects.isEmpty ? "did the same" : "differs in \(aspects.joined(separator: ", "))"
  }

  private static func quoted(_ text: String) -> String {
    text.quoted(columns: 200).withDigest(of: .string(text))
  }
}

extension String {
  /// The text; behind one with an ellipsis, the beginning of a digest of all that it tells of, so that texts differ
  /// where what they were cut from does.
  package func withDigest(of whole: @autoclosure () -> JSONText) -> String {
    guard unicodeScalars.contains(where: { $0 == "…" }) else { return self }
    return "\(self) #\(Hex.digest(whole().digest).prefix(8))"
  }
}

// The modes of a reset write the same, and most of them leave one of a few states.
extension ReplayCache {
  private struct WriteTexts: CachedResult {
    static let countMax = 1
    var changesets: [Changeset]
    var texts: [String]
  }

  private struct SummarizedState: CachedResult {
    static let countMax = 2
    var state: RealmState
    var summary: OutcomeSummary.StateSummary
  }

  fileprivate func texts(of report: Report) -> [String] {
    result { (known: WriteTexts) in
      known.changesets.areSame(as: report.changesets)
    } otherwise: {
      WriteTexts(
        changesets: report.changesets,
        texts: report.writes.map { write in
          "\(write.address.text): \(write.operation.words)".withDigest(
            of: .array([write.address.json, write.operation.payload?.json ?? .null]))
        })
    }.texts
  }

  fileprivate func summary(of state: RealmState) -> OutcomeSummary.StateSummary {
    result { (known: SummarizedState) in
      known.state.isIdentical(to: state)
    } otherwise: {
      SummarizedState(state: state, summary: OutcomeSummary.StateSummary(state))
    }.summary
  }
}

extension OutcomeSummary.Finding {
  fileprivate static let valueColumns = 36
}

extension OutcomeSummary.StateSummary {
  /// The digests of a state: XXH64 of its canonical text with the fewest escapes, and of the part of each class.
  ///
  /// - Complexity: Linear in the size of the state. Its text is held, but no value of it longer than it takes
  ///   to write it.
  package init(_ state: RealmState) {
    // Only a set of links can have its elements in another order.
    let hasSets = state.classes.contains { $0.properties.contains { $0.collection == .set } }
    var text = Array(#"{"classes":{"#.utf8)
    var summaries: [OutcomeSummary.ClassSummary] = []
    for member in state.canonicalClasses {
      let (name, outline) = (member.name, member.value)
      if !summaries.isEmpty { text.append(UInt8(ascii: ",")) }
      JSONText.string(name).write(into: &text, escaping: .least)
      text.append(UInt8(ascii: ":"))
      let contents = (hasSets ? outline.mapping(CanonicalDifference.comparable) : outline)
        .bytes(escaping: .least)
      text += contents
      summaries.append(
        OutcomeSummary.ClassSummary(
          name: JSONText.Member(name, .null).realmName.nameText,
          objectCount: outline.elementCount(of: "objects"),
          digest: Hex.digest(XXH64.digest(contents))))
    }
    text += Array("}}".utf8)
    self.init(digest: Hex.digest(XXH64.digest(text)), classes: summaries)
  }
}
