/// What a message of the engine means and what to do about it (`docs/triage.md`).
public struct Triage: Hashable, Sendable {
  /// The name of the entry: a heading of `docs/triage.md`.
  public var identifier: String
  /// The message that it is about.
  public var message: String
  /// What brought it about, with the names and numbers of the message filled in.
  public var cause: String
  /// What happens to the data now.
  public var dataNow: String
  /// What to do, in order, a sentence each.
  public var nextSteps: [String]
}
