internal import Phrasebook

extension HTMLTemplates {
  /// The list of objects, and behind it each with its history. Scripts show one at a time.
  static let objects = """
    {{#hasWrites}}
    <section class="listing" aria-labelledby="{{id}}-objects" data-noun="object">
    <h3 id="{{id}}-objects" tabindex="-1">Objects</h3>
    <form class="filters" hidden aria-label="Filter the objects"><div class="fields">\
    <label class="wide">Text <input type="search" name="text" autocomplete="off" spellcheck="false"></label>\
    <button type="reset">Clear</button></div></form>
    <p class="count" role="status">{{objectCount}}</p>
    <table class="rows objects" aria-labelledby="{{id}}-objects">
    <thead><tr><th scope="col">Class</th><th scope="col">Object</th>\
    <th scope="col">Writes</th><th scope="col">Fates</th></tr></thead>
    <tbody>
    {{#objects}}<tr><td>{{className}}</td><td><a href="#{{objectID}}">{{shortKey}}</a></td>\
    <td>{{writeTotal}}</td><td>{{#fates}}<span class="fate {{fate}}">{{count}} {{fate}}</span> {{/fates}}</td></tr>
    {{/objects}}
    </tbody>
    </table>
    </section>
    <div class="pages">
    {{#objects}}{{> object}}{{/objects}}
    </div>
    {{/hasWrites}}

    """

  static let object = """
    <article class="object" id="{{objectID}}" aria-labelledby="{{objectID}}-title" tabindex="-1">
    <h3 id="{{objectID}}-title">{{className}} <span class="key">{{key}}</span></h3>
    <table class="sides">
    <thead><tr><th scope="col">Property</th><th scope="col">Last sync</th><th scope="col">Device</th>\
    <th scope="col">Server</th><th scope="col">After the reset</th></tr></thead>
    <tbody>
    {{#places}}<tr><th scope="row">{{place}}</th>\
    <td>{{#before}}{{> value}}{{/before}}{{^before}}{{> unseen}}{{/before}}</td>\
    <td>{{#device}}{{> value}}{{/device}}</td><td>{{#server}}{{> value}}{{/server}}</td>\
    <td>{{#after}}{{> value}}{{/after}}</td></tr>
    {{/places}}
    </tbody>
    </table>
    <h4>History</h4>
    <ol class="history">
    {{#history}}{{> entry}}{{/history}}
    </ol>
    </article>

    """

  /// A write in the history of its object.
  static let entry = """
    <li id="{{target}}" tabindex="-1"><p><span class="fate {{fate}}">{{fate}}</span> \
    <b>{{property}}{{path}}</b> {{operation}}</p>\
    <p class="reason">{{reason}}.{{#replacement}} \(Phrase.replacedBy) <a href="#{{target}}">#{{number}}</a>.{{/replacement}}\
    {{#deletion}} \(Phrase.comesWith) <a href="#{{target}}">#{{number}}</a>.{{/deletion}}</p>\
    {{#defect}}<p class="reason">{{.}}.</p>{{/defect}}\
    {{#element}}<dl class="sides">{{#sides}}<div><dt>{{side}}</dt><dd>{{> value}}</dd></div>{{/sides}}</dl>{{/element}}\
    <p class="facets">#{{number}}, version {{version}}{{#when}}, {{.}}{{/when}}{{#changedBy}} · {{.}}{{/changedBy}}\
    {{#winner}} · {{.}}{{/winner}}{{#rule}} · rule {{> name}}{{/rule}}{{#cause}} · cause {{> name}}{{/cause}}</p></li>

    """

  /// What one side has; and whether that is a change since the last sync, or whose value it is.
  static let value = """
    <span class="value{{#isNone}} none{{/isNone}}">{{text}}</span>{{#note}} <span class="note">{{.}}</span>{{/note}}
    """

  static let unseen = """
    <span class="value none">\(Phrase.unseen)</span>
    """
}
