internal import Mustache

#if !Command
  #error("the library Reports needs the trait `Command` of the package tracetool")
#endif

/// The templates of the page. What they see is made by ``ResetView`` and ``HTMLPen``.
///
/// Tags that stand for values are always `{{…}}`, which escapes; `{{{…}}}` is for the style and the
/// script, which are constants, and for the data, whose content can't end its element. Attributes are in double quotes.
enum HTMLTemplates {
  /// Every template by its name.
  static let sources: KeyValuePairs<String, String> = [
    "page": page, "head": head, "foot": foot, "exploration": exploration, "kinds": kinds,
    "faultMatrix": faultMatrix, "navigation": navigation,
    "fleet": fleet, "fleetClusters": fleetClusters, "fleetTrend": fleetTrend,
    "fleetList": fleetList,
    "pending": pending, "pendingSession": pendingSession, "pendingObject": pendingObject,
    "reset": reset, "report": report, "name": name,
    "answer": answer, "choice": choice, "harm": harm,
    "runs": runs,
    "outcome": outcome, "totals": totals, "bar": bar, "decisions": decisions, "gaps": gaps,
    "faults": faults, "story": story, "incoming": incoming, "changes": changes,
    "timeline":
      timeline, "horizon": horizon, "chart": chart, "triage": triage, "traps": traps,
    "collateral": collateral,
    "defects": defects, "placesOf": placesOf,
    "plan": plan, "counts": counts, "filterLink": filterLink, "writes": writes,
    "filters":
      filters, "objects": objects, "drawn": drawn, "value": value,
    "unseen":
      unseen, "matrix": matrix, "differences": differences,
  ]

  static let library: MustacheLibrary = {
    MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name)
    var library = MustacheLibrary()
    for (name, source) in sources {
      do {
        try library.register("{{%CONTENT_TYPE: \(HTMLEscaping.name)}}" + source, named: name)
      } catch {
        preconditionFailure("the template `\(name)` is a constant that parses: \(error)")
      }
    }
    return library
  }()

  /// A whole page for a view of it.
  static func page(_ view: HTMLView, template: String = "page") -> String {
    guard let text = library.render(view, withTemplate: template) else {
      preconditionFailure("the template `\(template)` is registered")
    }
    return text
  }
}

/// What a template sees: its values by name.
///
/// A name that is missing is looked for in the views around, so a view names all that its template
/// asks for, and says `false` where there is nothing.
typealias HTMLView = [String: Any]

extension Optional {
  /// The value for a template, or `false`, which its sections take for nothing.
  var orNothing: Any {
    if let self { self } else { false }
  }
}
