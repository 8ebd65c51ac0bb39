internal import Analyzer
internal import Phrasebook

extension HTMLTemplates {
  /// How the reset ended, and what became of the writes in numbers.
  static let outcome = """
    <section class="outcome" aria-labelledby="{{id}}-outcome">
    <h3 id="{{id}}-outcome" class="result {{resultTone}}">{{resultWord}}</h3>
    <p>{{resultSentence}}</p>
    {{#failure}}<p class="callout bad">{{.}}</p>{{/failure}}
    {{#hazards}}<p class="callout bad">{{> runs}}</p>{{/hazards}}
    {{> totals}}
    {{#told}}<p{{#isWrong}} class="callout bad"{{/isWrong}}>{{> runs}}</p>{{/told}}
    {{#comparison}}<p{{#isOtherThanDevice}} class="callout bad"{{/isOtherThanDevice}}>{{> runs}}</p>{{/comparison}}
    {{#isOtherThanDevice}}<ul>{{#deviceDifferences}}<li>{{.}}</li>{{/deviceDifferences}}</ul>{{/isOtherThanDevice}}
    {{#resetLoop}}<p{{#isBad}} class="callout bad"{{/isBad}}>{{> runs}}{{#loop}} {{.}}{{/loop}}</p>{{/resetLoop}}
    {{#hasConsequences}}
    <h4>\(Heading.consequences)</h4>
    <ul>{{#consequences}}<li>{{> runs}}</li>{{/consequences}}</ul>
    {{/hasConsequences}}
    {{#hasAdvice}}
    <h4>\(Heading.steps)</h4>
    <ol>{{#advice}}<li>{{> runs}}</li>{{/advice}}</ol>
    {{/hasAdvice}}
    {{> story}}
    <dl class="facts">
    {{#facts}}<div><dt>{{term}}</dt><dd>{{text}}</dd></div>
    {{/facts}}
    </dl>
    </section>

    """

  /// What the app lives through.
  static let story = """
    {{#story}}
    <h4>{{heading}}</h4>
    {{#attempts}}{{#title}}<p>{{.}}</p>{{/title}}
    <ul>{{#events}}<li>{{> runs}}</li>{{/events}}</ul>
    {{/attempts}}
    {{#precedence}}<p class="meaning">{{> runs}}</p>{{/precedence}}
    {{/story}}

    """

  /// What the server has changed.
  static let incoming = """
    {{#hasIncoming}}
    <section aria-labelledby="{{id}}-incoming">
    <h3 id="{{id}}-incoming">\(IncomingChanges.title)</h3>
    <p class="meaning">{{incomingSentence}}</p>
    {{#incoming}}{{#isSmall}}<ul>{{> changes}}</ul>{{/isSmall}}\
    {{^isSmall}}<details><summary>{{address}}: {{words}}</summary><ul>{{> changes}}\
    {{#rest}}<li>{{.}}</li>{{/rest}}</ul></details>{{/isSmall}}
    {{/incoming}}
    </section>
    {{/hasIncoming}}

    """

  static let changes = """
    {{#rows}}<li><span class="address">{{place}}</span>: {{text}}</li>{{/rows}}
    """

  static let totals = """
    {{#hasWrites}}
    {{> bar}}
    <ul class="totals">
    {{#totals}}<li><b>{{count}}</b> <span class="fate {{fate}}">{{fate}}</span> \
    <span class="meaning">{{meaning}}</span></li>
    {{/totals}}
    </ul>
    {{/hasWrites}}

    """

  static let bar = """
    <svg class="bar" width="100%" height="14" aria-hidden="true">{{#totals}}\
    <rect class="{{fate}}" x="{{start}}%" width="{{share}}%" height="14"/>{{/totals}}</svg>
    """

  static let decisions = """
    {{#hasDecisions}}
    <section aria-labelledby="{{id}}-decisions">
    <h3 id="{{id}}-decisions">\(Heading.decisions)</h3>
    {{#attempts}}<h4>Attempt {{number}}: {{resultWord}}</h4>
    <ol class="decisions">{{#decisions}}<li><b>{{gate}}</b> \
    <span class="{{tone}}">{{verdict}}</span> {{> runs}}</li>{{/decisions}}</ol>
    {{/attempts}}
    </section>
    {{/hasDecisions}}

    """

  static let faults = """
    {{#hasFaults}}
    <section aria-labelledby="{{id}}-faults">
    <h3 id="{{id}}-faults">\(Heading.faults)</h3>
    <ul class="findings">
    {{#faults}}<li><p><code class="name">{{fault}}</code></p>{{#effects}}<p>{{> runs}}.</p>\
    {{#hasLines}}<ul>{{#lines}}<li>{{.}}</li>{{/lines}}</ul>{{/hasLines}}{{/effects}}</li>
    {{/faults}}
    {{#unfired}}<li><p><code class="name">{{fault}}</code> {{> runs}}.</p></li>
    {{/unfired}}
    </ul>
    </section>
    {{/hasFaults}}

    """

  static let gaps = """
    {{#hasGaps}}
    <section aria-labelledby="{{id}}-gaps">
    <h3 id="{{id}}-gaps">\(Heading.gaps)</h3>
    <ul>{{#gaps}}<li>{{#record}}Record {{.}}: {{/record}}{{> runs}} {{#kind}}{{> name}}{{/kind}}</li>\
    {{/gaps}}</ul>
    </section>
    {{/hasGaps}}

    """
}
