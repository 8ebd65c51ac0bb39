public import RealmModel
public import TraceFormat

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
