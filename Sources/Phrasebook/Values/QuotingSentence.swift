/// A sentence that quotes a text of the trace, which each form quotes in its own way.
package struct QuotingSentence: Hashable, Sendable {
  /// What stands before the quotation; the whole sentence where there is none.
  package var opening: String
  /// The text as the trace has it.
  package var quotation: String?
  package var ending = ""

  /// The sentence.
  ///
  /// - Parameter quoted: How the text is shown.
  package func text(quoted: (String) -> String) -> String {
    opening + (quotation.map(quoted) ?? "") + ending
  }
}
