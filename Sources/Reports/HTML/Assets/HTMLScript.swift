/// The script of the page, in parts. It adds sorting, paging, filters and the pages of objects; all
/// that it shows is in the page without it. Text only ever moves as text, never as HTML.
enum HTMLScript {
  static let text = "\"use strict\";\n" + elements + listing + filters + routes
}
