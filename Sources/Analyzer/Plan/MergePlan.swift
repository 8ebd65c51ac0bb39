public import TraceFormat

/// What would carry the stranded writes over to the fresh state: a list for people to review
/// (`docs/report.md`, "Merge plan").
public struct MergePlan: Hashable, Sendable {
  public var operations: [Operation]

  /// One thing to do to the fresh state.
  public struct Operation: Hashable, Sendable {
    /// The writes that it carries over, as indexes in ``Report/writes``.
    public var writes: [Int]
    public var address: WriteAddress
    /// What to do, in words.
    public var text: String
    /// The instruction in full (`docs/changesets.md`, "Instructions as JSON"), addressed for the
    /// fresh state.
    public var instruction: JSONText
    /// What the server has there now.
    public var server: Sighting
    /// What would be there afterwards.
    public var after: Sighting
    /// Why a person has to decide, in one sentence; nil where nothing stands against it.
    public var conflict: String?
  }
}
