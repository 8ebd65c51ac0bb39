// The place that the page shows, which stands in the address, so that a colleague opens the same:
// `#seq=123&mode=recover`.

const defaults = {when: "after", show: "", class: "", property: "", text: "", cell: -1};

/** The place, and those who want to hear of a new one. */
export class Place {
  constructor(session) {
    this.session = session;
    this.listeners = [];
    this.read();
    window.addEventListener("hashchange", () => {
      this.read();
      this.tell({});
    });
  }

  /** Takes the place from the address; what it does not name, or names wrongly, is as at the beginning. */
  read() {
    const {session} = this;
    const given = new URLSearchParams(location.hash.slice(1));
    const number = (name, count, other) => {
      const value = Number.parseInt(given.get(name), 10);
      return value >= 0 && value < count ? value : other;
    };
    const sequence = Number.parseInt(given.get("seq"), 10);
    this.event = Number.isNaN(sequence) ? this.opening() : session.eventOf(sequence);
    this.mode = session.modeNames.includes(given.get("mode")) ? given.get("mode") : this.openingMode();
    const ownDevice = Math.max(session.events.at("device", this.event) ?? 0, 0);
    this.deviceNumber = number("device", session.devices.length + 1, ownDevice + 1) - 1;
    if (this.deviceNumber < 0) this.deviceNumber = ownDevice;
    for (const [name, value] of Object.entries(defaults)) this[name] = given.get(name) ?? value;
    this.cell = number("cell", session.cells.count, -1);
  }

  /** Where the story is: at the first reset, else at the end. */
  opening() {
    const {resets, eventCount} = this.session;
    return Math.max(resets.length > 0 ? resets[0].event : eventCount - 1, 0);
  }

  openingMode() {
    const {resets, modeNames} = this.session;
    const reset = resets.find(({modes}) => modes.length === modeNames.length);
    return reset ? reset.modes[reset.opens].name : "";
  }

  get device() { return this.session.devices[this.deviceNumber]; }

  /** The event whose end is shown: the one before where the page shows what was there before it. */
  get shownEvent() { return this.when === "before" ? this.event - 1 : this.event; }

  /** Goes somewhere. A new event brings its device along. */
  go(changes) {
    const next = {...changes};
    if (next.event !== undefined) {
      next.event = Math.min(Math.max(next.event, 0), Math.max(this.session.eventCount - 1, 0));
      const own = this.session.events.at("device", next.event);
      if (next.deviceNumber === undefined && own >= 0) next.deviceNumber = own;
    }
    Object.assign(this, next);
    history.replaceState(null, "", this.address());
    this.tell(next);
  }

  address() {
    const {session} = this;
    const parts = new URLSearchParams();
    parts.set("seq", session.events.at("sequence", this.event));
    if (this.mode !== "") parts.set("mode", this.mode);
    if (session.devices.length > 1) parts.set("device", this.deviceNumber + 1);
    for (const [name, value] of Object.entries(defaults)) if (this[name] !== value) parts.set(name, this[name]);
    return `#${parts}`;
  }

  listen(listener) { this.listeners.push(listener); }

  tell(changes) { for (const listener of this.listeners) listener(changes); }
}
