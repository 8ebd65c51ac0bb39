import Recorder
import Synchronization

/// Writes down what a queue gives it, in a form that reads well: `1 2 | 3 -4 |`, where `-4` is four dropped
/// elements and `|` a flush.
struct CollectingConsumer: QueueConsumer {
  struct Failure: Error {}
  final class Log: Sendable {
    private let words = Mutex<[String]>([])
    func add(_ word: String) { words.withLock { $0.append(word) } }
    var text: String { words.withLock { $0.joined(separator: " ") } }
    var flushCount: Int { words.withLock { $0.count { $0 == "|" } } }
  }

  let log = Log()
  var failsAt: Int?

  func consume(_ element: Int) throws {
    if element == failsAt { throw Failure() }
    log.add("\(element)")
  }
  func note(_ dropped: DroppedElements) { log.add("-\(dropped.count)") }
  func flush() { log.add("|") }
}
