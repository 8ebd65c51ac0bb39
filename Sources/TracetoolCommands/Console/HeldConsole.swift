import Foundation

/// A console whose streams are kept, to be shown later.
struct HeldConsole {
  let console: Console
  private let result = Held()
  private let messages = Held()

  init(_ surroundings: Console.Surroundings) {
    var surroundings = surroundings
    surroundings.errorIsTerminal = false
    console = Console(
      surroundings: surroundings, output: { [result] in result.append($0) },
      error: { [messages] in messages.append($0) })
  }

  var output: String { result.text }
  /// The lines of standard error.
  var errors: [String] { messages.text.split(separator: "\n").map(String.init) }
}

/// Bytes of a stream, kept.
private final class Held: @unchecked Sendable {
  // One command writes, on the thread that made it.
  private var data = Data()

  func append(_ part: Data) { data.append(part) }
  var text: String { String(decoding: data, as: UTF8.self) }
}
