/// The page of a fleet.
extension HTMLTemplates {
  static let fleet = """
    {{> head}}
    <header class="top">
    <p class="source">tracetool fleet report</p>
    </header>
    <main id="main" tabindex="-1">
    <h1>{{title}}</h1>
    {{#extent}}<p class="lede">{{.}}</p>{{/extent}}
    {{#breaches}}{{> fleetList}}{{/breaches}}
    <section aria-labelledby="modes">
    <h2 id="modes">\(FleetHeading.modes)</h2>
    <p>{{best}}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Modes">
    <table class="matrix">
    <thead><tr><td></td>{{#modes}}<th scope="col">{{.}}</th>{{/modes}}</tr></thead>
    <tbody>
    {{#rows}}<tr><th scope="row">{{name}}</th>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    <p class="meaning">{{legend}}</p>
    </section>
    {{#hasClusters}}
    <section aria-labelledby="clusters">
    <h2 id="clusters">\(FleetHeading.clusters)</h2>
    {{#minimized}}<p>{{.}}</p>{{/minimized}}
    {{#clusters}}{{> fleetClusters}}{{/clusters}}
    {{#moreClusters}}<details class="more"><summary>{{more}}</summary>{{> fleetClusters}}</details>{{/moreClusters}}
    {{#rest}}<p class="meaning">{{.}}</p>{{/rest}}
    </section>
    {{/hasClusters}}
    {{#trend}}{{> fleetTrend}}{{/trend}}
    {{#lists}}{{> fleetList}}{{/lists}}
    </main>
    {{> foot}}
    """

  /// What is lost, a row for each cluster.
  static let fleetClusters = """
    <div class="scroll" tabindex="0" role="region" aria-label="Clusters">
    <table class="kinds">
    <thead><tr><th scope="col">What</th><th scope="col">How often</th><th scope="col">Best mode</th></tr></thead>
    <tbody>
    {{#rows}}<tr><th scope="row">{{what}}<p class="meaning">{{origin}}</p>\
    <details class="aside"><summary>Command</summary><pre><code class="copied">{{command}}</code></pre></details>\
    {{#smallest}}<p class="meaning">{{.}}</p>{{/smallest}}\
    {{#smallestCommand}}<details class="aside"><summary>Smallest trace</summary>\
    <pre><code class="copied">{{.}}</code></pre></details>{{/smallestCommand}}</th>\
    <td>{{extent}}</td><td>{{best}}</td></tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    """

  /// Two runs, side by side.
  static let fleetTrend = """
    <section aria-labelledby="trend">
    <h2 id="trend">{{heading}}</h2>
    {{#extent}}<p class="lede">{{.}}</p>{{/extent}}
    <ul>{{#rates}}<li>{{.}}</li>{{/rates}}</ul>
    {{#hasEntries}}<div class="scroll" tabindex="0" role="region" aria-label="Trend">
    <table class="kinds">
    <thead><tr><th scope="col">What</th><th scope="col">Direction</th><th scope="col">Traces</th><th scope="col">Users</th></tr></thead>
    <tbody>
    {{#entries}}<tr><th scope="row">{{what}}<p class="meaning">{{origin}}</p></th>\
    <td>{{direction}}</td><td>{{traces}}</td><td>{{users}}</td></tr>
    {{/entries}}
    </tbody>
    </table>
    </div>{{/hasEntries}}
    </section>
    """

  /// A heading, and sentences under it.
  static let fleetList = """
    <section aria-labelledby="{{id}}">
    <h2 id="{{id}}">{{heading}}</h2>
    <ul>{{#items}}<li>{{> runs}}</li>{{/items}}</ul>
    </section>
    """
}
