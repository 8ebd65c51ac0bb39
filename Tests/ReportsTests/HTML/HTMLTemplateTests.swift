import Testing

@testable import Reports

@Suite struct HTMLTemplateTests {
  @Test func `Every template that another one names is there`() {
    let names = Set(HTMLTemplates.sources.map(\.key))
    #expect(names.count == HTMLTemplates.sources.count)
    for (name, source) in HTMLTemplates.sources {
      for match in source.matches(of: /\{\{> *([A-Za-z]+) *\}\}/) {
        #expect(names.contains(String(match.output.1)), "\(name) names \(match.output.1)")
      }
    }
  }

  @Test func `Only the style, the script and the data go into the page unescaped`() {
    let unescaped = HTMLTemplates.sources.flatMap { name, source in
      source.matches(of: /\{\{(?:\{|&) *([A-Za-z.]+)/).map { "\(name): \($0.output.1)" }
    }
    #expect(unescaped == ["head: style", "head: script", "drawn: data"])
  }

  @Test func `Values stand in elements and quoted attributes, and nowhere else in tags`() {
    for (name, source) in HTMLTemplates.sources {
      for match in source.matches(of: /<[^>]*>/) {
        let outside = String(match.output).replacing(/"[^"]*"/, with: "")
          .replacing(/\{\{[#\/^][A-Za-z]+\}\}/, with: "")
        #expect(!outside.contains("{{"), "\(name): \(match.output)")
      }
    }
  }

  @Test func `Nothing in the style or the script can end its element`() {
    #expect(!HTMLStyle.text.contains("<"))
    #expect(!HTMLScript.text.lowercased().contains("</"))
    #expect(!HTMLScript.text.contains("<!--"))
    #expect(!HTMLScript.text.contains("innerHTML"))
  }
}
