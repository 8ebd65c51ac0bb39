import TraceFormat

extension Changeset {
  /// The changeset with the instructions that the body appends.
  public static func build(_ body: (inout ChangesetBuilder) -> Void) -> Changeset {
    var builder = ChangesetBuilder()
    body(&builder)
    return builder.changeset
  }
}
