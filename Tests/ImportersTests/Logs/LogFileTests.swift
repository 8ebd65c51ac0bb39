import Foundation
import Importers
import TestSupport
import Testing
import TraceCompression
import TraceFormat

/// Forms that files of logs have, whatever their lines say.
@Suite struct LogFileTests {
  private static let plain = ImportedLog(LogLines.all)

  private func imported(_ bytes: [UInt8]) throws -> [Event] {
    var events: [Event] = []
    _ = try LogImporter.importLog(
      from: [{ try LineReader(GzipSource(MemorySource(bytes, isSeekable: false))) }],
      secrets: .kept,
      into: { events.append($0) })
    return events
  }

  private func contents(_ bytes: [UInt8]) throws -> [Event.Content] {
    var log = Self.plain
    log.events = try imported(bytes)
    return log.contents
  }

  /// The bytes of UTF-16 with its mark.
  private static func utf16(_ units: [UInt16], isBigEndian: Bool) -> [UInt8] {
    ([0xFEFF] + units).flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `UTF-16 with its mark is read, in both orders of bytes`(_ lineEnd: String) throws {
    let text = LogLines.all.joined(separator: lineEnd) + lineEnd + "für 😀" + lineEnd
    let units = Array(text.utf16)
    let little = Self.utf16(units, isBigEndian: false)
    let big = Self.utf16(units, isBigEndian: true)
    for bytes in [little, big] { #expect(try contents(bytes) == Self.plain.contents) }
    // Cut in the middle of a character.
    _ = try imported(Array(little.dropLast(5)))
  }

  @Test func `Half characters of UTF-16 are replaced`() throws {
    let units: [UInt16] = [0x61, 0xD83D, 0x62, 0xDE00, 0x63, 0xD83D]
    let bytes = Self.utf16(units, isBigEndian: false) + [0x41]
    for size in [1, 2, 3, 64] {
      let source = UTF16Source(MemorySource(bytes))
      var text: [UInt8] = []
      while try source.read(upTo: size, into: &text) > 0 {}
      #expect(String(decoding: text, as: UTF8.self) == "a\u{FFFD}b\u{FFFD}c\u{FFFD}", "\(size)")
    }
    let plain = UTF16Source(MemorySource([1, 2, 3]))
    var text: [UInt8] = []
    while try plain.read(upTo: 2, into: &text) > 0 {}
    #expect(text == [1, 2, 3])
  }

  @Test func `Colours of a terminal are no part of a line`() {
    let coloured = LogLines.all.map { line in
      "\u{1B}[36mRealm.Sync.Client.Session\u{1B}[0m - \u{1B}[1;32m\(line)\u{1B}[0m"
    }
    #expect(ImportedLog(coloured).contents == Self.plain.contents)
    _ = ImportedLog([
      "\u{1B}[", "\u{1B}[1", "\u{1B}", "x\u{1B}[31mConnection[1] Session[1]: Activating",
    ])
  }

  @Test func `Bytes of something else in between cost nothing but themselves`() throws {
    var bytes: [UInt8] = []
    for (index, line) in LogLines.all.enumerated() {
      bytes += Array(line.utf8) + [0x0A]
      bytes += (0..<300).map { UInt8(truncatingIfNeeded: ($0 * 7919 + index) % 251) } + [0x0A]
    }
    let garbled = try contents(bytes).filter {
      if case .note(let note) = $0 { note.reset != nil } else { true }
    }
    let plain = Self.plain.contents.filter {
      if case .note(let note) = $0 { note.reset != nil } else { true }
    }
    #expect(garbled == plain)
  }

  @Test(arguments: [
    // Summer time ends, and a year that logcat does not name.
    ("2025-10-26 02:59:40.000+0200 Info: x", "2025-10-26 02:00:01.000+0100 Info: x", false),
    ("2025-10-26 02:00:01.000+0100 Info: x", "2025-10-26 02:59:40.000+0200 Info: x", true),
    ("12-31 23:59:50.000  8  9 D REALM   : x", "01-01 00:00:01.000  8  9 D REALM   : x", false),
    ("01-01 00:00:01.000  8  9 D REALM   : x", "12-31 23:59:50.000  8  9 D REALM   : x", true),
    ("01-05 10:00:00.000  8  9 D REALM   : x", "08-05 10:00:00.000  8  9 D REALM   : x", false),
    // Clocks without a zone are put back by an hour at night.
    (
      "2025-10-26T02:59:50.250: [INFO] Realm: x", "2025-10-26T02:00:00.250: [INFO] Realm: x", false
    ),
    ("2025-10-26T12:59:50.250: [INFO] Realm: x", "2025-10-26T12:00:00.250: [INFO] Realm: x", true),
    // The first line of another logger.
    (
      "2025-03-09 07:15:05.250 Info: \(LogLines.session[1])",
      "2025-03-08T10:00:00Z boot\n2025-03-09 07:15:06.250 Info: \(LogLines.session[0])", false
    ),
    // Another clock.
    ("2025-10-26T02:00:01.000: [INFO] Realm: x", "2025-10-26T01:59:40.000Z x", false),
  ])
  func `Files are newest first where their times say so for certain`(
    _ first: String, _ second: String, _ isNewestFirst: Bool
  ) {
    let files = [first, second].map { LineReader(plain: MemorySource(Array($0.utf8))) }
    #expect(LogImporter.timeOrder(of: files) == (isNewestFirst ? [1, 0] : [0, 1]))
  }

  @Test func `A short log shows by whole seconds that its newest lines come first`() {
    let lines = LogLines.all.enumerated().map {
      "2026-03-02T07:15:3\($0 / 8)Z Realm.Sync.Client.Session - \($1)"
    }
    #expect(ImportedLog(lines.reversed()).summary.isNewestFirst)
    #expect(!ImportedLog(lines).summary.isNewestFirst)
  }

  @Test func `A log without years goes on in the next one`() {
    // The third one is late.
    let lines = [
      "12-31 23:59:50.000", "01-01 00:00:01.000", "12-31 23:59:59.000", "01-01 00:00:02.000",
    ].enumerated().map {
      "\($1)  8  9 D REALM   : Connection[1] Session[\($0)]: Binding '/a.realm' to ''"
    }
    let log = ImportedLog(lines, options: LogImportOptions(utcOffsetSeconds: 0, year: 2024))
    let times: [Int64] = log.events.compactMap { event in
      if case .sessionStart = event.content { event.timeMicroseconds } else { nil }
    }
    #expect(times.map { $0 / 1_000_000 - 1_735_689_600 } == [-10, 1, -1, 2])
  }

  // MARK: JSON of several lines

  private static func pretty(_ text: JSONText) -> [String] {
    text.text(.indented).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func studio(_ lines: [String]) -> JSONText {
    .object([
      .init(
        "metadata",
        .object([.init("device", .string("Pixel")), .init("projectApplicationIds", .array([]))])),
      .init(
        "logcatMessages",
        .array(
          lines.map { line in
            .object([
              .init(
                "header",
                .object([
                  .init("logLevel", .string("DEBUG")), .init("pid", .integer(812)),
                  .init("tid", .integer(813)), .init("tag", .string("REALM_SYNC")),
                  .init(
                    "timestamp",
                    .object([
                      .init("seconds", .integer(1_700_000_000)), .init("nanos", .integer(0)),
                    ])),
                ])), .init("message", .string(line)),
            ])
          })),
    ])
  }

  @Test func `What Android Studio exports is read message by message`() {
    let lines = Self.pretty(Self.studio(LogLines.all))
    #expect(lines.count > 100)
    let log = ImportedLog(lines)
    #expect(log.contents == ImportedLog([Self.studio(LogLines.all).text()]).contents)
    #expect(log.resets.map(\.outcome) == [.recovered])
    #expect(log.summary.clocks.map(\.clock) == [.exact])
    // Cut anywhere, it says what it can.
    for count in stride(from: 0, to: lines.count, by: 37) {
      #expect(ImportedLog(Array(lines.prefix(count))).summary.lineCount == count)
    }
  }

  @Test func `An export that is larger than what is held is read too`() {
    let filler = String(repeating: "x", count: 4000)
    let lines = LogLines.all.flatMap { [$0] + Array(repeating: "other \(filler)", count: 60) }
    let log = ImportedLog(Self.pretty(Self.studio(lines)))
    #expect(log.resets.map(\.outcome) == [.recovered])
    #expect(log.errors.count == 1)
  }

  @Test func `Records one after the other, printed for people`() {
    let records = LogLines.all.flatMap { line in
      Self.pretty(.object([.init("level", .string("info")), .init("message", .string(line))]))
    }
    #expect(ImportedLog(records).contents == Self.plain.contents)
  }

  @Test func `Objects in one line, and what is behind them, are read one by one`() {
    let line = LogLines.all.map { JSONText.object([.init("message", .string($0))]).text() }
    #expect(ImportedLog([line.joined()]).contents == Self.plain.contents)
    let behind = JSONText.object([.init("message", .string(LogLines.all[0]))]).text()
    let log = ImportedLog([behind + " " + LogLines.all[1]] + LogLines.all.dropFirst(2))
    #expect(log.contents == Self.plain.contents)
  }

  @Test func `What only begins like JSON is read line by line`() {
    let dumps = [
      ["{"], ["{", "  foo = bar;", "}"], ["["], ["[", "  {"], ["{", "  \"a\": tru"],
      ["{\"a\": \"b"],
      Array(repeating: "{", count: 100), ["{", "]"], ["{\"a\":", "Connection[9] Session[9]: x"],
    ]
    for dump in dumps {
      let log = ImportedLog(dump + LogLines.all)
      #expect(log.resets.map(\.outcome) == [.recovered], "\(dump)")
      #expect(log.errors.count == 1, "\(dump)")
      #expect(log.summary.lineCount == dump.count + LogLines.all.count, "\(dump)")
    }
  }
}
