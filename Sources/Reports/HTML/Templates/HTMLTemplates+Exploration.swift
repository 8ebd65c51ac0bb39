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
    <section aria-labelledby="matrix">
    <h2 id="matrix">\(ExplorationHeading.matrix)</h2>
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
    <p class="meaning">{{legend}}</p>
    </section>
    {{#hasProblems}}
    <section aria-labelledby="problems">
    <h2 id="problems">\(ExplorationHeading.problems)</h2>
    <ul class="findings">
    {{#problems}}<li><p><b>{{what}}</b> <span class="meaning">{{extent}}</span></p>
    <p class="facets">{{#faults}}{{> name}} {{/faults}}</p>
    <pre><code>{{command}}</code></pre></li>
    {{/problems}}
    </ul>
    </section>
    {{/hasProblems}}
    <section aria-labelledby="examples">
    <h2 id="examples">\(ExplorationHeading.examples)</h2>
    {{#rows}}<h3>{{#fault}}{{> name}}{{/fault}}</h3>
    <ul class="history">
    {{#cells}}{{#example}}<li id="{{id}}" tabindex="-1"><p>{{mode}}: <span class="fate {{tone}}">{{word}}</span> \
    <span class="meaning">{{result}}; {{counts}}; {{replays}}</span></p>
    <pre><code>{{command}}</code></pre></li>
    {{/example}}{{/cells}}
    </ul>
    {{/rows}}
    </section>
    </main>
    {{> foot}}
    """
}
