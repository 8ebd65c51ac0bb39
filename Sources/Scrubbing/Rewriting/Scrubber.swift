public import TraceFormat

/// Replaces what a trace shows of users by keyed pseudonyms, so that a replay gives the same (`docs/sharing.md`).
///
/// ```swift
/// var survey = ScrubSurvey()
/// for event in events { try survey.observe(event) }
/// var scrubber = Scrubber(key, ScrubOptions(), after: survey)
/// for event in events { try writer.append(scrubber.scrubbed(event)) }
/// ```
public struct Scrubber: Sendable {
  var rewriting: ScrubRewriting
  private var redactor = SecretRedactor()

  /// - Parameters:
  ///   - key: what pseudonyms are made with: of the same key come the same ones.
  ///   - options: what the scrubbed trace keeps.
  ///   - survey: what all events of the trace have shown.
  public init(_ key: ScrubKey, _ options: ScrubOptions, after survey: ScrubSurvey) {
    var contents = survey.contents
    contents.finish()
    rewriting = ScrubRewriting(key, options, contents)
  }

  /// What was replaced and left out so far.
  public var counts: ScrubCounts { rewriting.counts }

  /// The event without what it shows of users. One that cannot be written anew is left out: a loss stands
  /// in its place, and that is counted.
  public mutating func scrubbed(_ event: Event) -> Event {
    // Not all of it, whose tables the next new key would copy.
    let before = rewriting.counts
    do throws(RewritingFailure) {
      let scrubbed = try event.rewritten(by: &rewriting)
      // The protocol has places where whatever stands is taken for a secret, letters too: these get marks.
      return stillUnread(event, redactor.redacted(scrubbed))
    } catch {
      rewriting.counts = before
      rewriting.counts.dropped += 1
      let reason = "the record cannot be written without what it tells"
      return Event(
        sequence: event.sequence,
        timeMicroseconds: rewriting.number(event.timeMicroseconds, .timeMicroseconds),
        session: event.session,
        content: .loss(Loss(firstSequence: event.sequence, recordCount: 1, reason: reason)))
    }
  }

  /// A message that could not be read is not to become one that somebody can.
  private func stillUnread(_ event: Event, _ scrubbed: Event) -> Event {
    guard case .message(let old) = event.content, case .message(var new) = scrubbed.content,
      (try? old.parsed()) == nil, (try? new.parsed()) != nil
    else { return scrubbed }
    var result = scrubbed
    new.head = rewriting.keyed.bytes(old.head, .unreadableHead)
    if old.head.last == UInt8(ascii: "\n") { new.head.append(UInt8(ascii: "\n")) }
    result.content = .message(new)
    return result
  }

  /// Notes that something was left out that has no policy.
  public mutating func noteDropped(_ count: UInt64 = 1) { rewriting.counts.dropped += count }

  /// What recorders and importers note as the source of a trace.
  private static let sources = Set(
    (SessionStart.Source.allCases.map(\.rawValue) + ["realm", "minimize"]).map { TextBytes($0) })

  /// The header of the scrubbed trace: what kind of source it had, and that it was scrubbed.
  public mutating func scrubbed(_ header: TraceHeader) -> TraceHeader {
    var notes: [TraceHeader.Metadata] = []
    for note in header.metadata where !note.name.hasSameBytes(as: "secrets") {
      if note.name.hasSameBytes(as: "source"), Self.sources.contains(TextBytes(note.value)) {
        notes.append(note)
      } else {
        rewriting.counts.dropped += 1
      }
    }
    let times = rewriting.options.shiftsTimes ? "shifted" : "kept"
    notes.append(.init("scrubbed", "names \(rewriting.options.names.rawValue), times \(times)"))
    notes.append(.init("scrubKey", rewriting.keyed.key.fingerprint))
    var result = TraceHeader(metadata: notes)
    result.secrets = .replaced
    return result
  }
}

extension ScrubRewriting {
  init(_ key: ScrubKey, _ options: ScrubOptions, _ contents: SurveyedContents) {
    keyed = KeyedPseudonyms(key: key)
    self.options = options
    schema = contents.schema
    values = Dictionary(
      uniqueKeysWithValues: contents.values.map { property, seen in
        (property, ValuePseudonyms(seen, of: property, key, avoiding: contents.longNumbers))
      })
    objectKeys = OrderedNumbers(contents.objectKeys.map { Int128($0) }, from: nil)
    shifts = TimeShifts(key, options: options)
    ordered = Dictionary(
      uniqueKeysWithValues: contents.orderedNumbers.map { field, numbers in
        (field, OrderedNumbers(numbers, of: field, key, avoiding: contents.longNumbers))
      })
  }
}

extension OrderedNumbers {
  /// Numbers of a field, moved to where none of the trace's own numbers is, as far as that can be.
  fileprivate init(
    _ numbers: Set<Int128>, of field: NumberField, _ key: ScrubKey,
    avoiding avoided: Set<UInt64>
  ) {
    var draws = KeyedNumbers(key, seed: [Array(field.rawValue.utf8)])
    for _ in 0..<64 {
      let start = Int128(draws.next(in: 100_000..<1_000_000_000))
      self.init(numbers, from: start, keeping: Int128(UInt64.max))
      if !meets(avoided) { return }
    }
    self.init(numbers, from: Int128(1_000_000_000), keeping: Int128(UInt64.max))
  }
}
