/// What the page's script fills: an element that names a value in `data-fill` shows it, and one that names
/// it in `data-if` is left out where there is none.
extension HTMLWriter {
  mutating func drawTemplates() {
    element("template", ["id": "object-page"]) { $0.drawObjectPage() }
    element("template", ["id": "write-entry"]) { $0.drawWriteEntry() }
    element("template", ["id": "unseen"]) {
      $0.element("span", ["class": "value none"], Phrase.unseen)
    }
    newLine()
  }

  private mutating func drawObjectPage() {
    element("article", ["class": "object", "tabindex": "-1"]) { page in
      page.element("nav", ["class": "back", "aria-label": "Objects"]) { nav in
        nav.element("a", ["data-link": "list"], Phrase.allObjects)
        nav.element("a", ["data-link": "previous"], "Previous")
        nav.element("a", ["data-link": "next"], "Next")
      }
      page.element("h3") { heading in
        heading.fill("class")
        heading.text(" ")
        heading.fill("key", class: "key")
      }
      page.element("table", ["class": "sides"]) { table in
        table.element("thead") { head in
          head.element("tr") { row in
            for name in ["Property"] + WriteListing.sideNames {
              row.element("th", ["scope": "col"], name)
            }
          }
        }
        table.element("tbody")
      }
      page.element("h4", [:], "History")
      page.element("ol", ["class": "history"])
    }
  }

  private mutating func drawWriteEntry() {
    element("li", ["tabindex": "-1"]) { entry in
      entry.element("p") { line in
        line.fill("fate", class: "fate")
        line.text(" ")
        line.element("b", ["data-fill": "target"])
        line.text(" ")
        line.fill("operation")
      }
      entry.element("p", ["class": "reason"]) { line in
        line.fill("why")
        line.text(".")
        for (name, words) in [("replacement", Phrase.replacedBy), ("deletion", Phrase.comesWith)] {
          line.element("span", ["data-if": name]) { part in
            part.text(" \(words) ")
            part.element("a", ["data-fill": name])
            part.text(".")
          }
        }
      }
      entry.element("p", ["class": "reason", "data-if": "defect"]) { line in
        line.fill("defect")
        line.text(".")
      }
      entry.element("dl", ["class": "sides", "data-if": "element"])
      entry.element("p", ["class": "facets"]) { $0.drawFacets() }
    }
  }

  private mutating func drawFacets() {
    fill("number")
    text(", \(Phrase.clientVersion) ")
    fill("version")
    element("span", ["data-if": "time"]) { part in
      part.text(", ")
      part.fill("time")
    }
    for name in ["changedBy", "winner"] {
      element("span", ["data-if": name]) { part in
        part.text(" · ")
        part.fill(name)
      }
    }
    for (name, document) in [("rule", "rules.md#"), ("cause", "report.md#causes")] {
      element("span", ["data-if": name]) { part in
        part.text(" · \(name) ")
        part.element("a", ["class": "name", "data-fill": name, "data-document": document])
      }
    }
  }

  private mutating func fill(_ name: String, class kind: String? = nil) {
    element("span", ["class": kind, "data-fill": name])
  }
}
