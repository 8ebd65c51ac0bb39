import ArgumentParser
import TraceFormat

// Words that no verb or option has, and those that verbs had before.
extension Tracetool {
  /// The arguments with the names that verbs have now.
  static func renamed(_ arguments: [String]) -> [String] {
    guard let verb = arguments.first else { return arguments }
    let rest = Array(arguments.dropFirst())
    switch verb {
    case "recover": return ["salvage"] + rest
    case "inspect": return ["info"] + rest
    case "export" where rest.first == "unsynced" && rest.count > 1:
      return ["export"] + rest.dropFirst()
    case "help": return [verb] + renamed(rest)
    default: return arguments
    }
  }

  /// Looks for the verb that a command line names; throws where there is none of the name, with the one that is meant.
  @discardableResult
  static func verb(of arguments: [String]) throws -> any ParsableCommand.Type {
    var verb: any ParsableCommand.Type = Tracetool.self
    for word in arguments where word != "help" {
      let below = verb.configuration.subcommands
      guard !below.isEmpty, !word.hasPrefix("-") else { return verb }
      if let found = below.first(where: { $0._commandName == word }) {
        verb = found
        continue
      }
      guard verb.configuration.defaultSubcommand == nil else { return verb }
      let path = verb._commandName == "tracetool" ? "" : " \(verb._commandName)"
      let meant = below.map { $0._commandName }.nearest(to: word)
      throw CommandFailure(
        .usage, "`tracetool\(path)` has no verb `\(word)`",
        hint: (meant.map { "did you mean `\($0)`? " } ?? "")
          + "`tracetool\(path) --help` lists the verbs")
    }
    return verb
  }

  /// The next step after what the parser refused; nil where its own message has it.
  static func hint(for message: String, of arguments: [String]) -> String? {
    if let option = message.firstMatch(of: /Unknown option '-(\w)'/)?.1 {
      guard let verb = try? verb(of: arguments) else { return nil }
      return helpMessage(for: verb).matches(of: /--([a-z][-a-z]*)/).map(\.1)
        .filter { $0.hasPrefix(option) }.min { $0.count < $1.count }.map {
          "did you mean `--\($0)`?"
        }
    }
    guard let refused = message.firstMatch(of: /The value '(.*)' is invalid for '(-[-\w]*)/) else {
      return nil
    }
    switch refused.2 {
    case "--session": return "a session is a number; `tracetool info TRACE` lists the sessions"
    case "--memory-limit": return "write a size from 1MiB on, such as 512MiB or 2GiB"
    default: break
    }
    guard let list = message.firstMatch(of: /Please provide one of (.*)\./)?.1 else { return nil }
    let names = list.matches(of: /'([^']*)'/).map { String($0.1) }
    return names.nearest(to: String(refused.1)).map { "did you mean `\($0)`?" }
  }
}
