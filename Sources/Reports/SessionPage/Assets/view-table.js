// The data at the point: device and server side by side, what differs and what is not synced marked.

import {DEVICE} from "./view-device.js";
import {button, element} from "./view-dom.js";
import {valueElement} from "./view-value.js";

const objectsPerPage = 20;

export class DataTable {
  constructor(session, place, {table, pages, count, notes}) {
    Object.assign(this, {session, place, table, pages, count, notes});
    this.page = 0;
  }

  update(changed) {
    const {session, place} = this;
    if (["show", "class", "property", "text"].some((name) => name in changed)) this.page = 0;
    if (session.devices.length === 0) return;
    this.data = session.dataAt({device: place.device, event: place.shownEvent, mode: place.mode});
    this.marks = {
      lost: session.marked(place.device, place.mode, "lost"),
      overwritten: session.marked(place.device, place.mode, "overwritten"),
    };
    this.showNotes();
    const wanted = this.wanted();
    const found = [];
    let all = 0;
    for (const object of session.order) {
      const cells = session.cellsOfObject[object].filter((cell) => this.isThere(cell));
      if (cells.length === 0 && !this.isMarkedWhole(object)) continue;
      all += 1;
      const kept = this.keep(object, cells, wanted);
      if (kept !== null) found.push({object, cells: kept});
    }
    this.draw(found, all);
  }

  showNotes() {
    const {session, data} = this;
    const notes = ["device", "server"].flatMap((side) => {
      const {isKnown, note} = data[side];
      if (isKnown && note === 0) return [];
      const words = note === 0 ? session.data.word("notKnown") : session.data.text(note);
      return [element("p", {}, `${session.data.word(side)}: ${words}`)];
    });
    this.notes.replaceChildren(...notes);
  }

  isThere(cell) {
    const {device, server} = this.data;
    return device.values[cell] !== 0 || server.values[cell] !== 0 || this.has("lost", cell) || this.has("overwritten", cell);
  }

  isMarkedWhole(object) {
    const whole = this.session.wholeCells.get(object);
    return whole !== undefined && (this.marks.lost.has(whole) || this.marks.overwritten.has(whole));
  }

  has(mark, cell) { return this.session.has(this.marks[mark], cell); }

  differs(cell) {
    const {device, server, differing} = this.data;
    return device.isKnown && server.isKnown && differing[cell] === 1;
  }

  isUnsynced(cell) { return this.session.has(this.data.unsynced, cell); }

  /** Whether a filter lets a cell through. */
  passes(filter, cell) {
    switch (filter) {
      case "differs": return this.differs(cell);
      case "unsynced": return this.isUnsynced(cell);
      case "lost": case "overwritten": return this.has(filter, cell);
      default: return true;
    }
  }

  wanted() {
    const {place} = this;
    return {text: place.text.toLowerCase(), className: place.class, property: place.property, filter: place.show};
  }

  /** The cells of an object that are wanted; null where none is. */
  keep(object, cells, {text, className, property, filter}) {
    const {session} = this;
    if (className !== "" && session.className(object) !== className) return null;
    const isNamed = text !== "" && `${session.className(object)} ${session.key(object)}`.toLowerCase().includes(text);
    const kept = cells.filter((cell) => {
      if (property !== "" && session.property(cell) !== property) return false;
      return this.passes(filter, cell) && (text === "" || isNamed || this.says(cell, text));
    });
    if (kept.length > 0) return kept;
    return cells.length === 0 && property === "" && (text === "" || isNamed) && this.passes(filter, session.wholeCells.get(object)) ? [] : null;
  }

  /** Whether a cell's name or a value has a text in it; what is lost is found by what the device had there. */
  says(cell, text) {
    const {session, place, data} = this;
    const texts = [session.property(cell)];
    for (const side of [data.device, data.server]) if (side.values[cell] !== 0) texts.push(session.data.text(side.values[cell]));
    if (this.has("lost", cell)) {
      const {changes, histories} = place.device;
      for (const row of histories[DEVICE].get(cell) ?? []) texts.push(session.data.text(changes.at("value", row)));
    }
    return texts.some((said) => said.toLowerCase().includes(text));
  }

  draw(found, all) {
    const {session} = this;
    const count = Math.max(1, Math.ceil(found.length / objectsPerPage));
    this.page = Math.min(this.page, count - 1);
    const shown = found.slice(this.page * objectsPerPage, (this.page + 1) * objectsPerPage);
    while (this.table.tBodies.length > 0) this.table.tBodies[0].remove();
    this.table.append(...shown.map((object) => this.body(object)));
    const whole = all === 1 ? "object" : "objects";
    const words = session.data.word(found.length === all ? whole : "objectsOf", {shown: found.length, all});
    if (this.count.textContent !== words) this.count.textContent = words;
    const step = (name, to) => button(() => {
      this.page = to;
      this.draw(found, all);
    }, {disabled: to < 0 || to >= count}, session.data.word(name));
    this.pages.hidden = count === 1;
    this.pages.replaceChildren(
      step("previous", this.page - 1), step("next", this.page + 1),
      element("span", {}, session.data.word("page", {number: this.page + 1, count})));
  }

  body({object, cells}) {
    const {session, place} = this;
    const whole = session.wholeCells.get(object);
    const name = [session.className(object), " ", element("span", {className: "key"}, session.key(object))];
    const heading = whole === undefined ? name : button(() => place.go({cell: whole}), {className: "cell"}, name);
    const marks = whole === undefined ? [] : this.marksOf(whole);
    return element("tbody", {},
      element("tr", {className: "object"}, element("th", {scope: "rowgroup", colSpan: 3}, heading, marks)),
      cells.map((cell) => this.row(cell)));
  }

  row(cell) {
    const {session, place, data} = this;
    const open = button(() => place.go({cell}), {className: "cell"}, session.property(cell));
    const side = ({isKnown, values}) => isKnown ? valueElement(session, values[cell])
      : element("span", {className: "value none"}, session.data.word("notKnown"));
    return element("tr", {className: this.differs(cell) ? "differs" : "", "aria-current": cell === place.cell ? "true" : null},
      element("th", {scope: "row"}, open, this.marksOf(cell)),
      element("td", {"data-label": session.data.word("device")}, side(data.device)),
      element("td", {"data-label": session.data.word("server")}, side(data.server)));
  }

  /** What is to be seen of a cell besides its values, in words. */
  marksOf(cell) {
    return ["differs", "unsynced", "lost", "overwritten"].flatMap((mark) =>
      this.passes(mark, cell) ? [" ", element("span", {className: `note ${mark}`}, this.session.data.word(mark))] : []);
  }
}
