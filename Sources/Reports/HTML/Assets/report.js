"use strict";

// The script of the page. It draws writes and objects from the page's data: sorted, filtered, a page at a time, each
// object on a page of its own. Text only ever moves as text, never as HTML.

// Makes elements, and fills the page's templates.

document.documentElement.classList.add("js");

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function fateElement(fate, content = fate) {
  return element("span", {className: `fate ${fate}`}, content);
}

function filled(template, values) {
  const made = document.getElementById(template).content.firstElementChild.cloneNode(true);
  for (const part of made.querySelectorAll("[data-if]")) if (!values[part.dataset.if]) part.remove();
  for (const part of made.querySelectorAll("[data-fill]")) {
    part.textContent = values[part.dataset.fill];
    const {document: address} = part.dataset;
    if (address !== undefined && data.documents !== "") {
      part.href = data.documents + address + (address.endsWith("#") ? part.textContent.toLowerCase() : "");
    }
  }
  return made;
}

// The page's data (HTMLData): tables of columns of numbers, many of which stand for texts.

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

// A table whose rows are sorted, filtered and drawn a page at a time, so that ten thousand of them
// cost nothing.

const pageSize = 100;
const collator = new Intl.Collator("en", {numeric: true});

class Listing {
  constructor(section, source) {
    this.section = section;
    this.source = source;
    this.report = section.closest(".report");
    this.table = section.querySelector("table.rows");
    this.body = this.table.tBodies[0];
    this.kept = this.source.rows;
    this.page = 0;
    this.column = 0;
    this.isDescending = false;
    this.count = section.querySelector(".count");
    this.headings = [...this.table.tHead.rows[0].cells];
    this.texts = new Map();
    this.addSortButtons();
    this.addPager();
    this.table.classList.add("ready");
    this.isOfWrites = section.querySelector("[data-fate]") !== null;
    this.filters = section.querySelector(".filters") ? new Filters(this) : null;
    this.show();
  }

  cells(row) {
    if (!this.texts.has(row)) this.texts.set(row, this.source.cells(row));
    return this.texts.get(row);
  }

  addSortButtons() {
    this.headings.forEach((heading, column) => {
      const button = element("button", {type: "button"}, ...heading.childNodes);
      button.addEventListener("click", () => {
        this.sort(column, column === this.column && !this.isDescending);
        this.show();
        this.filters?.remember();
      });
      heading.replaceChildren(button);
    });
    this.markSorted();
  }

  markSorted() {
    this.headings.forEach((heading, column) => {
      if (column !== this.column) heading.removeAttribute("aria-sort");
      else heading.setAttribute("aria-sort", this.isDescending ? "descending" : "ascending");
    });
  }

  sort(column, isDescending) {
    [this.column, this.isDescending, this.page] = [column, isDescending, 0];
    this.markSorted();
    const sign = isDescending ? -1 : 1;
    const keys = new Map(this.kept.map((row) => [row, this.cells(row)[column]]));
    this.kept = [...this.kept].sort((a, b) =>
      sign * collator.compare(keys.get(a), keys.get(b)) || a - b);
  }

  keep(isKept) {
    this.kept = this.source.rows.filter(isKept);
    if (this.column !== 0 || this.isDescending) this.sort(this.column, this.isDescending);
    this.markSorted();
    this.page = 0;
  }

  addPager() {
    const step = (label, page) => {
      const button = element("button", {type: "button"}, label);
      button.addEventListener("click", () => {
        this.page = page();
        this.show();
        this.filters?.remember();
        this.section.scrollIntoView({block: "start"});
      });
      return button;
    };
    this.previous = step("Previous", () => this.page - 1);
    this.next = step("Next", () => this.page + 1);
    this.place = element("span");
    this.pager = element("nav", {className: "pager"}, this.previous, this.next, this.place);
    this.pager.setAttribute("aria-label", `Pages of ${this.source.noun}s`);
    this.table.after(this.pager);
  }

  get pageCount() { return Math.max(1, Math.ceil(this.kept.length / pageSize)); }

  show() {
    this.page = Math.min(Math.max(this.page, 0), this.pageCount - 1);
    const start = this.page * pageSize;
    this.body.replaceChildren(
      ...this.kept.slice(start, start + pageSize).map((row) => this.source.row(row)));
    this.pager.hidden = this.pageCount === 1;
    this.previous.disabled = this.page === 0;
    this.next.disabled = this.page === this.pageCount - 1;
    this.place.textContent = `Page ${this.page + 1} of ${this.pageCount}`;
    const [all, kept] = [this.source.rows.length, this.kept.length];
    const nouns = `${all.toLocaleString("en")} ${this.source.noun}${all === 1 ? "" : "s"}`;
    const text = kept === all ? nouns : `${kept.toLocaleString("en")} of ${nouns}`;
    if (this.count.textContent !== text) this.count.textContent = text;
  }
}

// What the rows of tables are: all writes of a report, all its objects, or the writes whose fates
// differ between several reports.

function tableRow(...cells) {
  return element("tr", {}, ...cells.map((cell) => element("td", {}, ...[cell].flat())));
}

function link(target, content, className = "") {
  return element("a", {href: "#" + target, className}, content);
}

class WriteRows {
  constructor(report) {
    this.report = report;
    this.rows = Array.from({length: report.writes.count}, (_, write) => write);
    this.noun = "write";
  }

  cells(write) {
    const {report} = this;
    return [
      `#${write}`, report.writes.text("version", write), report.objectName(report.object(write)),
      report.target(write), report.writes.text("operation", write), report.judged("fate", write),
      report.writes.text("reason", write),
    ];
  }

  facet(name, write) {
    if (name === "class") return this.report.objects.text("class", this.report.object(write));
    if (name === "property") return this.report.writes.text("property", write);
    return this.report.judged(name, write);
  }

  row(write) {
    const cells = this.cells(write);
    const reason = [cells[6]];
    if (this.report.judged("defect", write) !== "") {
      reason.push(" ", element("span", {className: "note"}, "defect"));
    }
    const row = tableRow(
      link(`${this.report.id}-w${write}`, cells[0]), ...cells.slice(1, 5), fateElement(cells[5]), reason);
    row.dataset.write = write;
    return row;
  }
}

class ObjectRows {
  constructor(report) {
    this.report = report;
    this.rows = Array.from({length: report.objects.count}, (_, object) => object);
    this.noun = "object";
  }

  fates(object) {
    const counts = new Map();
    for (const write of this.report.writesOfObjects[object]) {
      const fate = this.report.judged("fate", write);
      counts.set(fate, (counts.get(fate) ?? 0) + 1);
    }
    return [...counts];
  }

  cells(object) {
    const {objects, writesOfObjects} = this.report;
    return [
      objects.text("class", object), objects.text("name", object),
      String(writesOfObjects[object].length),
      this.fates(object).map(([fate, count]) => `${count} ${fate}`).join(" "),
    ];
  }

  row(object) {
    const cells = this.cells(object);
    const fates = this.fates(object).flatMap(([fate, count]) => [fateElement(fate, `${count} ${fate}`), " "]);
    return tableRow(cells[0], link(`${this.report.id}-o${object}`, cells[1]), cells[2], fates);
  }
}

class DifferenceRows {
  constructor(reports, names) {
    this.reports = reports;
    this.names = names;
    this.writes = new WriteRows(reports[0]);
    this.rows = this.writes.rows.filter((write) => new Set(this.fates(write)).size > 1);
    this.noun = "write";
  }

  fates(write) { return this.reports.map((report) => report.judged("fate", write)); }

  cells(write) {
    const cells = this.writes.cells(write);
    return [cells[0], cells[2], cells[3], cells[4], ...this.fates(write)];
  }

  row(write) {
    const cells = this.cells(write);
    const fates = this.reports.map((report, index) =>
      link(`${report.id}-w${write}`, cells[4 + index], `fate ${cells[4 + index]}`));
    const row = tableRow(...cells.slice(0, 4), ...fates);
    this.names.forEach((name, index) => { row.cells[4 + index].dataset.label = name; });
    return row;
  }
}

function rowsOf(section) {
  if (section.dataset.list === "differences") {
    const headings = [...section.querySelectorAll("[data-report-id]")];
    return new DifferenceRows(
      headings.map(({dataset}) => reportData.get(dataset.reportId)),
      headings.map(({textContent}) => textContent));
  }
  const report = reportData.get(section.closest(".report").id);
  return section.dataset.list === "objects" ? new ObjectRows(report) : new WriteRows(report);
}

// The filters of a table of writes. They stand in the address, so that a link shows what its
// sender saw: `#fate=lost&class=Person&text=urgent`.

class Filters {
  constructor(listing) {
    this.listing = listing;
    this.form = listing.section.querySelector(".filters");
    this.chips = [...this.form.querySelectorAll("[data-fate]")];
    this.fields = [...this.form.querySelectorAll("select, input")];
    this.form.hidden = false;
    for (const chip of this.chips) {
      chip.addEventListener("click", () => {
        this.press(chip, chip.getAttribute("aria-pressed") !== "true");
        this.changed();
      });
    }
    this.form.addEventListener("input", () => this.changed());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("reset", (event) => {
      event.preventDefault();
      this.read(new URLSearchParams());
      this.changed();
    });
  }

  press(chip, isPressed) { chip.setAttribute("aria-pressed", String(isPressed)); }

  get fates() {
    return this.chips.filter((chip) => chip.getAttribute("aria-pressed") === "true")
      .map((chip) => chip.dataset.fate);
  }

  changed() {
    this.apply();
    this.remember();
  }

  apply() {
    const fates = this.fates;
    const fields = this.fields.filter((field) => field.name !== "text" && field.value !== "");
    const words = (this.form.elements.text?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const {source} = this.listing;
    this.listing.keep((row) =>
      (fates.length === 0 || fates.includes(source.facet("fate", row)))
        && fields.every((field) => source.facet(field.name, row) === field.value)
        && words.every((word) => this.text(row).includes(word)));
    this.listing.show();
  }

  text(row) {
    this.texts ??= new Map();
    if (!this.texts.has(row)) {
      this.texts.set(row, this.listing.cells(row).join(" ").toLowerCase());
    }
    return this.texts.get(row);
  }

  read(parameters) {
    const fates = (parameters.get("fate") ?? "").split(",");
    for (const chip of this.chips) this.press(chip, fates.includes(chip.dataset.fate));
    for (const field of this.fields) {
      field.value = parameters.get(field.name) ?? "";
      if (field.selectedIndex === -1) field.value = "";
    }
    const sort = /^(\d+)(d?)$/.exec(parameters.get("sort") ?? "0");
    const column = Math.min(Number(sort?.[1] ?? 0), this.listing.headings.length - 1);
    [this.listing.column, this.listing.isDescending] = [column, sort?.[2] === "d"];
    this.apply();
    this.listing.page = Number(parameters.get("page") ?? 1) - 1 || 0;
    this.listing.show();
  }

  remember() {
    const {listing} = this;
    if (!listing.isOfWrites) return;
    const parameters = new URLSearchParams();
    if (reports.length > 1) parameters.set("report", listing.report.id);
    if (this.fates.length > 0) parameters.set("fate", this.fates.join(","));
    for (const field of this.fields) if (field.value !== "") parameters.set(field.name, field.value);
    if (listing.column !== 0 || listing.isDescending) {
      parameters.set("sort", listing.column + (listing.isDescending ? "d" : ""));
    }
    if (listing.page > 0) parameters.set("page", listing.page + 1);
    history.replaceState(null, "", "#" + (parameters.toString() || listing.report.id));
  }
}

// The page of an object: what each side has of it, and all writes to it.

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
  const side = (name, note = "") => {
    const number = places.number(name, place);
    return number === 0 ? unseenElements() : valueElements(number, note);
  };
  const row = tableRow(
    side("before"), side("device", places.text("deviceNote", place)),
    side("server", places.text("serverNote", place)), side("after", places.text("owner", place)));
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

// What the address asks for: a report, a filter, or the page of an object.

let reports = [], writeListings = [], returnTo = null;

function showReport(report) {
  for (const other of reports) other.hidden = other !== report;
  for (const reset of document.querySelectorAll(".reset")) reset.hidden = !reset.contains(report);
  for (const link of document.querySelectorAll("[data-report]")) {
    if (link.dataset.report === report.id) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function showObject(page) {
  const root = document.documentElement;
  const wasPage = root.classList.contains("is-page");
  if (page && !wasPage) returnTo = {top: scrollY, focus: document.activeElement};
  root.classList.toggle("is-page", page !== null);
  for (const shown of document.querySelectorAll(".pages > .object")) shown.remove();
  return wasPage && !page;
}

function drawObject(report, object) {
  const section = document.getElementById(report.id);
  const page = objectPage(report, object);
  showReport(section);
  showObject(page);
  section.querySelector(".pages").append(page);
  return page;
}

function drawn(address) {
  const [, id, kind, digits] = /^(.+)-([ow])(\d+)$/.exec(address) ?? [];
  const report = reportData.get(id);
  if (report === undefined) return null;
  const number = Number(digits);
  const isThere = number < (kind === "o" ? report.objects.count : report.writes.count);
  if (!isThere) return null;
  const page = drawObject(report, kind === "o" ? number : report.object(number));
  return kind === "o" ? page : document.getElementById(address);
}

function route() {
  const address = location.hash.slice(1);
  if (address.includes("=")) return filter(new URLSearchParams(address));
  const made = drawn(address);
  if (made) return reveal(made);
  const target = address === "" ? null : document.getElementById(address);
  const report = target?.closest(".report") ?? target?.querySelector(".report") ?? null;
  if (report) showReport(report);
  const isBack = showObject(null);
  if (isBack && address === "") restore();
  else if (target) reveal(target);
}

function filter(parameters) {
  const asked = parameters.get("report");
  const listing = writeListings.find(({report}) => asked === null ? !report.hidden : report.id === asked)
    ?? writeListings[0];
  const isBack = showObject(null);
  if (listing === undefined) return;
  showReport(listing.report);
  listing.filters.read(parameters);
  if (isBack) restore();
  else listing.section.scrollIntoView({block: "start"});
}

function restore() {
  scrollTo({top: returnTo.top, behavior: "instant"});
  if (returnTo.focus?.isConnected) returnTo.focus.focus({preventScroll: true});
}

function reveal(target) {
  if (target.matches(".object")) scrollTo(0, 0);
  else target.scrollIntoView({block: target.matches("li") ? "center" : "start"});
  target.focus({preventScroll: true});
}

function unfoldForPrint() {
  const folded = [];
  addEventListener("beforeprint", () => {
    folded.splice(0, folded.length, ...document.querySelectorAll("details:not([open])"));
    for (const details of folded) details.open = true;
  });
  addEventListener("afterprint", () => { for (const details of folded) details.open = false; });
}

addEventListener("DOMContentLoaded", () => {
  readData();
  reports = [...document.querySelectorAll(".report")];
  const listings = [...document.querySelectorAll(".listing")]
    .map((section) => new Listing(section, rowsOf(section)));
  writeListings = listings.filter(({isOfWrites}) => isOfWrites);
  for (const link of document.querySelectorAll("[data-filter]")) {
    const report = link.closest(".report").id;
    link.hash = (reports.length > 1 ? `report=${report}&` : "") + link.dataset.filter;
  }
  const first = document.querySelector("[data-open]")?.dataset.open;
  if (reports.length > 0) showReport(document.getElementById(first) ?? reports[0]);
  unfoldForPrint();
  addEventListener("hashchange", route);
  route();
});
