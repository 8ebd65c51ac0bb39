/// What a message of the engine is about (`docs/triage.md`): what it means, what has become of the data
/// and what to do about it follows from that.
///
/// Realm Core puts messages inside messages: that of a reset around that of the recovery around that
/// of one instruction. ``layers`` has them all; the innermost that is known decides.
public struct ErrorExplanation: Hashable, Sendable {
  /// One message among those that are inside each other.
  public struct Layer: Hashable, Sendable {
    package var topic: Topic
    /// What tells one from another below the same heading, such as the number of an error.
    package var variant: String?
    /// What stands where another message has another name, number or text, in order; a message
    /// inside of it is among them.
    public var captures: [Parameter]

    /// A heading of `docs/triage.md`.
    public var identifier: String { topic.rawValue }

    package init(_ topic: Topic, variant: String? = nil, captures: [Parameter] = []) {
      (self.topic, self.variant, self.captures) = (topic, variant, captures)
    }
  }

  /// A name, number or time that a message gives.
  public struct Parameter: Encodable, Hashable, Sendable {
    /// What it means, such as `class`.
    public var name: String
    /// As the message has it.
    public var value: String
  }

  /// The message that it is about.
  public var message: String
  /// What was recognized, outermost first; empty if nothing was.
  public var layers: [Layer]
  /// The one that says what to do.
  public var decision: Layer
  /// What the server asks for besides, where the text says that; it is among ``layers`` too.
  public var action: Layer?
  /// A part inside what was recognized that no entry is about; the whole message if nothing was.
  public var unrecognizedPart: String?

  /// Whether any part of the message is known.
  public var isRecognized: Bool { !layers.isEmpty }

  /// The entry that says what to do: a heading of `docs/triage.md`.
  public var identifier: String { decision.identifier }

  /// What the recognized messages name, outermost first.
  public var parameters: [Parameter] { layers.flatMap(\.captures).filter { $0.name != "inner" } }
}
