extension HTMLScript {
  /// The page of an object: what each side has of it, and all writes to it.
  static let pages = #"""
    function capitalized(sentence) { return sentence.slice(0, 1).toUpperCase() + sentence.slice(1); }

    function valueElements(number, note = "") {
      const className = data.none.includes(number) ? "value none" : "value";
      const made = [element("span", {className}, text(number))];
      if (note !== "") made.push(" ", element("span", {className: "note"}, note));
      return made;
    }

    function unseenElements() {
      return [document.getElementById("unseen").content.firstElementChild.cloneNode(true)];
    }

    function placeRow({places}, place) {
      const number = (name) => places.number(name, place);
      const row = tableRow(
        number("before") === 0 ? unseenElements() : valueElements(number("before")),
        valueElements(number("device"), places.text("deviceNote", place)),
        valueElements(number("server"), places.text("serverNote", place)),
        valueElements(number("after"), places.text("owner", place)));
      row.prepend(element("th", {scope: "row"}, places.text("name", place)));
      return row;
    }

    function entryElement(report, write) {
      const {writes} = report;
      const other = (name) => writes.number(name, write) === 0 ? "" : `#${writes.number(name, write) - 1}`;
      const sides = report.elements[write] ?? [];
      const item = filled("write-entry", {
        fate: report.judged("fate", write), target: report.target(write),
        operation: writes.text("operation", write), why: capitalized(writes.text("reason", write)),
        replacement: other("replacement"), deletion: other("deletion"),
        defect: capitalized(report.judged("defect", write)), element: sides.length > 0,
        number: `#${write}`, version: writes.text("version", write), time: writes.text("time", write),
        changedBy: report.judged("changedBy", write), winner: report.judged("winner", write),
        rule: report.judged("rule", write), cause: report.judged("cause", write),
      });
      item.id = `${report.id}-w${write}`;
      item.querySelector(".fate").classList.add(report.judged("fate", write));
      for (const name of ["replacement", "deletion"]) {
        const reference = item.querySelector(`[data-fill=${name}]`);
        if (reference) reference.href = `#${report.id}-w${writes.number(name, write) - 1}`;
      }
      for (let index = 0; index < sides.length; index += 2) {
        item.querySelector("dl").append(element(
          "div", {}, element("dt", {}, text(sides[index])),
          element("dd", {}, ...valueElements(sides[index + 1]))));
      }
      return item;
    }

    function objectPage(report, object) {
      const page = filled("object-page", {
        class: report.objects.text("class", object), key: report.objects.text("key", object),
      });
      page.id = `${report.id}-o${object}`;
      const writes = report.writesOfObjects[object];
      const places = new Set(writes.map((write) => report.writes.number("place", write)));
      page.querySelector("tbody").append(...[...places].map((place) => placeRow(report, place)));
      page.querySelector(".history").append(...writes.map((write) => entryElement(report, write)));
      const ways = {
        list: `#${report.id}-objects`,
        previous: object > 0 ? `#${report.id}-o${object - 1}` : "",
        next: object + 1 < report.objects.count ? `#${report.id}-o${object + 1}` : "",
      };
      for (const way of page.querySelectorAll("[data-link]")) {
        if (ways[way.dataset.link] === "") way.remove();
        else way.href = ways[way.dataset.link];
      }
      return page;
    }

    """#
}
