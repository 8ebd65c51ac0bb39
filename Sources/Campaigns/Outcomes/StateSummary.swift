internal import Analyzer
package import RealmModel
import Replayer
internal import TraceFormat

extension OutcomeSummary.StateSummary {
  /// The digests of a state: XXH64 of its canonical text with the fewest escapes, and of the part of each class.
  ///
  /// - Complexity: Linear in the size of the state. Its text is held, but no value of it longer than it takes
  ///   to write it.
  package init(_ state: RealmState) {
    var text = Array(#"{"classes":{"#.utf8)
    var summaries: [OutcomeSummary.ClassSummary] = []
    for (name, outline) in state.canonicalClasses {
      if !summaries.isEmpty { text.append(UInt8(ascii: ",")) }
      JSONText.string(name).write(into: &text, escaping: .least)
      text.append(UInt8(ascii: ":"))
      let contents = outline.mapping(CanonicalDifference.comparable).bytes(escaping: .least)
      text += contents
      summaries.append(
        OutcomeSummary.ClassSummary(
          name: JSONText.Member(name, .null).realmName.nameText,
          objectCount: outline.elementCount(of: "objects"),
          digest: Hex.digest(XXH64.digest(contents))))
    }
    text += Array("}}".utf8)
    self.init(digest: Hex.digest(XXH64.digest(text)), classes: summaries)
  }
}
