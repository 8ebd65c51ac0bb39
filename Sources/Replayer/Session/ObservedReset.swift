package import RealmModel
package import TraceFormat

package struct ObservedReset: Sendable {
  package var recorded: ResetObserved
  /// What it uploaded again, decoded, in the order of the record; nil for a changeset that can't be
  /// read, which a gap says. Nil as a whole where it is not known.
  package private(set) var reupload: [Changeset?]?
  package var upload: Upload?
  /// Of the changesets that can't be read.
  private(set) var gaps: [Gap] = []

  /// How far the messages after a reset show what the device did.
  package struct Upload: Sendable {
    /// The client versions of transactions that the trace shows only after the reset, which can't be compared.
    package var uncompared: [UInt64]
    package var isComplete: Bool
    /// The device's state after the reset; nil where the messages do not show it.
    package var state: RealmState?
  }

  init(_ recorded: ResetObserved, _ sequence: UInt64, _ memory: inout MemoryBudget) {
    let reupload = recorded.reupload?.map {
      Result.decoding($0.changeset, &memory)
    }
    self.init(recorded, sequence, reupload)
  }

  /// What a device did as far as its messages show; `reupload` belongs to that of `recorded`.
  init(
    _ recorded: ResetObserved, _ sequence: UInt64,
    _ reupload: [Result<Changeset, DecodingFailure>]?
  ) {
    self.recorded = recorded
    self.reupload = reupload?.map { contents in
      switch contents {
      case .success(let changeset): return changeset
      case .failure(let failure):
        gaps.append(Gap(.unreadableChangeset(failure), sequence: sequence))
        return nil
      }
    }
  }
}
