import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// What `--help` prints, of every verb.
@Suite struct HelpTests {
  /// A verb with the words that lead to it.
  private struct Verb {
    var name: String
    var type: any ParsableCommand.Type

    /// The verb and all below it.
    var all: [Verb] {
      [self]
        + type.configuration.subcommands.flatMap { below in
          Verb(name: "\(name) \(below._commandName)", type: below).all
        }
    }

    var help: String { Tracetool.helpMessage(for: type, columns: 1000) }
  }

  private static let verbs = Verb(name: "tracetool", type: Tracetool.self).all

  /// The names of the types that the sources declare, but for those that are ordinary words.
  private static func typeNames() throws -> Set<String> {
    let declaration = /\b(?:struct|enum|class|actor|protocol|typealias) ([A-Z][a-z]+[A-Z]\w*)/
    var names: Set<String> = []
    for path in try ProjectFiles.paths(below: "Sources", suffix: ".swift", countMin: 500) {
      let text = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
      names.formUnion(text.matches(of: declaration).map { String($0.1) })
    }
    return names
  }

  /// Names of Realm's that are names of types here too.
  private static let realmsNames: Set = ["ClientReset", "SyncError"]

  @Test func `Only verbs that read .realm files take their keys, and only they salvage them`()
    throws
  {
    for name in ["tracetool verify", "tracetool compact", "tracetool salvage"] {
      let verb = try #require(Self.verbs.first { $0.name == name })
      #expect(!verb.help.contains("--key-file") && !verb.help.contains("--salvage"), "\(name)")
    }
  }

  @Test func `No help text names a type of Swift`() throws {
    let names = try Self.typeNames().subtracting(Self.realmsNames)
    #expect(names.contains("ResetMode") && names.contains("ResetModesArgument"))
    #expect(Self.verbs.count > 20)
    for verb in Self.verbs {
      let words = verb.help.matches(of: /[A-Za-z_]\w*/).map { String($0.0) }
      for word in words where names.contains(word) { Issue.record("\(verb.name): \(word)") }
      for module in ["TraceFormat.", "Swift.", "Optional(", "nil"] {
        #expect(!verb.help.contains(module), "\(verb.name)")
      }
    }
  }

  @Test func `Help offers no value and no operand that the verb refuses`() {
    let minimize = Tracetool.helpMessage(for: Minimize.self, columns: 1000)
    #expect(minimize.contains("(values: discard, recover, recover-or-discard, manual)"))
    let explore = Tracetool.helpMessage(for: Explore.self, columns: 1000)
    #expect(explore.contains("USAGE: tracetool explore [<options>] <trace>\n"))
  }

  @Test func `Values and defaults are spelled as they are typed`() {
    var count = 0
    for verb in Self.verbs {
      for list in verb.help.matches(of: /\((?:values: ([^;)]*))?(?:; )?(?:default: ([^)]*\)?))?\)/)
      {
        let values = [list.1, list.2].compactMap { $0 }.flatMap { $0.components(separatedBy: ", ") }
        for value in values {
          let value = value.hasSuffix(")") ? String(value.dropLast()) : value
          #expect(
            value.wholeMatch(of: /-|(--)?[a-z0-9][A-Za-z0-9.-]*(=FILE)?/) != nil,
            "\(verb.name): \(value)")
          count += 1
        }
      }
    }
    #expect(count > 100)
  }
}
