extension HTMLScript {
  /// The page's data (``HTMLData``): tables of columns of numbers, many of which stand for texts.
  static let data = #"""
    let data = {texts: [], columns: [], reports: {}, none: [], documents: ""};
    const joined = new Map();

    function text(number) {
      const entry = data.texts[number];
      if (typeof entry === "string") return entry;
      if (!joined.has(number)) joined.set(number, entry.map(text).join(""));
      return joined.get(number);
    }

    class Table {
      constructor({count, columns}) {
        this.count = count;
        this.columns = columns;
      }

      number(name, row) {
        const column = data.columns[this.columns[name]];
        return column.length === 1 ? column[0] : column[row];
      }

      text(name, row) { return text(this.number(name, row)); }
    }

    class ReportData {
      constructor(id, {writes, judgements, places, objects, elements}) {
        this.id = id;
        this.writes = new Table(writes);
        this.judgements = new Table(judgements);
        this.places = new Table(places);
        this.objects = new Table(objects);
        this.elements = elements;
      }

      judged(name, write) { return this.judgements.text(name, this.writes.number("judgement", write)); }

      /// Where a write acts.
      target(write) { return this.writes.text("property", write) + this.writes.text("path", write); }

      object(write) { return this.writes.number("object", write); }

      objectName(object) {
        const [name, className] = [this.objects.text("name", object), this.objects.text("class", object)];
        return name.startsWith("(") ? className : `${className} ${name}`;
      }

      get writesOfObjects() {
        if (this.grouped === undefined) {
          this.grouped = Array.from({length: this.objects.count}, () => []);
          for (let write = 0; write < this.writes.count; write += 1) {
            this.grouped[this.object(write)].push(write);
          }
        }
        return this.grouped;
      }
    }

    let reportData = new Map();

    function readData() {
      const block = document.getElementById("data");
      if (block === null) return;
      data = JSON.parse(block.textContent);
      reportData = new Map(Object.entries(data.reports).map(([id, parts]) => [id, new ReportData(id, parts)]));
    }

    """#
}
