internal import Phrasebook

extension HTMLTemplates {
  static let page = """
    {{> head}}
    <header class="top">
    <p class="source">tracetool replay <span>{{trace}}</span></p>
    {{#hasNavigation}}{{> navigation}}{{/hasNavigation}}
    </header>
    <main id="main" tabindex="-1">
    {{#severalResets}}<h1>{{title}}</h1>{{/severalResets}}
    {{#hasLogged}}<section aria-labelledby="logged"><h2 id="logged">\(Heading.logged)</h2>
    {{#logged}}<p>{{#headline}}{{> runs}}{{/headline}}</p>
    <ul>{{#sentences}}<li>{{> runs}}</li>{{/sentences}}</ul>
    <h3>\(Heading.steps)</h3><ul>{{#steps}}<li>{{> runs}}</li>{{/steps}}</ul>
    {{#hasNotKnown}}<h3>\(Heading.notInLog)</h3><ul>{{#notKnown}}<li>{{> runs}}</li>{{/notKnown}}</ul>{{/hasNotKnown}}{{/logged}}</section>{{/hasLogged}}
    {{#resets}}{{> reset}}{{/resets}}
    {{#hasUnanswered}}<section aria-labelledby="unanswered"><h2 id="unanswered">\(Heading.unanswered)</h2>
    <ul>{{#unanswered}}<li>{{> runs}}</li>{{/unanswered}}</ul></section>{{/hasUnanswered}}
    </main>
    {{> drawn}}{{> foot}}
    """

  /// The beginning that all pages have.
  static let head = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="{{policy}}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="tracetool">
    <title>{{title}}</title>
    <link rel="icon" href="data:,">
    <style>{{{style}}}</style>
    {{#hasScript}}<script>{{{script}}}</script>{{/hasScript}}
    </head>
    <body>
    <a class="skip" href="#main">Skip to the report</a>

    """

  /// The end that all pages have.
  static let foot = """
    <footer><p>This page is whole: it loads nothing and sends nothing.</p></footer>
    </body>
    </html>

    """

  static let navigation = """
    <nav aria-label="Reports" class="reports">
    {{#resets}}<p>{{#severalResets}}<span>{{name}}:</span>{{/severalResets}}\
    {{#reports}} <a href="#{{id}}" data-report="{{id}}">{{modeName}}</a>{{/reports}}</p>
    {{/resets}}
    </nav>

    """

  static let reset = """
    <section class="reset" id="{{resetID}}"{{#opensOn}} data-open="{{.}}"{{/opensOn}} aria-labelledby="{{resetID}}-title">
    {{^severalResets}}<h1 id="{{resetID}}-title">{{name}}</h1>{{/severalResets}}\
    {{#severalResets}}<h2 id="{{resetID}}-title">{{name}}</h2>{{/severalResets}}
    <p class="lede">{{request}}</p>
    <p class="lede">{{unsyncedLead}}: {{unsynced}}</p>
    {{#modeSource}}<p class="lede">{{.}}</p>{{/modeSource}}\
    {{#isComparison}}{{> choice}}{{> matrix}}{{> differences}}{{/isComparison}}
    {{#reports}}{{> report}}{{/reports}}
    </section>

    """

  static let report = """
    <article class="report" id="{{id}}" aria-labelledby="{{id}}-{{#mode}}title{{/mode}}{{^mode}}outcome{{/mode}}" tabindex="-1">
    {{#mode}}<h2 id="{{id}}-title">Mode {{.}}</h2>
    <p class="lede">{{meaning}}.</p>{{/mode}}
    {{> answer}}{{> outcome}}{{> faults}}{{> triage}}{{> traps}}{{> collateral}}{{> defects}}{{> timeline}}{{> horizon}}\
    {{> counts}}{{> writes}}{{> objects}}{{> plan}}{{> incoming}}{{> gaps}}{{> decisions}}
    </article>

    """

  /// A sentence, see ``HTMLProse``.
  static let runs = """
    {{#runs}}{{plain}}{{#code}}<code>{{.}}</code>{{/code}}{{/runs}}
    """

  /// A name that has an explanation, which is a link where that is published.
  static let name = """
    {{#explained}}<a class="name" href="{{.}}">{{word}}</a>{{/explained}}\
    {{^explained}}<code class="name">{{word}}</code>{{/explained}}
    """
}
