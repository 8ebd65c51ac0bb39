import Foundation
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// The page of a session in a real browser, where there is one, with mouse and keyboard.
@Suite(
  .serialized, .enabled(if: DrivenBrowser.isThere, Comment(rawValue: DrivenBrowser.absence)),
  .timeLimit(.minutes(20)))
struct SessionPageBrowserTests {
  private static let demo = Result { SessionPageSamples.page(of: try SessionPageSamples.demo()) }
  private static let clients = Result {
    SessionPageSamples.page(of: try SessionPageSamples.clients())
  }

  /// Goes through the steps, and hands back what the page said.
  private func visit(
    _ page: Result<String, any Error>, _ fragment: String, width: Int = 1280,
    _ steps: [DrivenBrowser.Step]
  ) throws -> [String] {
    let visit = try DrivenBrowser.visit(page.get(), fragment: fragment, width: width, steps)
    #expect(visit.console == [])
    return visit.values
  }

  private static let position = "document.getElementById('position-words').textContent"
  private static func text(_ selector: String) -> DrivenBrowser.Step {
    .value("document.querySelector(\(quoted(selector))).textContent")
  }
  private static func count(_ selector: String) -> DrivenBrowser.Step {
    .value("document.querySelectorAll(\(quoted(selector))).length")
  }
  private static func quoted(_ text: String) -> String { JSONText.string(text).text(.compact) }

  /// Without this, silence on the console would prove nothing.
  @Test func `What goes wrong in a page is noticed`() throws {
    let visit = try DrivenBrowser.visit(
      """
      <!doctype html><meta http-equiv="Content-Security-Policy" content="\(HTMLAssets.session.policy)">
      <script>alert(1)</script><img src="https://example.org/image">
      """, [])
    #expect(visit.console.count == 2)
  }

  @Test func `The page opens at the reset, in the mode of the app`() throws {
    let values = try visit(
      Self.demo, "",
      [
        .value("location.hash"), Self.text("#modes [aria-pressed=true]"),
        .value(Self.position), Self.count("#event-list [aria-current]"),
      ])
    #expect(values[0] == "")
    #expect(values[1] == "discard")
    #expect(values[2].contains("error"), "\(values[2])")
    #expect(values[3] == "1")
  }

  @Test func `An address is a place, and a place is an address`() throws {
    let values = try visit(
      Self.demo, "seq=4&mode=recover&when=before&show=unsynced",
      [
        .value(Self.position), Self.text("#modes [aria-pressed=true]"),
        Self.text("[data-when][aria-pressed=true]"), Self.text("[data-show][aria-pressed=true]"),
        .click("[data-action=forth]"), .value("location.hash"),
        .go("seq=2"), .value(Self.position), Self.text("#modes [aria-pressed=true]"),
        // What is no place is as if it were not there.
        .go("seq=x&mode=y&cell=-5&device=99&when=z"), .value(Self.position),
      ])
    #expect(values[0].hasPrefix("Record 4 of "))
    #expect(Array(values[1...3]) == ["recover", "Before", "Not synced"])
    #expect(values[4] == "#seq=5&mode=recover&when=before&show=unsynced")
    #expect(values[5].hasPrefix("Record 2 of ") && values[6] == "discard")
    #expect(values[7].contains("error"))
  }

  @Test func `Keyboard, buttons, slider and a click in the lanes go through the session`() throws {
    let values = try visit(
      Self.demo, "seq=3",
      [
        .value("document.getElementById('lanes').focus()"), .key("ArrowRight"),
        .value(Self.position),
        .key("Home"), .value(Self.position), .key("End"), .value("location.hash"),
        .click("[data-action=first]"), .value(Self.position),
        .value(
          "const s = document.getElementById('position'); s.value = 5; s.dispatchEvent(new Event('input')); s.ariaValueText"
        ),
        .click("#lanes"), .value("document.getElementById('lanes').ariaValueNow"),
        .click("#event-list li:nth-child(2) button"), .value(Self.position),
      ])
    #expect(values[1].hasPrefix("Record 4 of ") && values[2].hasPrefix("Record 0 of "))
    #expect(!values[3].contains("seq=0&"))
    #expect(values[4].hasPrefix("Record 0 of ") && values[5].hasPrefix("Record 5 of "))
    #expect(Int(values[6]).map { $0 > 2 } == true)
    #expect(values[7].hasPrefix("Record 1 of "))
  }

  @Test func `The lanes zoom and move`() throws {
    let marks = Self.count("#lanes .mark")
    let values = try visit(
      Self.clients, "seq=200",
      [
        marks, .click("[data-action=in]"), .click("[data-action=in]"), marks,
        .value("document.querySelector('#lanes .mark').getAttribute('transform')"),
        .drag("#lanes", pixels: -300),
        .value("document.querySelector('#lanes .mark').getAttribute('transform')"),
        .wheel("#lanes", pixels: 400), .click("[data-action=all]"), marks,
        Self.count("#lanes .label"), Self.count("#lanes .merge"),
      ])
    #expect(values[0] != values[1] && values[0] == values[4])
    #expect(values[2] != values[3])
    #expect(Int(values[5]).map { $0 > 3 } == true && Int(values[6]).map { $0 > 0 } == true)
  }

  @Test func `A mode changes the end of the story`() throws {
    let data = Self.text("#data-table tbody")
    let values = try visit(
      Self.demo, "seq=13&text=urgent+panel285",
      [
        .click("#modes [data-mode=discard]"), data, .click("#modes [data-mode=recover]"), data,
        .value("location.hash"),
      ])
    #expect(values[0].contains("lostnothing"), "\(values)")
    #expect(
      values[1].contains("\"replace urgent panel285") && !values[1].contains("lost"), "\(values)")
    #expect(values[2].contains("mode=recover"))
  }

  @Test func `A value tells its life, and how it ends in the words of the report`() throws {
    let ending = Self.text("#life-endings")
    let values = try visit(
      Self.demo, "seq=9&text=daa66d1a&property=visits&mode=discard",
      [
        .value("document.getElementById('life').hidden"),
        .click("#data-table tbody tr:not(.object) .cell"), .value("document.activeElement.id"),
        Self.text("#life-title"), Self.text("#life-story"), ending,
        .click("#modes [data-mode=recover]"), ending, .value("location.hash.includes('cell=')"),
        .click("[data-action=close]"), .value("document.getElementById('life').hidden"),
      ])
    #expect(values[0] == "true" && values[1] == "life-title")
    #expect(values[2].hasPrefix("Inspection ") && values[2].hasSuffix(" visits"))
    #expect(values[3].contains("increased by 1") && values[3].contains("this device"))
    #expect(values[4].contains("lost") && values[4].contains("unsynced changes are discarded"))
    #expect(values[5].contains("kept") || values[5].contains("merged"), "\(values[5])")
    #expect(values[6] == "true" && values[7] == "true")
  }

  @Test func `A value that was merged says with what, and by which rule`() throws {
    let page = Result { SessionPageSamples.page(of: try SessionPageSamples.merged()) }
    let data = try SessionPageData(page.get())
    let merges = data.devices[0].merges
    let words = data.texts[try #require(merges["words"]?.first)]
    let values = try visit(
      page, "cell=\(merges["cell"]![0])",
      [.value("[...document.querySelectorAll('#life-story p')].map((p) => p.textContent)")])
    #expect(words.hasSuffix(")") && values[0].contains(Self.quoted(words)), "\(values) \(words)")
  }

  @Test func `What is wanted is found, by text and by filter`() throws {
    let count = Self.text("#data-count")
    let values = try visit(
      Self.demo, "seq=9",
      [
        count, .click("#filters [name=text]"), .type("panel285"), count,
        .click("#filters [type=reset]"), count,
        .click("[data-show=unsynced]"), count, .click("[data-show=lost]"), count,
        .click("#modes [data-mode=recover]"), count, .click("[data-show=overwritten]"), count,
        .click("#event-search"), .type("localCommit"), Self.text("#event-pages span"),
        .click("#event-search"), .type("no such thing"), Self.text("#event-pages span"),
      ])
    #expect(values[0] == values[2] && !values[0].contains(" of "))
    #expect(
      values[1].hasPrefix("1 of ") && values[3].contains(" of ") && values[4].contains(" of "))
    #expect(values[5].hasPrefix("0 of ") && values[6].hasPrefix("1 of "), "\(values)")
    #expect(!values[7].hasPrefix("0 ") && values[8].hasPrefix("0 of 0 "), "\(values)")
  }

  @Test func `Only the report on the chosen mode is shown, and all of it without a script`() throws
  {
    let page = try Self.demo.get()
    let values = try visit(
      Self.demo, "mode=manual",
      [
        .value(
          "[...document.querySelectorAll('[data-reset]:not([hidden])')].map((e) => e.dataset.mode ?? '')"
        ),
        Self.count("#steps li"),
      ])
    #expect(values[0] == #"["","manual"]"#)
    #expect(Int(values[1]).map { $0 > 1 } == true)
    #expect(page.contains("18 changes made offline were deleted"))
  }

  @Test func `Hostile names do nothing, and are found by their text`() throws {
    for text in HostileText.samples + ["__proto__", "constructor", "toString"] {
      let page = Result { SessionPageSamples.page(of: try SessionPageSamples.hostile(text)) }
      let values = try visit(
        page, "cell=0",
        [
          Self.count("script"), Self.count("img"), Self.count("#event-list li"),
          .value("document.querySelector('#modes [data-mode=recover]')?.click()"),
          Self.text("#data-count"), Self.count("#life-story li"),
        ])
      #expect(Array(values[0...2]) == ["2", "0", "7"], "\(values)")
      if (1...50).contains(text.utf8.count) {
        #expect(values[4] == "1 object" && values[5] != "0", "\(values)")
      }
    }
  }

  @Test func `A log has events, and says that there is no data`() throws {
    let events = try SessionPageSamples.demo().filter {
      [.sessionStart, .syncError].contains($0.kind)
    }
    let page = Result<String, any Error> { SessionPageSamples.page(of: events) }
    let values = try visit(page, "", [Self.text("#data-notes"), Self.count("#event-list li")])
    #expect(values[0].contains("Device: ") && values[0].contains("Server: "), "\(values[0])")
    #expect(values[1] == "\(events.count)")
  }

  @Test func `A recording that has just begun has a page, which says when its server is gone`()
    throws
  {
    let page = Result<String, any Error> {
      SessionPage().html(of: Replay(), trace: "", live: "1")
    }
    let visit = try DrivenBrowser.visit(
      page.get(),
      [
        Self.text("#data-notes"), Self.count("#event-list li"),
        .value("document.querySelector('[data-live=over]').hidden"),
        // From a file nothing can be asked for.
        .value(
          """
          new Promise((resolve) => {
            new MutationObserver(() => resolve(document.getElementById("live").innerText)).observe(
              document.querySelector("[data-live=over]"), {attributes: true});
            document.dispatchEvent(new Event("visibilitychange"));
          })
          """),
      ])
    #expect(Array(visit.values[1...2]) == ["0", "true"])
    #expect(visit.values[3].contains("no longer answers"), "\(visit.values)")
  }

  @Test func `The chosen event is in sight in the list of events`() throws {
    let values = try visit(
      Self.demo, "seq=2", width: 400,
      [
        .click("[data-action=last]"),
        .value(
          """
          (() => {
            const box = (selector) => document.querySelector(selector).getBoundingClientRect();
            const [list, row] = [box("#event-list"), box("#event-list [aria-current]")];
            return list.height < 300 && list.top <= row.top && row.bottom <= list.bottom;
          })()
          """),
      ])
    #expect(values == ["true"])
  }

  @Test func `Everything fits 400 pixels, has a name and keeps still`() throws {
    for (page, fragment) in [(Self.demo, "seq=9&cell=3"), (Self.clients, "seq=100&cell=1")] {
      let values = try visit(
        page, fragment, width: 400,
        [
          .value("document.documentElement.scrollWidth"),
          .value(
            """
            [...document.querySelectorAll('button, input, select, [role=slider]')].filter((e) => !(
              e.textContent.trim() || e.ariaLabel || e.getAttribute('aria-labelledby') || e.closest('label'))).length
            """),
          // Nothing moves by itself.
          .click("[data-action=in]"), .value("document.getAnimations().length"),
        ])
      #expect(values == ["400", "0", "0"])
    }
  }

  /// `TRACETOOL_PICTURES=FOLDER` keeps them to be looked at.
  @Test func `Pictures in both widths and colors are not empty`() throws {
    try TemporaryFolder.with { folder in
      let kept = ProcessInfo.processInfo.environment["TRACETOOL_PICTURES"]
      for (name, fragment) in [
        ("demo", "seq=9&mode=recover&text=9e3779b8"),
        ("life", "seq=13&mode=discard&text=9e3779b8&cell=3"),
      ] {
        for (width, isDark) in [(400, false), (1280, false), (400, true), (1280, true)] {
          let picture = "\(name)-\(width)\(isDark ? "-dark" : "").png"
          let path = kept.map { "\($0)/\(picture)" } ?? folder.path(picture)
          let visit = try DrivenBrowser.visit(
            Self.demo.get(), fragment: fragment, width: width, isDark: isDark, [.screenshot(path)])
          #expect(visit.console == [])
          #expect(try Data(contentsOf: URL(filePath: path)).count > 10_000)
        }
      }
    }
  }

  @Test func `Ten thousand events open in a second`() throws {
    let page = SessionPageSamples.page(of: try SessionPageSamples.long(10_000))
    let visit = try DrivenBrowser.visit(
      page, fragment: "seq=6000",
      [
        .value(Self.position), .click("[data-action=forth]"),
        .value(
          "(() => { const t = performance.now(); document.querySelector('[data-action=forth]').click(); return performance.now() - t < 500; })()"
        ),
        .value("performance.getEntriesByType('navigation')[0].domComplete"),
      ])
    #expect(visit.console == [])
    #expect(visit.values[0].hasPrefix("Record 6000 of 10"))
    #expect(visit.values[1] == "true")
    // A busy machine has several times as long.
    #expect(visit.loadMilliseconds < 5_000, "\(visit.values[2])")
  }
}
