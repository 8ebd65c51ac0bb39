import Replayer
import Scrubbing
import TraceFormat

/// The passes over a trace that is scrubbed: one that looks, one that writes; then both are compared.
struct ScrubWork {
  /// That the output was given up because of what the check found.
  struct VerdictsDiffer: Error {}

  let input: TraceInput
  let key: ScrubKey
  let choice: ScrubOptions
  let isChecked: Bool

  private(set) var recordCount: UInt64 = 0
  private(set) var counts = ScrubCounts()
  private(set) var agreement: VerdictAgreement?
  private var scrubber: Scrubber?
  private var original = Replay()
  private var reader: TraceReader?

  init(input: TraceInput, key: ScrubKey, choice: ScrubOptions, isChecked: Bool) {
    (self.input, self.key, self.choice, self.isChecked) = (input, key, choice, isChecked)
  }

  /// Looks at all events, and works out what stands for what.
  mutating func survey(on console: Console) throws {
    let reader = try input.open(on: console)
    var survey = ScrubSurvey()
    var digestCount = 0
    original = try input.replay(reader) { event in
      try? survey.observe(event)
      if case .resetObserved(let observed) = event.content, observed.stateDigest != nil {
        digestCount += 1
      }
    }
    console.progress.begin("making pseudonyms")
    var scrubber = Scrubber(key, choice, after: survey)
    if digestCount > 0 { scrubber.learnDigests(from: original) }
    (self.scrubber, self.reader) = (scrubber, reader)
  }

  /// Writes the scrubbed trace; it appears when it is complete and, where that is checked, gives the same reports.
  mutating func write(to target: TraceOutput, on console: Console) throws {
    guard var scrubber else { return }
    let reader = try input.open(on: console)
    let header = scrubber.scrubbed(reader.header ?? TraceHeader())
    var scrubbed = Replay()
    let isChecked = isChecked
    defer { counts = scrubber.counts }
    try target.write(on: console, header: header) { writer in
      try rewrite(reader, by: &scrubber) { event in
        try writer.append(event)
        if isChecked { scrubbed.observe(event) }
      }
      guard isChecked else { return [] }
      let agreement = compare(with: scrubbed, by: scrubber, on: console)
      self.agreement = agreement
      guard agreement.isSame else { throw VerdictsDiffer() }
      return []
    }
  }

  /// Hands out the events with pseudonyms instead of what users wrote, and writes no trace.
  mutating func read(on console: Console, _ each: (Event) throws -> Void) throws {
    guard var scrubber else { return }
    try rewrite(try input.open(on: console), by: &scrubber, each)
  }

  private mutating func rewrite(
    _ reader: TraceReader, by scrubber: inout Scrubber, _ each: (Event) throws -> Void
  ) throws {
    while let (event, hasRest) = try reader.nextWithRest() {
      if hasRest { scrubber.noteDropped() }
      try each(scrubber.scrubbed(event))
      recordCount += 1
    }
  }

  private func compare(
    with scrubbed: Replay, by scrubber: Scrubber, on console: Console
  ) -> VerdictAgreement {
    console.progress.begin("comparing the replays")
    return VerdictCheck.compare(original, with: scrubbed, by: scrubber) { done, total in
      if done == 0 { console.progress.begin("comparing the replays", of: total, "replays") }
      console.progress.advance(to: done)
    }
  }

  /// Says what was damaged in the trace, and how that ends the command.
  func reportDamage(on console: Console, _ speech: SpeechOptions) -> ExitStatus {
    reader.map { input.report($0, on: console, speech) } ?? .fine
  }
}

extension ScrubKey {
  /// The key in a file; throws where there is no such file, or what is in it is not a key, with the next step.
  init(file path: String) throws {
    let hint = "`head -c 32 /dev/urandom > \(path.pathWord)` makes a key; keep it to yourself"
    let bytes: [UInt8]
    do {
      bytes = try InputFile.readAll(InputFile.source(path), sizeMaxBytes: Self.sizeMaxBytes)
    } catch let failure as FileFailure {
      var described = CommandFailure(describing: failure)
      described.hint = hint
      throw described
    }
    do throws(ScrubKeyFailure) {
      try self.init(bytes)
    } catch {
      throw CommandFailure(.badInput, "`\(path)`: \(error)", hint: hint)
    }
  }
}
