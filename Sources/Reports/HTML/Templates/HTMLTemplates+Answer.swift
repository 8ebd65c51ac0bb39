internal import Phrasebook

/// What to do, and what was destroyed.
extension HTMLTemplates {
  static let answer = """
    {{#answer}}
    <section class="answer" aria-labelledby="{{id}}-answer">
    <h3 id="{{id}}-answer">\(Heading.answer)</h3>
    <p class="callout{{#isBad}} bad{{/isBad}}">{{> runs}}\
    {{^isComparison}}{{#hint}} {{> runs}}{{/hint}}{{/isComparison}}</p>
    {{#parts}}{{> harm}}{{/parts}}
    </section>
    {{/answer}}

    """

  static let choice = """
    <section class="answer" aria-labelledby="{{resetID}}-answer">
    <h2 id="{{resetID}}-answer">{{headline}}</h2>
    <p>{{choiceReason}}</p>
    {{#prices}}
    <section class="price">
    <h3>{{#modes}}<a href="#{{id}}">{{modeName}}</a> {{/modes}}<span class="meaning">{{kept}}</span></h3>
    {{#parts}}{{> harm}}{{/parts}}
    </section>
    {{/prices}}
    </section>

    """

  static let harm = """
    <p class="harm"><b>{{title}}</b>: {{count}}</p>
    <ul class="harm">
    {{#rows}}<li><span class="address">{{#objectLink}}<a href="#{{.}}">{{place}}</a>{{/objectLink}}\
    {{^objectLink}}{{place}}{{/objectLink}}</span> {{what}}\
    {{#hasChange}} {{#old}}{{> value}}{{/old}} → {{#new}}{{> value}}{{/new}}{{/hasChange}}\
    {{#cause}} <span class="meaning">{{> runs}}</span>{{/cause}}</li>
    {{/rows}}\
    {{#rest}}<li class="meaning">{{.}}</li>{{/rest}}
    </ul>

    """
}
