internal import Analyzer
internal import Phrasebook

/// Sentences for templates: what stands between backticks is code.
enum HTMLProse {
  /// The sentence: for the template `runs`.
  ///
  /// A sentence may quote the trace, and be long. What is in it that hides or turns the direction of
  /// writing becomes visible with the escaping.
  static func view(_ sentence: String) -> HTMLView {
    ["runs": runs(sentence)]
  }

  /// A sentence with a quotation in it, which may be long itself.
  static func view(_ sentence: QuotingSentence) -> HTMLView {
    [
      "runs": runs(sentence.opening) + (sentence.quotation.map(runs) ?? [])
        + runs(sentence.ending)
    ]
  }

  private static func runs(_ text: String) -> [HTMLView] {
    let parts = text.shortened(to: 2_000).split(
      separator: "`", omittingEmptySubsequences: false)
    // A backtick without its counterpart is text.
    let isPaired = parts.count % 2 == 1
    return parts.enumerated().map { index, part in
      guard isPaired, index % 2 == 1 else {
        return ["plain": (isPaired || index == 0 ? "" : "`") + part, "code": false]
      }
      return ["plain": "", "code": String(part)]
    }
  }
}

/// Links from names to the documents that explain them, where those are published.
struct HTMLDocuments {
  /// Where they are, with a slash at the end; nil if nowhere.
  var address: String?

  /// A name, and where it is explained: for the template `name`.
  ///
  /// - Parameter heading: Under which, if the name is no heading of its own.
  func view(_ name: String, in document: String, under heading: String? = nil) -> HTMLView {
    let anchor = (heading ?? name).lowercased()
    return ["word": name, "explained": address.map { "\($0)\(document).md#\(anchor)" }.orNothing]
  }
}
