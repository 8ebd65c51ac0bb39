internal import Phrasebook

extension HTMLTemplates {
  /// The controls above the table of writes; they do something only where scripts run.
  static let filters = """
    <form class="filters" hidden aria-label="Filter the writes">
    <fieldset><legend>Fate</legend>{{#totals}}\
    <button type="button" class="chip {{fate}}" aria-pressed="false" data-fate="{{fate}}">\
    {{fate}} <b>{{count}}</b></button>{{/totals}}</fieldset>
    <div class="fields">
    <label>Class <select name="class"><option value="">all</option>\
    {{#classNames}}<option value="{{.}}">{{.}}</option>{{/classNames}}</select></label>
    <label>Property <select name="property"><option value="">all</option>\
    {{#propertyNames}}<option value="{{.}}">{{.}}</option>{{/propertyNames}}</select></label>
    {{#hasCauses}}<label>Cause <select name="cause"><option value="">all</option>\
    {{#causeNames}}<option value="{{.}}">{{.}}</option>{{/causeNames}}</select></label>{{/hasCauses}}
    <label class="wide">Text <input type="search" name="text" autocomplete="off" spellcheck="false"></label>
    <button type="reset">Clear</button>
    </div>
    </form>

    """

  static let writes = """
    {{#hasWrites}}
    <section class="listing" aria-labelledby="{{id}}-writes" data-list="writes">
    <h3 id="{{id}}-writes" tabindex="-1">Writes</h3>
    {{> filters}}
    <p class="count" role="status">{{writeCount}}</p>
    <noscript><p>{{scriptNote}}</p></noscript>
    <table class="rows writes" aria-labelledby="{{id}}-writes">
    <thead><tr><th scope="col" aria-sort="ascending">Write</th><th scope="col">Client version</th>\
    <th scope="col">Object</th><th scope="col">Property</th><th scope="col">Operation</th>\
    <th scope="col">Fate</th><th scope="col">Why</th></tr></thead>
    <tbody></tbody>
    </table>
    </section>
    {{/hasWrites}}

    """
}
