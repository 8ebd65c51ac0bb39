internal import Analyzer
internal import Phrasebook

extension HTMLTemplates {
  static let timeline = """
    {{#timelineChart}}
    <section aria-labelledby="{{id}}-timeline">
    <h3 id="{{id}}-timeline">Timeline</h3>
    {{> chart}}
    </section>
    {{/timelineChart}}

    """

  static let horizon = """
    {{#horizon}}
    <section aria-labelledby="{{id}}-horizon">
    <h3 id="{{id}}-horizon">\(Heading.horizon)</h3>
    {{#chart}}{{> chart}}{{/chart}}
    {{#leftOut}}<p class="meaning">{{.}}</p>{{/leftOut}}
    {{#hasLosses}}
    <h4>\(Heading.horizonLosses)</h4>
    <ul class="losses">
    {{#losses}}<li>{{#mark}}<b class="mark">{{.}}</b> {{/mark}}{{since}}: <span class="fate {{fate}}">{{count}} {{fate}}</span>, \
    {{reason}}<span class="meaning">{{#writeLinks}} <a href="#{{target}}">#{{number}}</a>{{/writeLinks}}\
    {{#more}} {{.}}{{/more}}</span></li>
    {{/losses}}
    </ul>
    {{/hasLosses}}
    <details class="aside"><summary>All points as a table</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Points of the loss horizon">
    <table class="counts points">
    <thead><tr><th scope="col">Record</th><th scope="col">What</th><th scope="col">\(Horizon.unsynced)</th>\
    <th scope="col">\(Horizon.atRisk)</th><th scope="col">lost</th><th scope="col">stranded</th>\
    <th scope="col">collateral</th></tr></thead>
    <tbody>{{#points}}<tr><th scope="row">{{record}}</th><th>{{what}}{{#when}}, {{.}}{{/when}}</th>\
    <td>{{unsynced}}</td><td>{{atRisk}}</td><td>{{lost}}</td><td>{{stranded}}</td>\
    <td>{{collateral}}</td></tr>
    {{/points}}</tbody>
    </table></div>{{#pointsRest}}<p class="meaning">{{> runs}}</p>{{/pointsRest}}</details>
    </section>
    {{/horizon}}

    """

  /// Columns over an axis, and lanes below it. All places are shares of the width, so that the chart
  /// fits every screen while its words keep their size.
  static let chart = """
    <figure class="chart">
    <figcaption>{{caption}}</figcaption>
    <ul class="legend">{{#legend}}<li class="{{tone}}">{{label}}</li>{{/legend}}</ul>
    <div class="plot">
    <div class="scale" aria-hidden="true"><span>{{most}}</span><span>0</span></div>
    <svg role="img" aria-label="{{caption}}" width="100%" height="{{height}}">
    <line class="grid" x1="0" x2="100%" y1="{{top}}" y2="{{top}}"/>
    {{#columns}}<g><title>{{title}}</title>{{#parts}}\
    <rect class="{{tone}}" x="{{x}}%" y="{{y}}" width="{{width}}%" height="{{partHeight}}"/>{{/parts}}</g>
    {{/columns}}
    {{#marks}}<line class="mark" x1="{{x}}%" x2="{{x}}%" y1="14" y2="{{height}}"/>\
    <text class="mark" x="{{x}}%" y="10" text-anchor="middle">{{number}}</text>{{/marks}}
    </svg>
    {{#lanes}}<div class="scale">{{label}}</div>\
    <svg class="lane" aria-hidden="true" width="100%" height="9">{{#ticks}}\
    <rect x="{{x}}%" y="0" width="{{width}}%" height="9"><title>{{title}}</title></rect>{{/ticks}}</svg>
    {{/lanes}}
    <div></div><p class="axis"><span>{{first}}</span><span>{{last}}</span></p>
    </div>
    </figure>

    """
}
