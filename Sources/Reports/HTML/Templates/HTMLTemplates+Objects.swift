internal import Phrasebook

extension HTMLTemplates {
  /// The list of objects, and behind it the one whose page is shown. Scripts draw both.
  static let objects = """
    {{#hasWrites}}
    <section class="listing" aria-labelledby="{{id}}-objects" data-list="objects">
    <h3 id="{{id}}-objects" tabindex="-1">Objects</h3>
    <form class="filters" hidden aria-label="Filter the objects"><div class="fields">\
    <label class="wide">Text <input type="search" name="text" autocomplete="off" spellcheck="false"></label>\
    <button type="reset">Clear</button></div></form>
    <p class="count" role="status">{{objectCount}}</p>
    <table class="rows objects" aria-labelledby="{{id}}-objects">
    <thead><tr><th scope="col">Class</th><th scope="col">Object</th>\
    <th scope="col">Writes</th><th scope="col">Fates</th></tr></thead>
    <tbody></tbody>
    </table>
    </section>
    <div class="pages"></div>
    {{/hasWrites}}

    """

  /// What scripts fill: an element that names a value in `data-fill` shows it, and one that names it in
  /// `data-if` is left out where there is none.
  static let drawn = """
    <template id="object-page"><article class="object" tabindex="-1">
    <nav class="back" aria-label="Objects"><a data-link="list">\(Phrase.allObjects)</a>\
    <a data-link="previous">Previous</a><a data-link="next">Next</a></nav>
    <h3><span data-fill="class"></span> <span class="key" data-fill="key"></span></h3>
    <table class="sides">
    <thead><tr><th scope="col">Property</th><th scope="col">Last sync</th><th scope="col">Device</th>\
    <th scope="col">Server</th><th scope="col">After the reset</th></tr></thead>
    <tbody></tbody>
    </table>
    <h4>History</h4>
    <ol class="history"></ol>
    </article></template>
    <template id="write-entry"><li tabindex="-1"><p><span class="fate" data-fill="fate"></span> \
    <b data-fill="target"></b> <span data-fill="operation"></span></p>
    <p class="reason"><span data-fill="why"></span>.\
    <span data-if="replacement"> \(Phrase.replacedBy) <a data-fill="replacement"></a>.</span>\
    <span data-if="deletion"> \(Phrase.comesWith) <a data-fill="deletion"></a>.</span></p>
    <p class="reason" data-if="defect"><span data-fill="defect"></span>.</p>
    <dl class="sides" data-if="element"></dl>
    <p class="facets"><span data-fill="number"></span>, \(Phrase.clientVersion) <span data-fill="version"></span>\
    <span data-if="time">, <span data-fill="time"></span></span>\
    <span data-if="changedBy"> · <span data-fill="changedBy"></span></span>\
    <span data-if="winner"> · <span data-fill="winner"></span></span>\
    <span data-if="rule"> · rule <a class="name" data-fill="rule" data-document="rules.md#"></a></span>\
    <span data-if="cause"> · cause <a class="name" data-fill="cause" data-document="report.md#causes"></a></span>\
    </p></li></template>
    <template id="unseen">{{> unseen}}</template>
    <script type="application/json" id="data">{{{data}}}</script>

    """

  /// What one side has; and whether that is a change since the last sync, or whose value it is.
  static let value = """
    <span class="value{{#isNone}} none{{/isNone}}">{{text}}</span>{{#note}} <span class="note">{{.}}</span>{{/note}}
    """

  static let unseen = """
    <span class="value none">\(Phrase.unseen)</span>
    """
}
