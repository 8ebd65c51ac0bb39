/// What a message of the engine means, what has become of the data, and what to do about it
/// (`docs/triage.md`).
///
/// Realm Core puts messages inside messages: that of a reset around that of the recovery around that
/// of one instruction. ``layers`` has them all; the rest is said of the innermost that is known.
public struct Triage: Hashable, Sendable {
  /// One message among those that are inside each other.
  public struct Layer: Hashable, Sendable {
    /// A heading of `docs/triage.md`.
    public var identifier: String
    /// What it says, in one sentence without a final period.
    public var text: String
  }

  /// A name, number or time that a message gives.
  public struct Parameter: Hashable, Sendable {
    public var name: String
    /// As the message has it.
    public var value: String
  }

  /// The entry that says what to do: a heading of `docs/triage.md`.
  public var identifier: String
  /// The message that it is about.
  public var message: String
  /// What was recognized, outermost first; empty if nothing was.
  public var layers: [Layer]
  /// What the recognized messages name, outermost first.
  public var parameters: [Parameter]
  /// A part inside what was recognized that no entry is about; the whole message if nothing was.
  public var unrecognizedPart: String?
  /// What brought it about, with the names and numbers of the message filled in.
  public var cause: String
  /// What happens to the data now.
  public var dataNow: String
  /// What to do, in order, a sentence each.
  public var nextSteps: [String]
}

extension Triage {
  /// Whether any part of the message is known.
  public var isRecognized: Bool { !layers.isEmpty }
}
