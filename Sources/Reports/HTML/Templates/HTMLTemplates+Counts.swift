internal import Phrasebook

extension HTMLTemplates {
  /// Writes by class, property and cause; each number is a way to filter the table of writes.
  static let counts = """
    {{#hasWrites}}
    <section aria-labelledby="{{id}}-counts">
    <h3 id="{{id}}-counts">\(Heading.numbers)</h3>
    <table class="groups">
    <thead><tr><th scope="col">Fate</th><th scope="col">Where</th><th scope="col">Writes</th>\
    <th scope="col">Why</th></tr></thead>
    <tbody>
    {{#groups}}<tr><td><span class="fate {{fate}}">{{fate}}</span></td><th scope="row">{{class}} {{> filterLink}}</th>\
    <td>{{extent}}</td><td>{{reason}}</td></tr>
    {{/groups}}
    </tbody>
    </table>
    <div class="columns">
    <div class="scroll" tabindex="0" role="region" aria-label="Writes by class and property">
    <table class="counts">
    <thead><tr><th scope="col">Where</th><th scope="col">writes</th>\
    {{#totals}}<th scope="col"><span class="fate {{fate}}">{{fate}}</span></th>{{/totals}}</tr></thead>
    {{#classes}}<tbody>
    <tr><th scope="rowgroup">{{> filterLink}}</th><td>{{writeTotal}}</td>{{#counts}}<td>{{.}}</td>{{/counts}}</tr>
    {{#properties}}<tr><th scope="row">{{> filterLink}}</th><td>{{writeTotal}}</td>{{#counts}}<td>{{.}}</td>{{/counts}}</tr>
    {{/properties}}</tbody>{{/classes}}
    </table>
    </div>
    {{#hasCauses}}
    <div class="scroll" tabindex="0" role="region" aria-label="Writes by cause">
    <table class="counts causes">
    <thead><tr><th scope="col">Why</th><th scope="col">writes</th></tr></thead>
    <tbody>{{#causes}}<tr><th scope="row"><a href="#{{id}}-writes" data-filter="{{filter}}">{{causeMeaning}}</a> \
    {{#cause}}{{> name}}{{/cause}}</th><td>{{count}}</td></tr>
    {{/causes}}</tbody>
    </table>
    </div>
    {{/hasCauses}}
    </div>
    </section>
    {{/hasWrites}}

    """

  static let filterLink = """
    <a href="#{{id}}-writes" data-filter="{{filter}}">{{name}}</a>
    """
}
