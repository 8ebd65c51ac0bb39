/// The script of the page, in parts. It draws writes and objects from the page's data: sorted, filtered, a
/// page at a time, each object on a page of its own. Text only ever moves as text, never as HTML.
enum HTMLScript {
  static let text =
    "\"use strict\";\n" + elements + data + listing + sources + filters + pages + routes
}
