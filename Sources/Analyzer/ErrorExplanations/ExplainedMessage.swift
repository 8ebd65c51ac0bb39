internal import TraceFormat

/// One thing that the engine can say: how it is recognized, and what it ends. A row of `messages.json`.
///
/// Where Realm Core has the messages: resets in `object-store/sync/sync_session.cpp` and
/// `sync/noinst/client_reset_operation.cpp`; gates, recovery and transfer in `sync/noinst/client_reset.cpp`,
/// `client_reset_recovery.cpp` and `pending_reset_store.cpp`; downloads in `sync/noinst/client_history_impl.cpp`;
/// instructions in `sync/instruction_applier.cpp`; refusals of the storage layer in `exceptions.cpp`,
/// `collection.cpp`, `collection_parent.cpp`, `dictionary.cpp` and `table.cpp`; numbers in `sync/protocol.hpp`,
/// `sync/noinst/protocol_codec.hpp` and `error_codes.h`, those of closed WebSockets in
/// `sync/noinst/client_impl_base.cpp`.
struct ExplainedMessage: Decodable, Hashable, Sendable {
  enum Kind: String, Decodable, Hashable, Sendable {
    case wrapper
    /// What is appended to a message: where it happened, a log's address.
    case suffix
  }

  var topic: ErrorExplanation.Topic
  /// What tells one from another below the same heading, such as the number of an error.
  var variant: String?
  var ending: ErrorExplanation.Ending
  var kind: Kind?
  var patterns: [MessagePattern]
  /// Words that stand for it on their own: names and numbers of errors, actions, failures, rules.
  var terms: [String]
  /// More numbers of the sync protocol, or of closed WebSockets, that mean the same.
  private var codes: [Int32]
  /// The names under which SDKs tell of it, as their sources spell them: ``SDKErrorName``.
  var sdkNames: [String]
  /// Whether the message inside may be anybody's words, such as the server's.
  var isInnerFree: Bool
  /// Whether it says what to do whatever is inside.
  var isDeciding: Bool

  private enum CodingKeys: String, CodingKey {
    case topic, variant, ending, kind
    case patterns = "patterns?"
    case terms = "terms?"
    case codes = "codes?"
    case sdkNames = "sdkNames?"
    case isInnerFree = "isInnerFree?"
    case isDeciding = "isDeciding?"
  }

  /// All entries. Of several that a text matches, the one that begins first counts; of those, the
  /// one that stands first here.
  static let all = {
    let rows = [ExplainedMessage](embedded: PackageResources.messages_json)
    return rows + rows.flatMap(\.numbered)
  }()

  /// An entry for each of the row's numbers, with the protocol's words for it, which other messages begin with too.
  private var numbered: [ExplainedMessage] {
    codes.map { code in
      var entry = self
      entry.variant = String(code)
      (entry.kind, entry.isInnerFree) = (nil, false)
      (entry.codes, entry.sdkNames) = ([], [])
      entry.patterns = ProtocolErrorCode.message(code).map { [MessagePattern($0)] } ?? []
      entry.terms = [String(code)] + (ProtocolErrorCode.name(code).map { [$0] } ?? [])
      return entry
    }
  }

  /// Entries by their words as they are spelled, and in lower case. The failure `badChangeset` and the
  /// error `BadChangeset` are different things.
  private static let byTerm: [String: ExplainedMessage] = {
    let words = all.flatMap { entry in
      ([entry.topic.rawValue] + entry.terms).map { ($0, entry) }
    }
    let exact = Dictionary(words) { first, _ in first }
    return exact.merging(words.map { ($0.lowercased(), $1) }) { first, _ in first }
  }()

  /// The entry that a word means, whatever its case.
  static func named(_ term: String) -> ExplainedMessage? {
    byTerm[term] ?? byTerm[term.lowercased()]
  }

  static var terms: [String] {
    Set(all.flatMap(\.terms).filter { !$0.utf8.contains(UInt8(ascii: " ")) }).sorted()
  }
}

// Finding messages in a text
extension ExplainedMessage {
  private struct Candidate {
    let entry: ExplainedMessage
    let pattern: MessagePattern
    /// The longest word that each text has that the pattern matches, if there is one. What closes a message
    /// may be cut off, and a word at the end of a part may go on in the hole.
    let word: UInt64?

    init(_ entry: ExplainedMessage, _ pattern: MessagePattern) {
      (self.entry, self.pattern) = (entry, pattern)
      let fixed = pattern.opening.isEmpty ? pattern.holes.first?.literal : pattern.opening
      word = TextWords(ArraySlice(fixed ?? [])).longestInnerKey
    }
  }

  private static let candidates = [Kind.wrapper, .suffix, nil].flatMap { kind in
    all.filter { $0.kind == kind }.flatMap { entry in entry.patterns.map { Candidate(entry, $0) } }
  }

  private static let wordless = candidates.indices.filter { candidates[$0].word == nil }

  private static let bySlot: [[Int]] = {
    var table = [[Int]](repeating: [], count: TextWords.slotCount)
    for place in candidates.indices {
      if let word = candidates[place].word { table[TextWords.slot(ofKey: word)].append(place) }
    }
    return table
  }()

  /// The first match in a text, by kinds in their order.
  static func find(in text: ArraySlice<UInt8>) -> (entry: ExplainedMessage, match: MessageMatch)? {
    let (candidates, bySlot, words) = (candidates, bySlot, TextWords(text))
    var places = wordless
    for index in 0..<words.count { places += bySlot[words.slot(index)] }
    var best: (place: Int, match: MessageMatch)?
    var latest = -1
    for place in places.sorted() where place != latest {
      latest = place
      if let best, candidates[best.place].entry.kind != candidates[place].entry.kind { break }
      guard let match = candidates[place].pattern.firstMatch(in: text),
        match.start < best?.match.start ?? .max
      else { continue }
      best = (place, match)
    }
    return best.map { (candidates[$0.place].entry, $0.match) }
  }
}
