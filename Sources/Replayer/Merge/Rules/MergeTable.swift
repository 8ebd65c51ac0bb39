import TraceFormat

/// What happens where two instructions meet: for each pair of kinds one rule or none.
struct MergeTable: Sendable {
  /// What two instructions of these kinds do to each other. Of two of one kind the first is ours.
  typealias Regular = @Sendable (inout MergeWork, Int32, Int32) throws(MergeFailure) -> Void
  /// What an instruction does to one whose path is longer.
  typealias Nested =
    @Sendable (inout MergeWork, _ outer: Int32, _ inner: Int32)
    throws(MergeFailure) -> Void

  // Structures and no tuples: of a tuple with a function that throws one type, systems before macOS 15 can't make an array.

  /// A rule for a pair of kinds, in whatever order they meet.
  struct Pair: Sendable {
    var rule: MergeRule
    var first: InstructionKind
    var second: InstructionKind
    var apply: Regular

    init(
      _ rule: MergeRule, _ first: InstructionKind, _ second: InstructionKind,
      _ apply: @escaping Regular
    ) {
      (self.rule, self.first, self.second, self.apply) = (rule, first, second, apply)
    }
  }

  /// A rule for what lies below an instruction of a kind.
  struct Inside: Sendable {
    var rule: MergeRule
    var outer: InstructionKind
    var apply: Nested

    init(_ rule: MergeRule, _ outer: InstructionKind, _ apply: @escaping Nested) {
      (self.rule, self.outer, self.apply) = (rule, outer, apply)
    }
  }

  private struct Cell: Sendable {
    var rule: MergeRule
    var apply: Regular
    /// Whether the rule names the second kind first.
    var isSwapped: Bool
  }

  static let standard = MergeTable(
    pairs: SchemaRules.pairs + ObjectRules.pairs + ValueRules.pairs + SetRules.pairs
      + ListRules.pairs + MoveRules.pairs + ColumnRules.pairs,
    insides: NestedRules.insides)

  private var cells: [Cell?]
  private var insides: [Inside?]

  init(pairs: [Pair], insides: [Inside]) {
    let count = InstructionKind.allCases.count
    cells = Array(repeating: nil, count: count * count)
    self.insides = Array(repeating: nil, count: count)
    for pair in pairs {
      let indexes = (Self.index(pair.first, pair.second), Self.index(pair.second, pair.first))
      precondition(cells[indexes.0] == nil, "a pair of kinds has one rule")
      cells[indexes.1] = Cell(rule: pair.rule, apply: pair.apply, isSwapped: true)
      cells[indexes.0] = Cell(rule: pair.rule, apply: pair.apply, isSwapped: false)
    }
    for inside in insides { self.insides[Int(inside.outer.rawValue)] = inside }
  }

  var rules: [MergeRule] { cells.compactMap { $0?.rule } + insides.compactMap { $0?.rule } }

  private static func index(_ first: InstructionKind, _ second: InstructionKind) -> Int {
    Int(first.rawValue) * InstructionKind.allCases.count + Int(second.rawValue)
  }

  func regular(_ work: inout MergeWork, _ ours: Int32, _ theirs: Int32) throws(MergeFailure) {
    guard let cell = cells[Self.index(work[ours].kind, work[theirs].kind)] else { return }
    (work.rule, work.isInside) = (cell.rule, false)
    try cell.isSwapped ? cell.apply(&work, theirs, ours) : cell.apply(&work, ours, theirs)
  }

  func nested(_ work: inout MergeWork, outer: Int32, inner: Int32) throws(MergeFailure) {
    guard let inside = insides[Int(work[outer].kind.rawValue)] else { return }
    (work.rule, work.isInside) = (inside.rule, true)
    try inside.apply(&work, outer, inner)
  }
}
