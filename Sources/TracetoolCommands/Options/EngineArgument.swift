import ArgumentParser
import RealmModel
import Replayer

/// An engine on the command line.
struct EngineArgument: ExpressibleByArgument {
  var engine: Engine

  init(engine: Engine) { self.engine = engine }

  init?(argument: String) {
    guard let engine = Engine(rawValue: argument) else { return nil }
    self.engine = engine
  }

  static let allValueStrings = Engine.allCases.map(\.rawValue)
  var defaultValueDescription: String { engine.rawValue }
}
