// The list of events, a page at a time, and what the chosen one changed.

import {button, element} from "./view-dom.js";
import {valueElement} from "./view-value.js";

const eventsPerPage = 60;
const shownChangesMax = 200;

export class EventList {
  constructor(session, place, {list, pages, search}) {
    Object.assign(this, {session, place, list, pages});
    this.all = Array.from({length: session.eventCount}, (_, event) => event);
    this.found = this.all;
    this.text = "";
    search.addEventListener("input", () => this.find(search.value));
  }

  find(text) {
    const wanted = text.toLowerCase();
    const {session} = this;
    const says = (event) => ["line", "title", "who"].some((name) =>
      session.text(name, event).toLowerCase().includes(wanted));
    this.found = wanted === "" ? this.all : this.all.filter(says);
    this.update();
  }

  update() {
    const {found, place} = this;
    let index = found.findIndex((event) => event >= place.event);
    if (index < 0) index = found.length - 1;
    this.draw(Math.max(Math.floor(index / eventsPerPage), 0));
  }

  draw(page) {
    const {found, session} = this;
    const shown = found.slice(page * eventsPerPage, (page + 1) * eventsPerPage);
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...shown.map((event) => this.row(event)));
    const count = Math.max(1, Math.ceil(found.length / eventsPerPage));
    const step = (name, to) => button(() => this.draw(to), {disabled: to < 0 || to >= count}, session.data.word(name));
    this.pages.replaceChildren(
      step("earlier", page - 1), step("later", page + 1),
      element("span", {}, session.data.word("eventCount", {shown: shown.length, all: found.length})));
    const current = this.list.querySelector("[aria-current]");
    if (current !== null) this.bringIntoView(current);
    if (focused) current?.querySelector("button").focus();
  }

  /** Scrolls the list alone, and not the page. */
  bringIntoView(row) {
    const {list} = this;
    // Where the row is in the list, whatever the two are placed by.
    const start = row.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    const end = start + row.offsetHeight;
    if (start < list.scrollTop || end > list.scrollTop + list.clientHeight) list.scrollTop = start - list.clientHeight / 3;
  }

  row(event) {
    const {session, place} = this;
    const open = button(
      () => place.go({event}), {},
      element("span", {className: "record"}, String(session.events.at("sequence", event))),
      element("span", {className: `kind ${session.text("kind", event)}`}, session.text("title", event)));
    return element("li", {"aria-current": event === place.event ? "true" : null}, open);
  }
}

/** What the chosen event is, and what was there before and after it. */
export class EventView {
  constructor(session, place, {title, line, changes}) {
    Object.assign(this, {session, place, title, line, changes});
  }

  update() {
    const {session, place} = this;
    if (session.eventCount === 0) return;
    const {event} = place;
    const [time, who] = [session.text("time", event), session.text("who", event)];
    this.title.textContent = session.text("title", event);
    const facts = [
      session.data.word("record", {number: session.events.at("sequence", event)}), time, who,
    ].filter((fact) => fact !== "").join(" · ");
    this.line.replaceChildren(element("span", {}, facts), element("code", {}, session.text("line", event)));
    this.showChanges();
  }

  showChanges() {
    const {session, place} = this;
    const number = session.events.at("device", place.event);
    const device = session.devices[Math.max(number, 0)];
    const rows = device.changesAt(place.event);
    const body = rows.slice(0, shownChangesMax).map((row) => this.changeRow(device, row));
    if (rows.length > shownChangesMax) {
      body.push(element("tr", {}, element("td", {colSpan: 4}, session.data.word("more", {more: rows.length - shownChangesMax}))));
    }
    this.changes.hidden = rows.length === 0;
    this.changes.tBodies[0].replaceChildren(...body);
  }

  changeRow(device, row) {
    const {session, place} = this;
    const {changes} = device;
    const cell = changes.at("cell", row);
    const side = session.data.word(changes.at("side", row) === 0 ? "device" : "server");
    const open = button(() => place.go({cell}), {className: "cell"}, session.cellName(cell));
    return element("tr", {},
      element("th", {scope: "row"}, open), element("td", {}, side),
      element("td", {}, valueElement(session, device.previous[row])),
      element("td", {}, valueElement(session, changes.at("value", row))));
  }
}
