internal import Phrasebook

/// Several modes side by side.
extension HTMLTemplates {
  static let matrix = """
    <section class="outcome" aria-labelledby="{{resetID}}-matrix">
    <h2 id="{{resetID}}-matrix">\(Heading.modes)</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="The modes side by side">
    <table class="matrix">
    <thead><tr><td></td>{{#reports}}<th scope="col"><a href="#{{id}}">{{modeName}}</a></th>{{/reports}}</tr></thead>
    <tbody>
    <tr><th scope="row">result</th>{{#reports}}<td class="{{resultTone}}">{{resultWord}}</td>{{/reports}}</tr>
    <tr aria-hidden="true"><th></th>{{#reports}}<td>{{> bar}}</td>{{/reports}}</tr>
    {{#matrixRows}}<tr><th scope="row">{{#fate}}<span class="fate {{.}}">{{.}}</span>{{/fate}}{{label}}</th>\
    {{#cells}}<td{{#isNone}} class="none"{{/isNone}}>{{number}}</td>{{/cells}}</tr>
    {{/matrixRows}}
    </tbody>
    {{#hasSeveralClasses}}
    <tbody><tr><th scope="rowgroup" class="group">\(Heading.keptByClass.lowercased())</th></tr>
    {{#keptByClass}}<tr><th scope="row">{{label}} <span class="meaning">of {{counted}}</span></th>\
    {{#cells}}<td{{#isNone}} class="none"{{/isNone}}>{{number}}</td>{{/cells}}</tr>
    {{/keptByClass}}</tbody>
    {{/hasSeveralClasses}}
    </table>
    </div>
    </section>

    """

  static let differences = """
    {{#hasDifferences}}
    <section class="listing" aria-labelledby="{{resetID}}-differences" data-list="differences">
    <h2 id="{{resetID}}-differences">\(Heading.differences)</h2>
    <p class="count" role="status">{{differenceCount}}</p>
    <details><summary>Write by write</summary>
    <noscript><p>{{scriptNote}}</p></noscript>
    <table class="rows differences" aria-labelledby="{{resetID}}-differences">
    <thead><tr><th scope="col" aria-sort="ascending">Write</th><th scope="col">Object</th><th scope="col">Property</th>\
    <th scope="col">Operation</th>{{#reports}}<th scope="col" data-report-id="{{id}}">{{modeName}}</th>{{/reports}}</tr></thead>
    <tbody></tbody>
    </table>
    </details>
    </section>
    {{/hasDifferences}}

    """
}
