import AnalysisSupport
import Analyzer
import RealmModel
import Replayer
import Reports
import TestSupport
import Testing
import TraceFormat

@Suite struct LossTimelineTextTests {
  private func section(_ page: String) -> String {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex(of: "Loss horizon") ?? lines.endIndex
    return lines[start...].prefix { !$0.isEmpty }.joined(separator: "\n")
  }

  private func report(_ name: String, _ mode: ResetMode) throws -> Report {
    let sample = try LossTimelineSample.scenario(name, mode)
    var report = sample.report
    report.horizon = sample.horizon
    return report
  }

  @Test func `a report shows each point, and since when each loss was certain`() throws {
    #expect(
      section(try report("rs-04-edit-on-deleted", .recover).text()) == """
        Loss horizon
          The same reset, had it come earlier: after each of 3 records, and when it
          came.
          not synced    ·███  1
          at risk       ·███  1
          lost          ··██  1
          record  not synced  at risk  lost  what
          1       0           0        0     state: base, 2025-01-01T00:00:01Z
          2       1           1        0     device, 4, 2025-01-01T00:00:02Z
          3       1           1        1     server, 3, 2025-01-01T00:00:03Z
          reset   1           1        1     2025-01-01T00:00:04Z
          - since server version 3 (record 3, 2025-01-01T00:00:03Z): 1 write lost (the
            server has deleted the object)
        """)
  }

  @Test func `where fates are not known no point says that nothing is lost`() throws {
    var report = try report("rs-04-edit-on-deleted", .recover)
    for index in 1..<(report.horizon?.points.count ?? 1) {
      report.horizon?.points[index].counts = [.unknown: 1]
    }
    report.horizon?.points[3].counts = [.unknown: 1, .lost: 2]
    let alone = section(report.text(ReportTextOptions(columns: 100)))
    #expect(alone.contains("lost          ··"), "\(alone)")
    let rows = alone.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    let head = "record not synced at risk lost not known what"
    #expect(rows.contains { $0.hasPrefix(head) }, "\(alone)")
    #expect(rows.contains { $0.hasPrefix("1 0 0 0 0 state: base") }, "\(alone)")
    #expect(rows.contains { $0.hasPrefix("2 1 1 not known 1 device") }, "\(alone)")
    #expect(rows.contains { $0.hasPrefix("reset 3 3 2 or more 1") }, "\(alone)")
    let other = try self.report("rs-04-edit-on-deleted", .discardLocal)
    let sides = section(ModeComparison([report, other]).text(ReportTextOptions(columns: 100)))
    #expect(sides.contains("not known") && sides.contains("2 or more"), "\(sides)")
  }

  @Test func `modes side by side share their points`() throws {
    let modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]
    let reports = try modes.map { try report("rs-04-edit-on-deleted", $0) }
    #expect(
      section(ModeComparison(reports).text()).hasPrefix(
        """
        Loss horizon
          The same reset, had it come earlier: after each of 3 records, and when it
          came.
          not synced    ·███  1
          discard       ·███  1
          recover       ··██  1
          rec-or-disc   ··██  1
          manual        ·███  1
          record  not synced  discard  recover  rec-or-disc  manual  what
          1       0           0        0        0            0       state: base,
        """))
  }

  @Test func `a long session shows a choice of points, all of them if asked`() throws {
    var report = try report("rs-04-edit-on-deleted", .recover)
    let point = try #require(report.horizon?.points.first)
    let points = (0..<1_000).map { index in
      var point = point
      point.sequence = UInt64(index) * 1_000_000
      point.timeMicroseconds = 1_735_689_600_000_000 + Int64(index) * 3_600_000_000
      point.change = .download(changeCount: 1_000_000, acknowledgedClientVersion: 9)
      point.counts = [.recovered: index * 1_000, .lost: 123_456]
      return point
    }
    report.horizon?.points = points
    report.horizon?.losses[0].point = 777
    let short = section(report.text()).split(separator: "\n")
    #expect(short.count < 70)
    #expect(short.contains { $0.hasPrefix("  777000000") })
    #expect(short.contains { $0.contains("more points (`--verbose` lists all)") })
    let long = section(report.text(ReportTextOptions(isVerbose: true))).split(separator: "\n")
    #expect(long.count > 1_000)
    for line in short + long { #expect(line.count <= 80, "\(line)") }
  }
}
