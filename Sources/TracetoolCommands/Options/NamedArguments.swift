public import Analyzer
public import ArgumentParser
public import Replayer
public import Scrubbing
import Simulation
public import TraceFormat

// What options take by the names that the libraries have for it.

extension Engine: ExpressibleByArgument {}
extension Event.Kind: ExpressibleByArgument {}
extension ScrubOptions.Names: ExpressibleByArgument {}
extension SQLDialect: ExpressibleByArgument {}
extension SimulationOptions.Recorder: ExpressibleByArgument {}
extension StateAtPoint.Side: ExpressibleByArgument {}

/// A reset mode on the command line, in tracetool's spelling or in that of any Realm SDK.
///
/// Case, hyphens and the like do not matter, as ``ResetMode/init(spelling:)`` says: `discard`,
/// `DiscardLocal`, `.discardUnsyncedChanges()` and `discard-unsynced-changes` are one mode.
extension ResetMode: ExpressibleByArgument {
  /// The mode that an argument means.
  public init?(argument: String) { self.init(spelling: argument) }

  /// The modes as help lists them.
  public static let allValueStrings = inOrder.map(\.optionName)
}

/// A reset mode on the command line, or all.
struct ResetModesArgument: ExpressibleByArgument, Hashable {
  var modes: [ResetMode]

  var isComparison: Bool { modes.count > 1 }

  init?(argument: String) {
    if argument.lowercased() == "all" {
      modes = ResetMode.inOrder
    } else if let mode = ResetMode(spelling: argument) {
      modes = [mode]
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    modes == ResetMode.inOrder ? "all" : modes.map(\.optionName).joined(separator: ", ")
  }

  static let allValueStrings = ResetMode.allValueStrings + ["all"]
}

extension [ResetModesArgument] {
  /// The modes that are named, in order; all where none is.
  var chosenModes: [ResetMode] {
    ResetMode.inOrder.filter { mode in isEmpty || contains { $0.modes.contains(mode) } }
  }
}
