internal import Phrasebook

/// The page of unsynced writes.
extension HTMLTemplates {
  static let pending = """
    {{> head}}
    <header class="top">
    <p class="source">tracetool pending <span>{{trace}}</span></p>
    <p class="meaning">{{digest}}</p>
    </header>
    <main id="main" tabindex="-1">
    <h1>{{title}}</h1>
    {{#sessions}}{{> pendingSession}}{{/sessions}}
    {{#hasUnanswered}}<section aria-labelledby="unanswered"><h2 id="unanswered">\(Heading.unanswered)</h2>
    <ul>{{#unanswered}}<li>{{> runs}}</li>{{/unanswered}}</ul></section>{{/hasUnanswered}}
    </main>
    {{> foot}}
    """

  /// What one session had not synced.
  static let pendingSession = """
    <section aria-labelledby="{{id}}">
    <h2 id="{{id}}">{{name}}</h2>
    <p class="lede">{{extent}}</p>
    {{#hasObjects}}<h3>\(Heading.pendingObjects)</h3>
    {{#objects}}{{> pendingObject}}{{/objects}}{{/hasObjects}}
    {{#rest}}<p class="meaning">{{.}}</p>{{/rest}}
    {{#hasGaps}}<h3>\(Heading.gaps)</h3>
    <ul>{{#gaps}}<li>{{> runs}}</li>{{/gaps}}</ul>{{/hasGaps}}
    </section>

    """

  /// An object, before and now.
  static let pendingObject = """
    <div class="scroll" tabindex="0" role="region" aria-label="{{object}}">
    <table class="kinds">
    <thead><tr><th scope="col">{{object}}: {{change}}</th><th scope="col">\(Heading.pendingBefore)</th>\
    <th scope="col">\(Heading.pendingNow)</th></tr></thead>
    <tbody>
    {{#properties}}<tr><th scope="row">{{property}} <span class="meaning">{{notes}}</span>\
    <details class="aside"><summary>{{count}}</summary><ul>{{#writes}}<li>{{operation}} \
    <span class="meaning">{{when}}</span></li>{{/writes}}</ul></details></th>\
    <td>{{#before}}{{.}}{{/before}}</td><td>{{#now}}{{.}}{{/now}}</td></tr>
    {{/properties}}
    </tbody>
    </table>
    <p class="meaning">{{origin}}</p>
    </div>

    """
}
