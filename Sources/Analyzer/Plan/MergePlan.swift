public import RealmModel
import Replayer
public import TraceFormat

/// What would carry the stranded writes over to the server's state: a list for people to review
/// (`docs/report.md`, "Merge plan").
///
/// It says what is to be true afterwards, and not what the device did on the way: writes that a later
/// one replaced are folded into it.
public struct MergePlan: Hashable, Sendable {
  /// In an order in which they can be carried out: the schema, new objects, values, deletions.
  public var operations: [Operation]
  /// The writes that need nothing, as indexes in ``Report/writes``: the server has what they are
  /// for, or the device itself undid them.
  public var settled: [Int]
  /// All operations that nothing stands against as one encoded changeset, which applies to the
  /// server's state.
  public var changeset: [UInt8]

  /// One thing to do to the server's state.
  public struct Operation: Hashable, Sendable {
    /// The writes that it carries over, as indexes in ``Report/writes``.
    public var writes: [Int]
    public var address: WriteAddress
    /// For one element of a set: that element.
    public var member: Value?
    /// What to do, in words.
    public var text: String
    /// The instructions in full (`docs/changesets.md`, "Instructions as JSON"). They fit the server's
    /// state with the operations before this one that nothing stands against.
    public var instructions: [JSONText]
    /// What the server has there now.
    public var server: Sighting
    /// What would be there afterwards.
    public var after: Sighting
    /// Why a person has to decide, in one sentence without a final period; nil where nothing stands
    /// against it.
    public var conflict: String?
  }
}
