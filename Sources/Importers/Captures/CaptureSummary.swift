internal import Recorder
public import TraceFormat

/// What an import of a capture found.
public struct CaptureSummary: Hashable, Sendable {
  /// At most so many problems are kept one by one; all of them are counted.
  public static let listedProblemsMax = 100

  /// Something in the capture that could not be understood.
  public struct Problem: Hashable, Sendable {
    /// Counted from 1.
    public var lineNumber: Int
    /// What was expected, and what was found.
    public var reason: String
  }

  /// An error that the server reported.
  public struct ReportedError: Hashable, Sendable {
    /// The session's number in the trace; 0 for a whole connection.
    public var session: UInt32
    /// What the server sent.
    public var error: SyncError
  }

  /// Lines with something in them.
  public var lineCount = 0
  /// Lines that are a message, whether it could be understood or not.
  public var messageCount = 0
  /// Bytes of all messages as they crossed the wire.
  public var messageBytes = 0
  /// How many sessions began with a BIND.
  public var sessionCount = 0
  /// In the order of their first messages.
  public var connections: [String] = []
  /// What the server reported, in the order of the capture.
  public var errors: [ReportedError] = []
  /// Lines that are not messages; a `loss` event is in the trace for each.
  public var malformedLineCount = 0
  /// The first ``listedProblemsMax`` of those lines.
  public var malformedLines: [Problem] = []
  /// Messages that are kept, though they could not be understood; a `note` says why.
  public var unreadMessageCount = 0
  /// The first ``listedProblemsMax`` of those messages.
  public var unreadMessages: [Problem] = []
  /// How many of those messages are an UPLOAD or a DOWNLOAD, so that their changes are lost.
  public var unreadTransferCount = 0
  /// The secrets that were replaced, one for each place.
  public var secrets = SecretCounts()
  /// Why the capture could not be read to its end, such as a compressed file that is cut; a `loss`
  /// event says so in the trace.
  public var endFailure: DecodingFailure?

  private var counts: [WireMessage.Direction: [ProtocolMessage.Kind?: Int]] = [:]

  /// Nothing found yet.
  public init() {}

  /// By direction and kind, in the order of their declarations; those that were not understood last, without a kind.
  public var messageCounts:
    [(direction: WireMessage.Direction, kind: ProtocolMessage.Kind?, count: Int)]
  {
    let kinds: [ProtocolMessage.Kind?] = ProtocolMessage.Kind.allCases + [nil]
    return WireMessage.Direction.allCases.flatMap { direction in
      kinds.compactMap { kind in
        counts[direction]?[kind].map { (direction, kind, $0) }
      }
    }
  }

  mutating func count(_ recorded: RecordedMessage, _ line: CaptureLine, lineNumber: Int) {
    messageCount += 1
    messageBytes += line.message.count
    counts[line.direction, default: [:]][recorded.read.understood?.kind, default: 0] += 1
    if let problem = recorded.read.problem {
      unreadMessageCount += 1
      let word = recorded.read.message.typeWord
      if word == "upload" || word == "download" { unreadTransferCount += 1 }
      let unread = Problem(lineNumber: lineNumber, reason: "\(problem)")
      if unreadMessages.count < Self.listedProblemsMax { unreadMessages.append(unread) }
    }
    for event in recorded.events {
      guard case .syncError(let error) = event.content else { continue }
      errors.append(ReportedError(session: event.session, error: error))
    }
  }

  mutating func countMalformed(_ problem: Problem) {
    malformedLineCount += 1
    if malformedLines.count < Self.listedProblemsMax { malformedLines.append(problem) }
  }
}
