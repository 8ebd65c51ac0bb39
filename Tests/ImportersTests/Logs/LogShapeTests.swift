import Importers
import Testing
import TraceFormat

/// What SDKs, systems and collectors put around a line.
struct LogShape: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var clock: LoggedReset.Clock
  var wrap: @Sendable (_ text: String, _ number: Int) -> String

  init(
    _ name: String, _ clock: LoggedReset.Clock,
    _ wrap: @escaping @Sendable (_ text: String, _ number: Int) -> String
  ) {
    (testDescription, self.clock, self.wrap) = (name, clock, wrap)
  }

  private static func category(_ text: String) -> String {
    text.contains("Client reset:") || text.contains("perform_client")
      ? "Reset" : text.contains("CHANGESET") ? "Changeset" : "Session"
  }

  private static func json(_ text: String) -> String { JSONText.string(text).text() }

  static let all: [LogShape] = [
    LogShape("bare", .none) { text, _ in text },
    LogShape("stderr", .none) { text, _ in "Realm.Sync.Client.\(category(text)) - \(text)" },
    LogShape("stderr with marks", .none) { text, _ in
      "Realm.Sync.Client.\(category(text)) - WARNING: \(text)"
    },
    LogShape("Core's tests", .zoneUnknown) { text, n in
      "[2026/03/02 08:15:\(10 + n).250] 4: Realm.Sync.Client.\(category(text)) - \(text)"
    },
    LogShape("Swift", .exact) { text, n in
      "2026-03-02 08:15:\(10 + n).250116+0100 My App[812:40311] Debug: \(text)"
    },
    LogShape("Swift before 10.39", .exact) { text, n in
      "2026-03-02 08:15:\(10 + n).250116+0100 Demo[812:40311] Sync: \(text)"
    },
    LogShape("Swift, cut to process and thread", .none) { text, _ in "[14923:1844631] Sync: \(text)"
    },
    LogShape("app logger", .zoneUnknown) { text, n in
      "2026-03-02 08:15:\(10 + n) | R | D> [Detail] \(text)"
    },
    LogShape("app logger that names its source", .zoneUnknown) { text, n in
      "2026-03-02 08:15:\(10 + n).250 \(text) (SyncLogger.swift:42)"
    },
    LogShape("Kotlin on a JVM", .halfOfDayUnknown) { text, n in
      "2026-Mar-02 08:15:\(10 + n),250 INFO: [REALM] [\(category(text))] \(text)"
    },
    LogShape("Kotlin 1.8", .halfOfDayUnknown) { text, n in
      "2026-Mar-02 08:15:\(10 + n),250 DEBUG: [REALM] [Core] \(text)"
    },
    LogShape("Kotlin before 1.8", .none) { text, _ in "INFO: [SYNC] \(text)" },
    LogShape("Kotlin on Android", .yearUnknown) { text, n in
      "03-02 08:15:\(10 + n).250  8120  8155 D REALM   : [\(category(text))] \(text)"
    },
    LogShape("logcat with the zone", .onlyYearUnknown) { text, n in
      "03-02 08:15:\(10 + n).250123 +0100  8120  8155 D REALM   : [\(category(text))] \(text)"
    },
    LogShape("Java on Android", .yearUnknown) { text, n in
      "03-02 08:15:\(10 + n).250 8120-8155/demo.app D/REALM_SYNC: \(text)"
    },
    LogShape("Android Studio", .zoneUnknown) { text, n in
      "2026-03-02 08:15:\(10 + n).250  8120-8155  REALM                   demo.app                 D  [\(category(text))] \(text)"
    },
    LogShape("logcat in brief", .none) { text, _ in "D/REALM_SYNC   ( 1951): \(text)" },
    LogShape("logcat as long", .yearUnknown) { text, n in
      "[ 03-02 08:15:\(10 + n).250  8120: 8155 D/REALM ]\n[\(category(text))] \(text)\n"
    },
    LogShape("logcat as JSON", .exact) { text, n in
      #"{"header":{"logLevel":"DEBUG","pid":8120,"tid":8155,"applicationId":"demo.app","tag":"REALM","timestamp":{"seconds":\#(1_772_439_300 + n),"nanos":250000000}},"message":\#(json("[\(category(text))] \(text)"))}"#
    },
    LogShape(".NET", .exact) { text, n in
      "2026-03-02 07:15:\(10 + n).250 Realm.Sync.Client.\(category(text)) Info: \(text)"
    },
    LogShape(".NET before 12.3", .exact) { text, n in
      "2026-03-02 07:15:\(10 + n).250 Debug: \(text)"
    },
    LogShape("Xamarin", .exact) { text, n in
      "[0:] 2026-03-02 07:15:\(10 + n).250 Debug: \(text)"
    },
    LogShape("Unity", .exact) { text, n in
      "[Log] [] 2026-03-02 07:15:\(10 + n).250 Realm.Sync.Client.\(category(text)) Info: \(text)\nUnityEngine.Debug:Log (object)"
    },
    LogShape("Unity, framed", .exact) { text, n in
      "[Log] [] 2026-03-02 07:15:\(10 + n).250 Realm.Sync.Client.\(category(text)) Info: \(text) []\nUnityEngine.Debug:Log (object)"
    },
    LogShape("JavaScript", .none) { text, _ in
      "[Realm.Sync.Client.\(category(text)) - info] \(text)"
    },
    LogShape("JavaScript before 12.7", .none) { text, _ in "[debug] \(text)" },
    LogShape("JavaScript before 12", .none) { text, _ in "SYNC: [1] \(text)" },
    LogShape("React Native", .none) { text, _ in
      " LOG  [Realm.Sync.Client.\(category(text)) - trace] \(text)"
    },
    LogShape("React Native on Android, with several arguments", .yearUnknown) { text, n in
      "03-02 08:15:\(10 + n).250  9876  9900 I ReactNativeJS: '[info]', 'Realm.Sync.Client', 'Info: \(text)'"
    },
    LogShape("Dart", .none) { text, _ in
      "flutter: Realm log message: '(category: Realm.Sync.Client.\(category(text)), level: LogLevel.debug, message: \(text))'"
    },
    LogShape("Dart 1.6", .zoneUnknown) { text, n in
      "2026-03-02T08:15:\(10 + n).250: [INFO] Realm: \(text)"
    },
    LogShape("Dart 1.5 on Android", .none) { text, _ in
      "I/flutter (11629): [DETAIL] Realm: \(text)"
    },
    LogShape("log show", .exact) { text, n in
      "2026-03-02 08:15:\(10 + n).250116+0100 0x9d77     Default     0x0                  812    0    Demo: (RealmSwift) [io.realm:sync] \(text)"
    },
    LogShape("log show, compact", .zoneUnknown) { text, n in
      "2026-03-02 08:15:\(10 + n).250 Df Demo[812:9d77] [io.realm:sync] \(text)"
    },
    LogShape("log show as JSON", .exact) { text, n in
      #"{"eventMessage":\#(json(text)),"timestamp":"2026-03-02 08:15:\#(10 + n).250116+0100","processID":812,"threadID":40311}"#
    },
    LogShape("a collector", .exact) { text, n in
      #"{"level":"info","time":\#(1_772_439_300_250 + n),"msg":\#(json("Realm.Sync.Client.\(category(text)) - \(text)"))}"#
    },
    LogShape("Google Cloud", .exact) { text, n in
      #"{"jsonPayload":{"message":\#(json(text))},"timestamp":"2026-03-02T07:15:\#(10 + n).250Z"}"#
    },
    LogShape("a collector's CSV", .zoneUnknown) { text, n in
      let field = text.replacing("\"", with: "\"\"")
      return "\"2026-03-02 08:15:\(10 + n).250\",\"host\",\"\(field)\""
    },
    LogShape("a container of such", .exact) { text, n in
      let line = #"{"level":"info","msg":\#(json(text))}"# + "\n"
      return #"{"log":\#(json(line)),"stream":"stderr","time":"2026-03-02T07:15:\#(10 + n).1Z"}"#
    },
    LogShape("journald", .exact) { text, n in
      #"{"__REALTIME_TIMESTAMP":"\#(1_772_439_300_250_000 + n)","_PID":"812","MESSAGE":\#(json(text))}"#
    },
    LogShape("journald, in bytes", .exact) { text, n in
      #"{"__REALTIME_TIMESTAMP":"\#(1_772_439_300_250_000 + n)","MESSAGE":\#(Array(text.utf8))}"#
    },
    LogShape("a runner of builds", .exact) { text, n in
      "2026-03-02T08:15:\(10 + n).1234567Z Realm.Sync.Client.\(category(text)) - \(text)"
    },
    LogShape("a container", .none) { text, _ in
      "app-1  | [Realm.Sync.Client.\(category(text)) - debug] \(text)"
    },
  ]
}

@Suite struct LogShapeTests {
  @Test(arguments: LogShape.all)
  func `Every shape tells the same`(_ shape: LogShape) {
    let lines = LogLines.all.enumerated().flatMap { index, line in
      shape.wrap(line, index).split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init)
    }
    let log = ImportedLog(lines)
    #expect(log.contents == ImportedLog(LogLines.all).contents)
    #expect(log.summary.unknownEntryCount == 0, "\(log.summary.unknownEntries)")
    #expect(log.summary.clocks.map(\.clock) == [shape.clock])
    #expect(log.resets.count == 1)
    #expect(log.resets.first?.outcome == .recovered)
  }

  @Test func `A client's first line is known in every shape that says it is Realm's`() {
    for shape in LogShape.all {
      let log = ImportedLog(
        [shape.wrap(LogLines.client, 0)].flatMap {
          $0.split(separator: "\n").map(String.init)
        })
      #expect(log.summary.coreVersions == ["14.14.0"], "\(shape.testDescription)")
    }
  }

  @Test func `A session has what the log says of it`() throws {
    let log = ImportedLog([LogLines.client] + LogLines.all)
    let start = try #require(log.starts.first)
    #expect(start.source == .log)
    #expect(start.clientFile == "/data/app/tasks.realm")
    #expect(start.syncKind == .flexible)
    #expect(start.protocolVersion == 14)
    #expect(start.clientFileIdent == 5)
    #expect(start.sdk == "Realm Core 14.14.0")
    #expect(log.starts.map(\.wireSession) == [1, 2, 3])
    #expect(log.starts[2].configuredResetMode == .recover)
    #expect(log.errors.map(\.code) == [211])
    #expect(log.errors[0].message == #"Diverging "histories" (IDENT)"#)
    #expect(log.errors[0].action == .clientReset)
  }

  @Test func `Heads of messages are kept, and their changesets missing`() throws {
    let log = ImportedLog(LogLines.session)
    #expect(log.messages.map(\.typeWord) == ["ident", "download", "upload", "mark"])
    guard case .clientIdent(let ident) = try log.messages[0].parsed() else {
      Issue.record("no IDENT")
      return
    }
    #expect(ident.subscriptions?.json.count == 30)
    #expect(ident.downloadServerVersion == 9)
    let download = try #require(log.messages[1].partial)
    #expect(
      download.entries == [
        PartialEntry(numbers: [10, 4, 321_264_930_000, 2, 30], size: 28)
      ])
    let upload = try #require(log.messages[2].partial)
    #expect(upload.entries == [PartialEntry(numbers: [6, 10, 321_264_940_000, 0], size: 41)])
    #expect(throws: DecodingFailure.self) { try log.messages[1].parsed() }
  }
}
