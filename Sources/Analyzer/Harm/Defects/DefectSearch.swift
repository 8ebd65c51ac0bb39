public import RealmModel
internal import Replayer
public import TraceFormat

/// Finds where a reset came to something else than without the engine's defects, and which of them did it.
///
/// A defect is to blame for a place if leaving it out changes what is there. So the reset is carried
/// out again, without one defect at a time; where that changes nothing, because it takes several,
/// the smallest set of them is looked for that must be left out. That is only done where there is a
/// difference at all, and only for so much work as ``workMax`` allows.
struct DefectSearch {
  let real: Outcome
  let ideal: Outcome
  private let outcomeWith: (Quirks) -> Outcome
  private var outcomes: [Quirks: Outcome]
  /// How many more instructions may be recovered to find out.
  private var work = Self.workMax

  /// The most instructions that are recovered over and over to find out which defects are to blame;
  /// the one recovery without all defects comes on top.
  static let workMax = 200_000

  /// Nil where no defect can have mattered, which is known without recovering anything again.
  init?(_ real: Outcome, _ outcomeWith: @escaping (Quirks) -> Outcome) {
    self.real = real
    guard !real.quirks.isEmpty, real.dependsOnQuirks else { return nil }
    self.outcomeWith = outcomeWith
    ideal = outcomeWith(.ideal)
    outcomes = [real.quirks: real, .ideal: ideal]
  }

  /// The outcome of the reset without some of the defects; nil where that is too much work.
  mutating func outcome(without quirks: Quirks) -> Outcome? {
    let rest = real.quirks.subtracting(quirks)
    if let known = outcomes[rest] { return known }
    work -= real.result.rulings.count + 1
    guard work >= 0 else { return nil }
    let outcome = outcomeWith(rest)
    outcomes[rest] = outcome
    return outcome
  }
}

// Where the two outcomes differ
extension DefectSearch {
  /// What differs: the result alone, or else the places where something else is there afterwards.
  var differences: [Aspect] {
    guard real.ending == ideal.ending else { return [Aspect()] }
    let candidates = candidates.filter { !Aspect(address: $0).isSame(real, ideal) }
    let objects = Set(candidates.filter { $0.property == nil })
    return candidates.filter { address in
      address.property == nil || !objects.contains(address.wholeObject)
    }.map(Aspect.init)
  }

  /// The places that can differ, each once, in the order of the re-upload: both outcomes start from
  /// the same states, so whatever differs is in what only one of them uploads, or in the transfer.
  private var candidates: [Address] {
    var (places, seen): ([Address], Set<Address>) = ([], [])
    func add(_ address: Address) { if seen.insert(address).inserted { places.append(address) } }
    for (a, b) in zip(real.result.reupload, ideal.result.reupload)
    where a.encoded() != b.encoded() {
      for changeset in [a, b] {
        for instruction in changeset.instructions {
          add(Address(instruction, in: changeset).wholeProperty)
        }
      }
    }
    for deviation in real.result.deviations where deviation.place != nil { add(deviation.address) }
    return places
  }
}

extension Outcome {
  /// Whether defects can show at all. A reset that was not carried out has none, and one that
  /// discards only that of the copying of Mixed values, which is noted where it happens.
  fileprivate var dependsOnQuirks: Bool {
    attempts.contains { attempt in
      switch attempt.actualMode {
      case nil: false
      case .discardLocal: result.deviations.contains { $0.kind == .wrongLinkKept }
      default: true
      }
    }
  }
}

// Who is to blame
extension DefectSearch {
  /// Something that differs between the reset and the one without defects.
  struct Aspect: Hashable {
    /// The place; nil for the reset as a whole.
    var address: Address?

    func isSame(_ a: Outcome, _ b: Outcome) -> Bool {
      guard a.ending == b.ending, let address else { return a.ending == b.ending }
      return ObservedValue(a.result.after, at: address)
        .looksLike(ObservedValue(b.result.after, at: address))
    }
  }

  /// The defects to blame for each aspect; none where it takes several and which is not known.
  mutating func culprits(of aspects: [Aspect]) -> [Aspect: Quirks] {
    var (mending, touching): ([Aspect: Quirks], [Aspect: Quirks]) = ([:], [:])
    for quirk in suspects {
      guard let without = outcome(without: quirk) else { break }
      for aspect in aspects where !aspect.isSame(without, real) {
        touching[aspect, default: []].insert(quirk)
        if aspect.isSame(without, ideal) { mending[aspect, default: []].insert(quirk) }
      }
    }
    let hinted = Quirks(hintedAtBy: real)
    var found = touching.merging(mending) { _, mending in mending }.mapValues { quirks in
      // Where one of several will do, it is what the recovery itself noted.
      quirks.isDisjoint(with: hinted) ? quirks : quirks.intersection(hinted)
    }
    for aspect in aspects where found[aspect] == nil {
      // Aspects tend to share what is to blame for them.
      found[aspect] = known(for: aspect, among: found) ?? smallestSet(for: aspect)
    }
    return found
  }

  /// The set of another aspect, if leaving it out mends this one too.
  private mutating func known(for aspect: Aspect, among found: [Aspect: Quirks]) -> Quirks? {
    for quirks in Set(found.values).sorted(by: { $0.rawValue < $1.rawValue }) {
      if let without = outcome(without: quirks), aspect.isSame(without, ideal) { return quirks }
    }
    return nil
  }

  /// The defects one by one, those that the outcome's notes point at first.
  private var suspects: [Quirks] {
    let hinted = Quirks(hintedAtBy: real).intersection(real.quirks)
    return hinted.separated + real.quirks.subtracting(hinted).separated
  }

  /// A set of defects of which all must be left out: taken from all of them, one is put back after
  /// the other as long as that does no harm.
  private mutating func smallestSet(for aspect: Aspect) -> Quirks? {
    var removed = real.quirks
    for quirk in suspects.reversed() {
      let fewer = removed.subtracting(quirk)
      guard let without = outcome(without: fewer) else { return nil }
      if aspect.isSame(without, ideal) { removed = fewer }
    }
    return removed
  }
}

/// A place where a reset came to something else than without the engine's defects.
public struct DefectOccurrence: Codable, Hashable, Sendable {
  /// The defects' names in `docs/rules.md`; as ``EngineDefect/identifiers``.
  public var identifiers: [String]
  /// An object, or a property as a whole; nil for the reset as a whole, which ended otherwise.
  public var address: Address?
  /// What is there after the reset.
  public var after: ObservedValue?
  /// What would be there without the defects.
  public var idealAfter: ObservedValue?
  /// How the reset ended.
  public var result: ResetEnding
  /// How it would have ended without the defects.
  public var idealResult: ResetEnding
  /// The writes that carry the defect, as indexes in ``Report/writes``.
  public var writes: [Int]

  private enum CodingKeys: String, CodingKey {
    case identifiers, address
    case after = "values.after"
    case idealAfter = "values.ideal"
    case result, idealResult, writes
  }
}
