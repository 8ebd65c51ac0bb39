public import Replayer
internal import TraceFormat

extension ErrorExplanation {
  /// The most bytes of a message that are looked at.
  static let messageSizeMax = 16_384
  /// The most messages inside each other that are unwrapped.
  static let depthMax = 8

  /// Explains a message of the engine, or a name or number of one: an error code such as `208`, the name of an error,
  /// of an action, of a failure or of a rule, and the names that SDKs have for errors.
  ///
  /// A message is recognized behind the prefix of a log, in quotation marks and cut off; so are the body of an
  /// ERROR in JSON, and numbers, actions and SDKs' names of errors within a line.
  /// - Complexity: Linear in the size of the message, of which the first 16 KiB are looked at.
  public init(explaining message: String) {
    let text = Self.unquoted(message)
    if let entry = ExplainedMessage.standing(for: text) {
      self.init(entry, message: message)
    } else {
      let mention = ErrorMention(in: text)
      self.init(message: message, text: mention.text)
      add(mention)
    }
  }

  /// Explains why a reset failed.
  public init(explaining failure: ResetFailure) {
    self.init(message: failure.message, text: failure.message)
    guard !isRecognized || !Self.isSaidByMessage(failure.failureClass) else { return }
    let name = failure.failureClass?.rawValue ?? Topic.processTerminated.rawValue
    guard let entry = ExplainedMessage.named(name) else { return }
    self = ErrorExplanation(entry, message: failure.message)
  }

  /// Whether a failure is what its message says. That of a download, of a callback and of an end of
  /// the process is somebody else's.
  private static func isSaidByMessage(_ failureClass: ResetFailureClass?) -> Bool {
    switch failureClass {
    case nil, .downloadFailed, .handlerThrew: false
    default: true
    }
  }

  /// Adds what the line says besides the error's text. The text goes before the number, which it mostly has a
  /// name for; both go before the name that an SDK gives to several errors.
  private mutating func add(_ mention: ErrorMention) {
    guard !mention.isEmpty else { return }
    if let code = mention.code { add(code: code) }
    if let (name, entry) = mention.named, !isSaid(entry, by: name) {
      layers.insert(Layer(entry), at: 0)
    }
    if let name = mention.action {
      let captures = [Parameter(name: "action", value: name.rawValue)]
      action = ExplainedMessage.named(name.rawValue).map { Layer($0, captures: captures) }
      layers += action.map { [$0] } ?? []
    }
    guard decision.topic == .unknownMessage, let first = layers.first else { return }
    decision = first
    unrecognizedPart = nil
  }

  private mutating func add(code: Int32) {
    guard let entry = ExplainedMessage.named(String(code)) ?? .unknownCode else { return }
    let layer = Layer(entry, captures: [Parameter(name: "code", value: String(code))])
    if layers.isEmpty {
      layers = [layer]
      decision = layer
      unrecognizedPart = nil
    } else if decision.topic == entry.topic, decision.variant == nil {
      layers[layers.count - 1] = layer
      decision = layer
      unrecognizedPart = nil
    }
  }

  /// Whether the text has said as much as a name does: Realm Core's own names are parts of its messages.
  private func isSaid(_ entry: ExplainedMessage, by name: String) -> Bool {
    layers.contains { layer in
      layer.topic == entry.topic || entry.terms.contains(name)
        || entry.topic == .automaticResetFailed && layer.topic.isOfFailedReset
    }
  }

  private init(_ entry: ExplainedMessage, message: String) {
    let layer = Layer(entry)
    self.init(message: message, layers: [layer], decision: layer)
  }

  private init(message: String, text: String) {
    self.init(
      message: message, layers: [], decision: Layer(.unknownMessage), unrecognizedPart: text)
    var bytes = ArraySlice(text.utf8.prefix(Self.messageSizeMax))
    // Realm Core appends where the server's own log is.
    if let end = bytes.firstIndex(of: Array(" Logs: http".utf8)) { bytes = bytes[..<end] }
    unwrap(bytes)
  }

  /// Takes in a message and those inside it. The innermost says what to do, unless one around it has the last word.
  private mutating func unwrap(_ text: ArraySlice<UInt8>) {
    var (text, isDecided, isInDownload) = (text, false, false)
    while layers.count < Self.depthMax, let (entry, match) = ExplainedMessage.find(in: text) {
      var layer = Layer(entry, captures: match.captures)
      if layer.topic == .downloadNotIntegrated {
        isInDownload = true
      } else if isInDownload {
        // What does not fit is the server's there, and the device's in a recovery.
        layer.variant = layer.variant ?? Layer.downloaded
      }
      unrecognizedPart = nil
      // Some versions say the same twice.
      if layers.last?.topic != layer.topic || layer.variant != nil { layers.append(layer) }
      if !isDecided { decision = layer }
      isDecided = isDecided || entry.isDeciding
      guard let inner = match["inner"] else { return }
      if !entry.isInnerFree { unrecognizedPart = inner }
      text = ArraySlice(inner.utf8)
    }
  }

  private static func unquoted(_ message: String) -> String {
    var text = message[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    for (open, close) in [("\"", "\""), ("'", "'"), ("`", "`"), ("“", "”")]
    where text.utf8.count > open.utf8.count && text.hasPrefix(open) && text.hasSuffix(close) {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }
}

extension ErrorExplanation.Layer {
  /// The variant of what is inside a message about a download.
  static let downloaded = "downloaded"

  fileprivate init(_ entry: ExplainedMessage, captures: [ErrorExplanation.Parameter] = []) {
    self.init(entry.topic, variant: entry.variant, captures: captures)
  }
}

extension ErrorExplanation.Topic {
  /// Whether it says of a reset what the name of a failed automatic reset says too.
  fileprivate var isOfFailedReset: Bool {
    [
      .clientResetFailed, .clientResetNotStarted, .clientResetLeftToApp, .clientResetNotAsked,
      .clientResetRequired,
    ].contains(self)
  }
}

extension ErrorExplanation {
  /// The codes and names that can be explained, sorted.
  package static var names: [String] { ExplainedMessage.terms }
}
