internal import Analyzer
public import RealmModel
internal import Replayer
public import TraceFormat

/// What a verdict is about.
public enum VerdictAspect: String, Hashable, Sendable, CaseIterable {
  /// Which resets or moments there are, or why there are none.
  case occasion
  /// An attempt: its modes, its ending, the class of a failure.
  case attempt
  /// What the engine did with a write, and by which rule.
  case ruling
  /// What became of a write, and why.
  case fate
  /// Data of the server's that was damaged.
  case collateral
  /// A known way of losing data.
  case trap
  /// The account of harm in numbers.
  case harm
  /// What the trace does not show.
  case gap
  /// Whether the device did the same.
  case device
  /// What is uploaded again.
  case reupload
  /// A state before or after.
  case state
}

struct VerdictFact: Hashable {
  var aspect: VerdictAspect
  /// Where, in the names and keys of the trace that it is of.
  var place: Address?
  /// What, without data.
  var says: String

  init(_ aspect: VerdictAspect, at place: Address? = nil, _ says: String) {
    (self.aspect, self.place, self.says) = (aspect, place, says)
  }

  /// Everything that a replay and its judgement say of one reset. Lists of findings follow the order of
  /// keys, which is another after scrubbing; they come last, and are compared as unordered.
  static func all(_ outcome: Outcome, _ report: Report) -> (ordered: [Self], unordered: [Self]) {
    (
      attempts(outcome) + rulings(outcome, report) + report.writes.map(fate)
        + totals(outcome, report),
      report.collateral.map(collateral) + report.traps.map(trap)
    )
  }

  private static func attempts(_ outcome: Outcome) -> [Self] {
    outcome.attempts.map { attempt in
      Self(
        .attempt,
        "\(attempt.requestedMode) \(Shape.text(of: attempt.actualMode as Any)) \(attempt.action) "
          + "\(attempt.ending) \(Shape.text(of: attempt.failure?.failureClass as Any))")
    } + [
      Self(
        .attempt,
        "then \(outcome.ending), pending \(Shape.text(of: outcome.result.pendingReset?.mode as Any)) "
          + "\(Shape.text(of: outcome.result.pendingReset?.action as Any)), "
          + "recovered \(Shape.text(of: outcome.didRecover as Any))")
    ]
  }

  private static func rulings(_ outcome: Outcome, _ report: Report) -> [Self] {
    outcome.result.rulings.map { ruling in
      let changeset = outcome.situation.unsynced[ruling.changesetIndex].changeset
      let instruction = changeset.instructions[ruling.instructionIndex]
      return Self(
        .ruling, at: Address(instruction, in: changeset),
        "\(ruling.rule.rawValue) \(ruling.effect) emits \(ruling.emitted) "
          + Shape.text(of: ruling.notes))
    }
  }

  private static func fate(_ write: JudgedWrite) -> Self {
    let index = { (index: Int?) in index.map { "\($0)" } ?? "-" }
    return Self(
      .fate, at: write.address,
      "\(write.kind) \(write.fate) \(write.rule?.rawValue ?? "-") \(Shape.text(of: write.reason)) "
        + "\(Shape.text(of: write.cause as Any)) \(Shape.text(of: write.winner as Any)) "
        + "\(write.threeWay) defect \(write.defect?.identifiers ?? []) "
        + "superseded \(index(write.supersededBy)) implied \(index(write.impliedBy)) "
        + "again \(write.isDoneAgain)")
  }

  private static func collateral(_ collateral: Collateral) -> Self {
    Self(
      .collateral, at: collateral.address,
      "\(collateral.kind) \(collateral.rule?.rawValue ?? "-") \(Shape.text(of: collateral.reason)) "
        + "writes \(collateral.writes) gone \(collateral.gone.count) "
        + "surplus \(collateral.surplus.count) certain \(collateral.isCertain) "
        + "defect \(collateral.defect?.identifiers ?? [])")
  }

  private static func trap(_ trap: TrapOccurrence) -> Self {
    Self(
      .trap, at: trap.address,
      "\(trap.trap.rawValue) writes \(trap.writes) \(Shape.text(of: trap.effect))")
  }

  private static func totals(_ outcome: Outcome, _ report: Report) -> [Self] {
    let harm = report.harm.counts
    let gaps = report.gaps.map(\.kind.rawValue).joined(separator: " ")
    let reupload = outcome.result.reupload.map { "\($0.instructions.count)" }
    return [
      Self(
        .harm,
        "overwritten \(harm.overwritten) doubled \(harm.doubled) "
          + "acknowledgedLost \(harm.acknowledgedLost) merged \(harm.merged) "
          + "deviceWon \(harm.deviceWon) serverWon \(harm.serverWon) "
          + "lost \(harm.lost) stranded \(harm.stranded)"),
      Self(.gap, gaps),
      Self(.reupload, reupload.joined(separator: " ")),
      Self(
        .device,
        report.comparison.map { comparison in
          "same reset \(comparison.isSameReset), differs in "
            + "\(comparison.differences.map(\.aspect.rawValue))"
        } ?? "not known"),
    ]
  }
}

/// Something that a replay of the scrubbed trace says otherwise.
public struct VerdictDifference: Hashable, Sendable {
  /// The session of the reset, and the record that asked for it; nil where it is about the whole trace.
  public var session: UInt32?
  /// The record.
  public var sequence: UInt64?
  /// The mode that was replayed; nil for what is the same in all of them.
  public var mode: ResetMode?
  /// What is said otherwise.
  public var aspect: VerdictAspect
  /// The place in the trace that was scrubbed; nil for the reset as a whole.
  public var place: Address?
  /// The result of the trace.
  public var before: String
  /// The result of the scrubbed one.
  public var after: String
}

/// How far the verdicts on two traces were compared, and where they differ.
public struct VerdictAgreement: Hashable, Sendable {
  /// Resets that were replayed, each in every mode.
  public var resetCount = 0
  /// Ends of sessions at which a reset was replayed likewise, where the trace has none.
  public var endCount = 0
  /// Writes whose fates were compared, over all modes.
  public var writeCount = 0
  /// States that were compared value by value.
  public var stateCount = 0
  /// States that could not be, because listing them does not give them back.
  public var uncomparedStateCount = 0
  /// Where the verdicts differ; at most ``differencesMax``.
  public internal(set) var differences: [VerdictDifference] = []
  /// How many differences there are in all.
  public internal(set) var differenceCount = 0

  /// The most differences that are kept.
  public static let differencesMax = 100

  /// Whether the scrubbed trace replays identically.
  public var isSame: Bool { differenceCount == 0 }

  mutating func add(_ difference: VerdictDifference) {
    differenceCount += 1
    if differences.count < Self.differencesMax { differences.append(difference) }
  }
}
