import FaultPlans
import TraceFormat

/// A fault plan that traces get with their goldens.
struct GoldenPlan {
  var plan: FaultPlan
  /// What it is called where nobody says otherwise: as its file, or as its faults.
  var name: String

  /// The plan of a command line; nil where that has no faults.
  ///
  /// - Parameter isNamed: whether a name was chosen, so that none has to be made up.
  init?(_ options: FaultOptions, isNamed: Bool) throws {
    plan = try options.plan(for: .replay)
    guard !plan.isEmpty else { return nil }
    let path = options.faultPlan.flatMap { $0 == "-" ? nil : Self.name(ofFile: $0) }
    name = path ?? plan.faults.map(\.kind.name).joined(separator: "+")
    guard isNamed || Self.isName(name) else {
      throw CommandFailure(
        .usage, "the fault plan needs a name for its goldens",
        hint: "name it with `--plan`; \(Self.nameRule)")
    }
  }

  /// The name of a file without its folder and what tells its form.
  private static func name(ofFile path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for suffix in [".json", ".faults"] where name.hasSuffix(suffix) {
      name.removeLast(suffix.count)
    }
    return name
  }

  static let nameRule =
    "a plan's name has at most 64 letters, digits, -, _, + or ., and begins with a letter or digit"

  /// Whether files can have a name for their plan.
  static func isName(_ name: String) -> Bool {
    name.utf8.count <= 64 && name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._+-]*/) != nil
      && !name.hasSuffix(".")
  }
}
