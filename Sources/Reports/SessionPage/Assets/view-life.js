// The life of a value: who wrote it and when, what became of that, and how it ends in each mode.

import {button, element} from "./view-dom.js";
import {valueElement} from "./view-value.js";

export class Life {
  constructor(session, place, {section, title, story, endings}) {
    Object.assign(this, {session, place, section, title, story, endings});
  }

  update({cell}) {
    this.show();
    if (cell !== undefined && cell >= 0) this.title.focus();
  }

  show() {
    const {session, place} = this;
    this.section.hidden = place.cell < 0;
    if (place.cell < 0) return;
    this.title.textContent = session.cellName(place.cell);
    const told = [...this.changes(), ...this.writes(), ...this.merges()].toSorted((a, b) => a.event - b.event);
    this.story.replaceChildren(...told.map((entry) => this.entry(entry)));
    const endings = this.endingsAtResets();
    this.endings.replaceChildren(...endings);
    // What was never unsynced at a reset has no ending.
    this.endings.previousElementSibling.hidden = endings.length === 0;
  }

  /** The cells whose story belongs to the one that is looked at: a property's has that of its object in it. */
  get cells() {
    const {session, place} = this;
    const whole = session.wholeCells.get(session.cells.at("object", place.cell));
    return whole === undefined ? [place.cell] : [place.cell, whole];
  }

  changes() {
    const {session, place} = this;
    const {device} = place;
    return [0, 1].flatMap((side) => (device.histories[side].get(place.cell) ?? []).map((row) => ({
      event: device.changes.at("event", row),
      content: [
        `${session.data.word(side === 0 ? "device" : "server")}: `,
        valueElement(session, device.previous[row]), " → ", valueElement(session, device.changes.at("value", row)),
      ],
    })));
  }

  writes() {
    const {session} = this;
    const {device} = this.place;
    return [...new Set(this.cells)].flatMap((cell) => device.writesOfCell.get(cell) ?? []).flatMap((write) => {
      const transaction = device.writes.at("transaction", write);
      const at = (name) => device.transactions.at(name, transaction);
      const told = [[at("event"), device.writes.at("operation", write)]];
      if (at("upload") >= 0) told.push([at("upload"), at("uploadWords")]);
      if (at("end") >= 0) told.push([at("end"), at("endWords")]);
      return told.map(([event, words]) => ({event, content: [session.data.text(words)]}));
    });
  }

  merges() {
    const {session} = this;
    const {merges} = this.place.device;
    const told = [];
    for (let row = 0; row < merges.count; row += 1) {
      if (!this.cells.includes(merges.at("cell", row))) continue;
      told.push({event: merges.at("event", row), content: [session.data.text(merges.at("words", row))]});
    }
    return told;
  }

  entry({event, content}) {
    const {session, place} = this;
    if (event < 0) return element("li", {}, element("p", {}, session.data.word("beginning")), element("p", {}, content));
    const facts = [session.text("time", event), session.text("who", event)].filter((fact) => fact !== "").join(" · ");
    const open = button(() => place.go({event}), {className: "record"},
      session.data.word("record", {number: session.events.at("sequence", event)}));
    return element("li", {"aria-current": event === place.event ? "true" : null},
      element("p", {}, open, ` ${session.text("title", event)}`, facts === "" ? "" : element("span", {className: "faint"}, ` · ${facts}`)),
      element("p", {}, content));
  }

  /** How the value ends at each reset, in the mode that is chosen, in the words of the report. */
  endingsAtResets() {
    const {session, place} = this;
    return session.resets.filter((reset) => reset.device === place.device).flatMap((reset) => {
      const mode = reset.mode(place.mode);
      const {outcomes, overwritten} = mode;
      const items = [];
      for (let row = 0; row < outcomes.count; row += 1) {
        if (!this.isTold(outcomes.at("cell", row))) continue;
        const word = (name) => session.data.text(outcomes.at(name, row));
        items.push(element("li", {},
          element("p", {}, element("span", {className: `outcome ${word("tone")}`}, word("outcome")), ` ${word("operation")}`),
          word("reason") === "" ? "" : element("p", {className: "faint"}, word("reason"))));
      }
      for (let row = 0; row < overwritten.count; row += 1) {
        if (!this.isTold(overwritten.at("cell", row))) continue;
        items.push(element("li", {},
          element("p", {}, element("span", {className: "outcome overwritten"}, session.data.word("overwritten"))),
          element("p", {className: "faint"}, session.data.text(overwritten.at("words", row)))));
      }
      if (items.length === 0) return [];
      return [element("h3", {}, reset.title), element("p", {}, `${mode.name}: ${mode.summary}`), element("ul", {}, items)];
    });
  }

  /** What is said of a whole object holds for its properties, and for an object all that is said inside of it. */
  isTold(cell) {
    const {session, place} = this;
    if (this.cells.includes(cell)) return true;
    const isWhole = session.cells.at("property", place.cell) === 0;
    return isWhole && session.cells.at("object", cell) === session.cells.at("object", place.cell);
  }
}
