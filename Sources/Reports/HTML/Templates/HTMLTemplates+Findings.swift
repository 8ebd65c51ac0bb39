internal import Analyzer
internal import Phrasebook

/// What the analysis found beside the fates.
extension HTMLTemplates {
  static let traps = """
    {{#hasTraps}}
    <section aria-labelledby="{{id}}-traps">
    <h3 id="{{id}}-traps">Traps</h3>
    <p class="meaning">\(Trap.meaning)</p>
    <ul class="findings">
    {{#traps}}<li><p>{{#trap}}{{> name}}{{/trap}} <b>{{title}}</b></p>\
    <ul>{{#places}}<li>{{> placesOf}} {{> runs}}.</li>
    {{/places}}{{#rest}}<li class="meaning">{{> runs}}</li>{{/rest}}</ul>\
    <p class="meaning">{{help}}</p></li>
    {{/traps}}
    </ul>
    </section>
    {{/hasTraps}}

    """

  static let defects = """
    {{#hasDefects}}
    <section aria-labelledby="{{id}}-defects">
    <h3 id="{{id}}-defects">\(Heading.defects)</h3>
    <p class="meaning">{{defectSentence}}</p>
    <ul class="findings">
    {{#defects}}<li><p>{{#identifiers}}{{> name}} {{/identifiers}}{{> placesOf}}</p><p>{{text}}.</p>
    <dl class="sides">\
    {{#after}}<div><dt>After the reset</dt><dd>{{> value}}</dd></div>{{/after}}\
    {{#idealAfter}}<div><dt>Without the defect</dt><dd>{{> value}}</dd></div>{{/idealAfter}}\
    </dl></li>
    {{/defects}}
    {{#defectsRest}}<li class="meaning"><p>{{> runs}}</p></li>{{/defectsRest}}
    </ul>
    </section>
    {{/hasDefects}}

    """

  static let collateral = """
    {{#hasCollateral}}
    <section aria-labelledby="{{id}}-collateral">
    <h3 id="{{id}}-collateral">Collateral</h3>
    <p class="meaning">\(Collateral.meaning)</p>
    <ul class="findings">
    {{#collateral}}<li><p>{{#kind}}{{> name}}{{/kind}} {{> placesOf}}</p>\
    <p>{{meaning}}: {{> runs}}.{{^isCertain}} \
    \(Collateral.uncertaintySentence){{/isCertain}}{{#rule}} Rule {{> name}}.{{/rule}}</p>\
    {{#defect}}<p>{{.}}.</p>{{/defect}}
    <dl class="sides">\
    <div><dt>Last sync</dt><dd>{{#before}}{{> value}}{{/before}}{{^before}}{{> unseen}}{{/before}}</dd></div>\
    <div><dt>Server</dt><dd>{{#server}}{{> value}}{{/server}}</dd></div>\
    <div><dt>After the reset</dt><dd>{{#after}}{{> value}}{{/after}}</dd></div>\
    {{#hasGone}}<div><dt>Gone</dt><dd>{{#gone}}<span class="value">{{.}}</span> {{/gone}}</dd></div>{{/hasGone}}\
    {{#hasSurplus}}<div><dt>There again, or twice</dt><dd>{{#surplus}}<span class="value">{{.}}</span> {{/surplus}}</dd></div>{{/hasSurplus}}\
    </dl></li>
    {{/collateral}}
    {{#collateralRest}}<li class="meaning"><p>{{> runs}}</p></li>{{/collateralRest}}
    </ul>
    </section>
    {{/hasCollateral}}

    """

  /// The address of a finding and the writes that it is about.
  static let placesOf = """
    {{#address}}<span class="address">{{#objectLink}}<a href="#{{.}}">{{address}}</a>{{/objectLink}}\
    {{^objectLink}}{{address}}{{/objectLink}}</span>{{/address}}\
    {{#hasWriteLinks}} <span class="meaning">{{writeWord}}{{#writeLinks}} <a href="#{{target}}">#{{number}}</a>\
    {{/writeLinks}}{{#writesRest}} {{.}}{{/writesRest}}</span>{{/hasWriteLinks}}
    """

  static let triage = """
    {{#hasTriage}}
    <section aria-labelledby="{{id}}-triage">
    <h3 id="{{id}}-triage">\(Heading.failure)</h3>
    {{#triage}}
    <div class="finding">
    <p>{{#attempt}}{{.}}{{/attempt}}{{#identifier}}{{> name}}{{/identifier}} {{#cause}}{{> runs}}{{/cause}}.</p>
    <p class="message"><code>{{message}}</code></p>
    {{#unrecognizedPart}}<p>\(Heading.unrecognized): <code>{{.}}</code></p>{{/unrecognizedPart}}
    {{#hasLayers}}<ul>{{#layers}}<li>{{#layer}}{{> name}}{{/layer}} {{> runs}}.</li>{{/layers}}</ul>{{/hasLayers}}
    <dl class="facts">
    {{#parameters}}<div><dt>{{term}}</dt><dd><code>{{text}}</code></dd></div>{{/parameters}}\
    <div><dt>The data now</dt><dd>{{#dataNow}}{{> runs}}{{/dataNow}}</dd></div>
    </dl>
    <h4>\(Heading.steps)</h4>
    <ol>{{#nextSteps}}<li>{{> runs}}</li>{{/nextSteps}}</ol>
    </div>
    {{/triage}}
    </section>
    {{/hasTriage}}

    """

  static let plan = """
    {{#hasPlan}}
    <section aria-labelledby="{{id}}-plan">
    <h3 id="{{id}}-plan">\(Heading.mergePlan)</h3>
    <p class="meaning">{{planSummary}}.</p>
    <ol class="findings">
    {{#operations}}<li><p>{{> placesOf}} <b>{{text}}</b></p>\
    {{#conflict}}<p class="callout bad">\(Heading.toBeDecided): {{> runs}}.</p>{{/conflict}}
    <dl class="sides">\
    <div><dt>Server</dt><dd>{{#server}}{{> value}}{{/server}}</dd></div>\
    <div><dt>Afterwards</dt><dd>{{#after}}{{> value}}{{/after}}</dd></div>\
    </dl>
    <details class="aside"><summary>Instructions</summary><pre>{{instructions}}</pre></details></li>
    {{/operations}}
    {{#operationsRest}}<li class="meaning"><p>{{> runs}}</p></li>{{/operationsRest}}
    </ol>
    </section>
    {{/hasPlan}}

    """
}
