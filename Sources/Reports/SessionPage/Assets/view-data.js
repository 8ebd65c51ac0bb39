// Reads the page's data (HTMLData): texts and columns of numbers, each there once.

/** Reads texts: some are whole, some are made of others. */
class Texts {
  constructor(entries) {
    this.entries = entries;
    this.made = new Map();
  }

  /** The text of a number. A chain of texts that follow from each other is walked, however long it is. */
  at(number) {
    if (typeof this.entries[number] === "string") return this.entries[number];
    const open = [number];
    while (open.length > 0) {
      const next = open[open.length - 1];
      const needed = this.needs(next);
      if (needed.length > 0) open.push(...needed);
      else {
        open.pop();
        if (!this.made.has(next)) this.made.set(next, this.make(this.entries[next]));
      }
    }
    return this.made.get(number);
  }

  needs(number) {
    const entry = this.entries[number];
    if (typeof entry === "string" || this.made.has(number)) return [];
    return (typeof entry[2] === "string" ? [entry[0]] : entry).filter((part) => !this.made.has(part));
  }

  make(entry) {
    if (typeof entry === "string") return entry;
    if (typeof entry[2] !== "string") return entry.map((part) => this.made.get(part)).join("");
    const [base, prefix, middle, suffix] = entry;
    const earlier = this.made.get(base);
    return earlier.slice(0, prefix) + middle + (suffix > 0 ? earlier.slice(-suffix) : "");
  }
}

/** Rows, of which each column is an array of numbers. */
class Table {
  constructor(shape, columns) {
    this.count = shape.count;
    this.columns = {};
    for (const [name, number] of Object.entries(shape.columns)) {
      const values = columns[number];
      const whole = new Float64Array(shape.count);
      if (values.length === 1 && shape.count > 0) whole.fill(values[0]);
      else whole.set(values);
      // Of a column that is shorter so, the steps from row to row are kept.
      if (shape.steps.includes(name)) {
        for (let row = 1; row < whole.length; row += 1) whole[row] += whole[row - 1];
      }
      this.columns[name] = whole;
    }
  }

  column(name) {
    return this.columns[name];
  }

  at(name, row) {
    return this.columns[name][row];
  }
}

/** The data of the page: its members, and the ways to their texts and tables. */
export class Data {
  constructor(json) {
    this.json = json;
    this.texts = new Texts(json.texts);
    this.words = new Map([...document.querySelectorAll("[data-word]")].map((word) => [word.dataset.word, word.textContent]));
  }

  text(number) {
    return this.texts.at(number);
  }

  table(shape) {
    return new Table(shape, this.json.columns);
  }

  /** Words of the page, with values where they name one in braces. */
  word(name, values = {}) {
    return this.words.get(name).replace(/\{(\w+)\}/g, (_, key) => values[key]);
  }
}

/** The data that stands in the page. */
export function readData() {
  return new Data(JSON.parse(document.getElementById("data").textContent));
}
