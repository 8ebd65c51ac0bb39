/// The page of an exploration.
extension HTMLTemplates {
  static let exploration = """
    {{> head}}
    <header class="top">
    <p class="source">tracetool explore <span>{{trace}}</span></p>
    </header>
    <main id="main" tabindex="-1">
    <h1>{{title}}</h1>
    {{#extent}}<p class="lede">{{.}}</p>{{/extent}}
    {{#hasProblems}}
    <section aria-labelledby="problems">
    <h2 id="problems">\(ExplorationHeading.problems)</h2>
    {{#problems}}{{> kinds}}{{/problems}}
    {{#moreProblems}}<details class="more"><summary>{{more}}</summary>{{> kinds}}</details>{{/moreProblems}}
    </section>
    {{/hasProblems}}
    <section aria-labelledby="matrix">
    <h2 id="matrix">\(ExplorationHeading.matrix)</h2>
    {{#faults}}{{> faultMatrix}}{{/faults}}
    {{#moreFaults}}<details class="more"><summary>{{more}}</summary>{{> faultMatrix}}</details>{{/moreFaults}}
    <p class="meaning">{{legend}}</p>
    </section>
    <section aria-labelledby="examples">
    <h2 id="examples">\(ExplorationHeading.examples)</h2>
    <details class="more aside"><summary>{{exampleCount}}</summary>
    {{#rows}}<h3>{{#fault}}{{> name}}{{/fault}}</h3>
    <ul class="history">
    {{#cells}}{{#example}}<li id="{{id}}" tabindex="-1"><p>{{mode}}: <span class="fate {{tone}}">{{word}}</span> \
    <span class="meaning">{{result}}; {{counts}}; {{replays}}</span></p>
    <pre><code class="copied">{{command}}</code></pre></li>
    {{/example}}{{/cells}}
    </ul>
    {{/rows}}
    </details>
    </section>
    </main>
    {{> foot}}
    """

  /// What went wrong, a row for each kind.
  static let kinds = """
    <div class="scroll" tabindex="0" role="region" aria-label="What went wrong">
    <table class="kinds">
    <thead><tr><th scope="col">What</th><th scope="col">How often</th><th scope="col">Under</th></tr></thead>
    <tbody>
    {{#kinds}}<tr><th scope="row">{{what}}<details class="aside"><summary>Command</summary>\
    <pre><code class="copied">{{command}}</code></pre></details></th>\
    <td>{{extent}}</td><td class="facets">{{#faults}}{{> name}} {{/faults}}</td></tr>
    {{/kinds}}
    </tbody>
    </table>
    </div>
    """

  /// Faults and modes side by side.
  static let faultMatrix = """
    <div class="scroll" tabindex="0" role="region" aria-label="The faults and modes">
    <table class="matrix">
    <thead><tr><td></td>{{#modes}}<th scope="col">{{.}}</th>{{/modes}}</tr></thead>
    <tbody>
    {{#rows}}<tr><th scope="row">{{#fault}}{{> name}}{{/fault}}</th>{{#cells}}<td{{#isNone}} class="none"{{/isNone}}>\
    {{#example}}<a href="#{{id}}" class="fate {{tone}}">{{word}}</a>{{/example}}{{^example}}{{word}}{{/example}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    """
}
