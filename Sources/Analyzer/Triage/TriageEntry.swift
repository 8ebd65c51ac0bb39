/// One thing that the engine can say, and how it is recognized.
struct TriageEntry: Hashable, Sendable {
  /// What kind of thing it is, which decides in what order entries are tried.
  enum Kind: Hashable, Sendable, CaseIterable {
    /// A message around another one.
    case wrapper
    /// What is appended to a message: where it happened, a log's address.
    case suffix
    /// A message of its own.
    case message
  }

  var topic: Triage.Topic
  var kind: Kind
  var patterns: [MessagePattern]
  /// Words that stand for it on their own: names of errors, actions, failures, rules.
  var terms: [String]
  /// Whether the message inside may be anybody's words, such as the server's.
  var isInnerFree: Bool
  /// Whether it says what to do whatever is inside.
  var isDeciding: Bool

  init(
    _ identifier: String, variant: String? = nil, _ kind: Kind = .message,
    patterns: [MessagePattern] = [], terms: [String] = [], isInnerFree: Bool = false,
    isDeciding: Bool = false
  ) {
    topic = Triage.Topic(identifier, variant: variant)
    self.kind = kind
    self.patterns = patterns
    self.terms = terms
    self.isInnerFree = isInnerFree
    self.isDeciding = isDeciding
  }
}

extension TriageEntry {
  /// All entries. Of several that a text matches, the one that begins first counts; of those, the
  /// one that stands first here.
  static let all: [TriageEntry] =
    resets + downloads + gates + transfer + recovery + instructions + storage + discards
    + subscriptions + protocolErrors + connections + actions

  /// The entry for what none of the others is about.
  static let unknown = TriageEntry("unknown-message")

  /// A heading of `docs/triage.md`.
  var identifier: String { topic.identifier }

  /// Entries by their words as they are spelled, and in lower case. The failure `badChangeset` and the
  /// error `BadChangeset` are different things.
  private static let byTerm: [String: TriageEntry] = {
    let words = all.flatMap { entry in ([entry.identifier] + entry.terms).map { ($0, entry) } }
    let exact = Dictionary(words) { first, _ in first }
    return exact.merging(words.map { ($0.lowercased(), $1) }) { first, _ in first }
  }()

  /// The entry that a word stands for, whatever its case.
  static func named(_ term: String) -> TriageEntry? { byTerm[term] ?? byTerm[term.lowercased()] }

  /// The patterns of all entries, in order.
  private static let patterns = all.flatMap { entry in entry.patterns.map { (entry, $0) } }

  /// Patterns by a word of theirs, without which no text matches; those that have none are below nil.
  private static let byWord = Dictionary(grouping: patterns.indices) { patterns[$0].1.word }

  /// The first match in a text, by kinds in their order.
  static func find(in text: ArraySlice<UInt8>) -> (entry: TriageEntry, match: MessageMatch)? {
    let words = TextWords(text)
    var found = Set(byWord[nil] ?? [])
    for index in 0..<words.count { found.formUnion(byWord[words.key(index)] ?? []) }
    let candidates = found.sorted().map { patterns[$0] }
    for kind in Kind.allCases {
      var best: (entry: TriageEntry, match: MessageMatch)?
      for (entry, pattern) in candidates where entry.kind == kind {
        guard let match = pattern.match(text), match.start < best?.match.start ?? .max else {
          continue
        }
        best = (entry, match)
      }
      if let best { return best }
    }
    return nil
  }
}
