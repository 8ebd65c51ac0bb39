// A reset, or the end of a session: what each mode makes of the data, and of each unsynced write.

import {SERVER} from "./view-device.js";

class Mode {
  constructor(data, json) {
    this.name = data.text(json.name);
    this.summary = data.text(json.summary);
    this.steps = json.steps.map((step) => data.text(step));
    this.after = json.after === undefined ? null : data.table(json.after);
    this.outcomes = data.table(json.outcomes);
    this.overwritten = data.table(json.overwritten);
    this.cells = {
      lost: new Set([...this.outcomes.column("cell")].filter((_, row) => this.outcomes.at("isLost", row) === 1)),
      overwritten: new Set(this.overwritten.column("cell")),
    };
  }
}

export class Reset {
  constructor(data, json, device) {
    this.device = device;
    this.title = data.text(json.title);
    this.event = json.event;
    this.base = json.base;
    this.from = json.from;
    this.to = json.to;
    this.fresh = json.fresh === undefined ? null : data.table(json.fresh);
    this.modes = json.modes.map((mode) => new Mode(data, mode));
    this.opens = json.opens;
    this.made = new Map();
  }

  /** What the reset does in a mode; the end of a session is the same in every one. */
  mode(name) {
    return this.modes.find((mode) => mode.name === name) ?? this.modes[this.opens];
  }

  /** Whether what the reset left is what both sides have after an event. */
  isInForce(event) {
    return this.fresh !== null && event >= this.from && (this.to < 0 || event < this.to);
  }

  /** The values of a side by cell as the reset leaves them in a mode. */
  values(side, modeName) {
    const mode = this.mode(modeName);
    const key = side === SERVER ? "server" : mode.name;
    if (!this.made.has(key)) {
      // The device begins with what the server has, and what it has otherwise comes on top.
      const [start, changes] = side === SERVER
        ? [this.device.values(this.base, SERVER), this.fresh] : [this.values(SERVER, modeName), mode.after];
      this.made.set(key, withChanges(start, changes, "value"));
    }
    return this.made.get(key);
  }

  /** Whether the trace shows what a side has then. */
  isKnown(side, modeName) {
    return side === SERVER || this.mode(modeName).after !== null;
  }

  /** Which cells then differ between the two sides. */
  differing(modeName) {
    const {after} = this.mode(modeName);
    return withChanges(new Uint8Array(this.device.differing.length), after, "differs");
  }
}

/** Some values with a table's changes; without changes where it is null. */
function withChanges(values, changes, column) {
  const changed = values.slice();
  if (changes === null) return changed;
  for (let row = 0; row < changes.count; row += 1) changed[changes.at("cell", row)] = changes.at(column, row);
  return changed;
}
