/// How a trace that is made from a log names connections: their numbers begin anew with each sync client.
package enum LoggedConnection {
  /// The name of a connection.
  package static func name(client: Int, number: UInt64) -> String {
    "client \(client) connection \(number)"
  }
}

extension SessionStart {
  /// The number of the sync client, of a session that a log tells of; nil for any other.
  package var loggedClient: Int? {
    let words = connection.utf8.split(separator: UInt8(ascii: " "))
    guard source == .log, words.count == 4, words[0].elementsEqual("client".utf8) else {
      return nil
    }
    return Int(String(words[1]) ?? "")
  }
}
