internal import Analyzer
internal import RealmModel
package import Replayer
internal import TraceFormat

extension Phrase {
  /// That a fault never happened, and why, in words that follow the fault; without a final period.
  static func neverHappened(because reason: String) -> QuotingSentence {
    QuotingSentence(opening: "never happened: ", quotation: reason)
  }

  static func notInTrace(_ gap: String) -> String { "not in the trace: \(gap)" }
}

extension FaultEffect {
  private static let lineCountMax = 12

  package var lines: [String] {
    let all = writes + objects.map { "\($0.className.readableText) \($0.key.text)".visible }
    guard all.count > Self.lineCountMax else { return all }
    let shown = Self.lineCountMax - 1
    return all.prefix(shown) + [Phrase.rest(all.count - shown)]
  }

  /// What the device had comes first; the rest is marked, where there is both.
  private var writes: [String] {
    let own = changes.filter(\.isOnDevice)
    guard !own.isEmpty else { return changes.flatMap(\.lines) }
    let others = changes.filter { !$0.isOnDevice }.flatMap(\.lines)
    return own.flatMap(\.lines) + others.map { "not on the device: \($0)" }
  }
}

extension FaultedChange {
  fileprivate var lines: [String] {
    changeset.instructions.map { instruction in
      let address = Address(instruction, in: changeset)
      return "\(address.text) \(WriteOperation(instruction, in: changeset).words)"
    }
  }
}
