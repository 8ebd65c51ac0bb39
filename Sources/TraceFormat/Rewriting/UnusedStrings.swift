/// The declared strings of a changeset that its instructions do not name.
struct UnusedStrings {
  private var left: ArraySlice<(before: Int, string: RealmString)>

  init(_ changeset: Changeset) {
    let normalized = changeset.normalized()
    let used = Set(normalized.strings.map { normalized.string($0.bytes) })
    left =
      changeset.strings.compactMap { declared in
        let string = changeset.string(declared.bytes)
        return used.contains(string) ? nil : (Int(declared.beforeInstruction), string)
      }[...]
  }

  /// Those that are declared before an instruction and have not been given out.
  mutating func next(before instruction: Int) -> [RealmString] {
    let strings = left.prefix { $0.before <= instruction }
    left.removeFirst(strings.count)
    return strings.map(\.string)
  }
}
