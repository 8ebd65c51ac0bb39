// The session: its events, its devices, its resets, and the data at any point.

import {DEVICE, Device, SERVER} from "./view-device.js";
import {Reset} from "./view-reset.js";

export class Session {
  constructor(data) {
    const {json} = data;
    this.data = data;
    this.events = data.table(json.events);
    this.objects = data.table(json.objects);
    this.cells = data.table(json.cells);
    this.devices = json.devices.map((device) => new Device(data, device, this.cells.count));
    this.resets = json.resets.map((reset) => new Reset(data, reset, this.devices[reset.device]));
    this.cellsOfObject = Array.from({length: this.objects.count}, () => []);
    this.wholeCells = new Map();
    for (let cell = 0; cell < this.cells.count; cell += 1) {
      const object = this.cells.at("object", cell);
      if (this.cells.at("property", cell) === 0) this.wholeCells.set(object, cell);
      else this.cellsOfObject[object].push(cell);
    }
    this.order = this.sortedObjects();
  }

  get eventCount() { return this.events.count; }

  text(name, event) { return this.data.text(this.events.at(name, event)); }

  /** The event of a record's number, or the last one before it. */
  eventOf(sequence) {
    let [low, high] = [0, this.eventCount];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events.at("sequence", middle) <= sequence) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }

  className(object) { return this.data.text(this.objects.at("class", object)); }
  key(object) { return this.data.text(this.objects.at("key", object)); }
  property(cell) { return this.data.text(this.cells.at("property", cell)); }

  cellName(cell) {
    const object = this.cells.at("object", cell);
    return [this.className(object), this.key(object), this.property(cell)].filter((part) => part !== "").join(" ");
  }

  sortedObjects() {
    const collator = new Intl.Collator("en", {numeric: true});
    return Array.from({length: this.objects.count}, (_, object) => object).toSorted((a, b) =>
      collator.compare(this.className(a), this.className(b)) || collator.compare(this.key(a), this.key(b)) || a - b);
  }

  /** The modes that any reset of the session was replayed in. */
  get modeNames() {
    const longest = this.resets.reduce((names, {modes}) => modes.length > names.length ? modes : names, []);
    return longest.map(({name}) => name);
  }

  /** The reset that decides what both sides have after an event; undefined for none. */
  resetInForce(device, event) {
    return this.resets.find((reset) => reset.device === device && reset.isInForce(event));
  }

  /** What both sides of a device have at a place, and how far that is known. */
  dataAt({device, event, mode}) {
    const reset = this.resetInForce(device, event);
    const side = (number) => ({
      values: reset ? reset.values(number, mode) : device.values(event, number),
      ...device.knowledge(event, number), ...(reset ? {isKnown: reset.isKnown(number, mode)} : {}),
    });
    const [own, server] = [side(DEVICE), side(SERVER)];
    const differing = reset ? reset.differing(mode) : device.differing;
    return {device: own, server, differing, unsynced: device.unsyncedCells(event)};
  }

  /** The cells with something to be told of them in a mode: what is lost, what is overwritten. */
  marked(device, mode, name) {
    const ofDevice = this.resets.filter((reset) => reset.device === device);
    return ofDevice.reduce((cells, reset) => cells.union(reset.mode(mode).cells[name]), new Set());
  }

  /** Whether a set of cells has a cell, by itself or with its whole object. */
  has(cells, cell) {
    return cells.has(cell) || cells.has(this.wholeCells.get(this.cells.at("object", cell)));
  }
}
