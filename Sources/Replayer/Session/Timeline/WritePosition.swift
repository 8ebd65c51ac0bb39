/// A write by its place in a session: the index of its transaction in the timeline, and of its
/// instruction there.
package struct WritePosition: Hashable, Comparable, Sendable {
  package var transaction: Int
  package var instruction: Int

  package init(transaction: Int, instruction: Int) {
    self.transaction = transaction
    self.instruction = instruction
  }

  package static func < (a: WritePosition, b: WritePosition) -> Bool {
    (a.transaction, a.instruction) < (b.transaction, b.instruction)
  }
}
