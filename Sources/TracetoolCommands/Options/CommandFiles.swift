import Reports
import TraceFormat

/// The files that a command line names: what is read is never written to, and nothing is written twice.
struct CommandFiles {
  private var inputs: [String]
  private var outputs: [String]

  /// - Parameters:
  ///   - inputs: what is read, - for standard input; nil for options that were not given.
  ///   - outputs: what is written, - for standard output.
  init(reading inputs: [String?], writing outputs: [String?] = []) {
    self.inputs = inputs.compactMap { $0 }
    self.outputs = outputs.compactMap { $0 }
  }

  /// Looks at the files under all their names: links, second names, `./`, descriptors.
  ///
  /// - Throws: where standard input is to be read twice, an output is an input, or two outputs are one file.
  func check() throws(CommandFailure) {
    guard inputs.count(where: { $0 == "-" }) < 2 else {
      throw CommandFailure(.usage, "standard input can be read only once, but two inputs are `-`")
    }
    guard !outputs.contains("") else {
      throw CommandFailure(.usage, "the name of an output is empty")
    }
    try checkInputs()
    try checkOutputs()
  }

  private func checkInputs() throws(CommandFailure) {
    var written: [FileIdentity: String] = [:]
    for number in [Int32(1), 2] {
      if let file = FileIdentity(descriptor: number) {
        written[file] = number == 1 ? "standard output" : "standard error"
      }
    }
    for output in outputs where output != "-" {
      if let file = FileIdentity(output) { written[file] = "`\(output)`" }
    }
    guard !written.isEmpty else { return }
    for input in inputs {
      guard let file = input == "-" ? FileIdentity(descriptor: 0) : FileIdentity(input),
        let output = written[file]
      else { continue }
      let name = output == "`\(input)`" ? "" : " \(Phrase.quotedSource(input))"
      throw CommandFailure(
        .cannotCreate,
        "\(output) is the input\(name), which tracetool never changes",
        hint: "write to another file; in a folder that is read, every file is an input")
    }
  }

  private func checkOutputs() throws(CommandFailure) {
    var seen: [FileIdentity: String] = [:]
    for output in outputs where output != "-" {
      guard let file = FileIdentity(output) else { continue }
      if let other = seen.updateValue(output, forKey: file) {
        let names = other.hasSameBytes(as: output) ? "" : " `\(other)` and"
        throw CommandFailure(.usage, "two outputs can't be the same file:\(names) `\(output)`")
      }
    }
    guard outputs.count(where: { $0 == "-" }) < 2 else {
      throw CommandFailure(.usage, "two outputs can't both be written to standard output")
    }
  }
}
