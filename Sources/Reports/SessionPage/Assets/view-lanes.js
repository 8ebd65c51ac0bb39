// The lanes: a row for each device and one for the server, with a mark for what happened at each event.

import {shape} from "./view-dom.js";

const laneHeight = 46;
const top = 22;
const marginLeft = 8;
/** The most marks side by side, in pixels; closer ones become one. */
const markWidth = 9;

/** How a kind of event is drawn: on the device's lane, the server's, or between them. */
const forms = {
  transaction: {at: "device", path: "M-4,-4h8v8h-8z"},
  upload: {at: "up", path: "M0,-5l5,9h-10z"},
  acknowledgement: {at: "down", path: "M-5,0l3.5,4l6,-8"},
  download: {at: "down", path: "M0,5l5,-9h-10z"},
  merge: {at: "down", path: "M-5,-5L0,5L5,-5M0,5"},
  serverChange: {at: "server", path: "M0,-5L5,0L0,5L-5,0z"},
  state: {at: "device", path: "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0"},
  error: {at: "device", path: "M-5,-5L5,5M5,-5L-5,5"},
  reset: {at: "device", path: "M-2,-12h4v24h-4z"},
  other: {at: "device", path: "M-1,-4h2v8h-2z"},
};

export class Lanes {
  constructor(session, place, container) {
    this.session = session;
    this.place = place;
    this.container = container;
    [this.first, this.last] = [0, Math.max(session.eventCount, 1)];
    this.serverLane = session.devices.length;
    this.counts = session.devices.map((device) => device.unsyncedCounts(session.eventCount));
    this.picture = shape("svg", {width: "100%", height: top + laneHeight * (this.serverLane + 1)});
    container.append(this.picture);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(container);
  }

  /** Shows a new place. */
  update({event}) {
    if (event !== undefined) this.reveal(event);
    this.draw();
  }

  get width() { return Math.max(this.container.clientWidth - 2 * marginLeft, 1); }
  get scale() { return this.width / (this.last - this.first); }

  x(event) { return marginLeft + (event + 0.5 - this.first) * this.scale; }
  y(lane) { return top + laneHeight * (lane + 0.5); }

  eventAt(x) { return Math.floor(this.first + (x - marginLeft) / this.scale); }

  // MARK: Moving about

  zoom(factor, around = this.place.event + 0.5) {
    const {eventCount} = this.session;
    const length = Math.min(Math.max((this.last - this.first) * factor, Math.min(eventCount, 10)), Math.max(eventCount, 1));
    const share = (around - this.first) / (this.last - this.first);
    this.show(around - share * length, length);
  }

  /** Shows so many events from one on, as far as there are so many. */
  show(first, length) {
    const most = Math.max(this.session.eventCount, 1) - length;
    this.first = Math.min(Math.max(first, 0), Math.max(most, 0));
    this.last = this.first + length;
    this.draw();
  }

  pan(events) { this.show(this.first + events, this.last - this.first); }

  reveal(event) {
    const length = this.last - this.first;
    if (event < this.first || event >= this.last) this.show(event - length / 2, length);
  }

  listen() {
    const {container, place} = this;
    let drag = null;
    container.addEventListener("pointerdown", ({clientX, button}) => {
      if (button === 0) drag = {x: clientX, first: this.first, hasMoved: false};
    });
    container.addEventListener("pointermove", ({clientX, pointerId}) => {
      if (drag === null) return;
      if (!drag.hasMoved && Math.abs(clientX - drag.x) < 4) return;
      if (!drag.hasMoved) container.setPointerCapture(pointerId);
      drag.hasMoved = true;
      this.show(drag.first - (clientX - drag.x) / this.scale, this.last - this.first);
    });
    const end = ({clientX}) => {
      if (drag !== null && !drag.hasMoved) this.choose(clientX - container.getBoundingClientRect().left);
      drag = null;
    };
    container.addEventListener("pointerup", end);
    container.addEventListener("pointercancel", () => { drag = null; });
    container.addEventListener("wheel", (event) => {
      // The wheel alone scrolls the page, as everywhere.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.eventAt(event.offsetX) + 0.5);
    }, {passive: false});
    const keys = {
      "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2),
      ArrowLeft: () => place.go({event: place.event - 1}), ArrowRight: () => place.go({event: place.event + 1}),
      Home: () => place.go({event: 0}), End: () => place.go({event: this.session.eventCount - 1}),
      PageUp: () => this.pan((this.first - this.last) / 2), PageDown: () => this.pan((this.last - this.first) / 2),
    };
    container.addEventListener("keydown", (event) => {
      if (keys[event.key] === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    });
  }

  /** Goes to the event that has a mark nearest to a point. */
  choose(x) {
    const near = this.eventAt(x);
    this.place.go({event: near});
  }

  // MARK: Drawing

  draw() {
    const {picture, session} = this;
    picture.replaceChildren();
    for (let lane = 0; lane <= this.serverLane; lane += 1) this.drawLane(lane);
    for (const reset of session.resets) this.drawReset(reset);
    this.drawMarks();
    const x = this.x(this.place.event);
    picture.append(shape("line", {class: "cursor", x1: x, x2: x, y1: 0, y2: top + laneHeight * (this.serverLane + 1)}));
    this.container.setAttribute("aria-valuemax", Math.max(session.eventCount - 1, 0));
    this.container.setAttribute("aria-valuenow", this.place.event);
    this.container.setAttribute("aria-valuetext", this.place.event < session.eventCount ? session.text("title", this.place.event) : "");
  }

  drawLane(lane) {
    const {session, picture} = this;
    const y = this.y(lane);
    const isServer = lane === this.serverLane;
    const name = isServer ? session.data.word("server") : session.devices[lane].name;
    if (!isServer) this.drawUnsynced(lane);
    picture.append(shape("line", {class: "lane", x1: 0, x2: "100%", y1: y, y2: y}));
    const label = shape("text", {class: "label", x: marginLeft, y: y - laneHeight / 2 + 10});
    label.textContent = name;
    picture.append(label);
  }

  /** Where a device has unsynced transactions, its lane has a bar, the higher the more. */
  drawUnsynced(lane) {
    const counts = this.counts[lane];
    const most = counts.reduce((a, b) => Math.max(a, b), 1);
    const [from, to] = [Math.max(Math.floor(this.first), 0), Math.min(Math.ceil(this.last), this.session.eventCount)];
    const step = Math.max(1, Math.floor((to - from) / this.width));
    let path = "";
    const base = this.y(lane) + laneHeight / 2 - 2;
    for (let event = from; event < to; event += step) {
      const height = (counts[event] / most) * (laneHeight - 16);
      const [left, right] = [this.x(event - 0.5), this.x(event + step - 0.5)];
      if (height > 0) path += `M${left.toFixed(1)},${base}V${(base - height).toFixed(1)}H${right.toFixed(1)}V${base}z`;
    }
    if (path !== "") this.picture.append(shape("path", {class: "unsynced", d: path}, this.session.data.word("unsynced")));
  }

  drawReset({device, event, from, title}) {
    const lane = this.session.devices.indexOf(device);
    const [left, right] = [this.x(event - 0.5), this.x(from + 0.5)];
    this.picture.append(shape("rect", {
      class: "reset-band", x: left, y: this.y(lane) - laneHeight / 2, height: laneHeight, width: Math.max(right - left, 3),
    }, title));
  }

  /** Marks that would lie on each other become one, which says how many it stands for. */
  drawMarks() {
    const {events} = this.session;
    const [from, to] = [Math.max(Math.floor(this.first), 0), Math.min(Math.ceil(this.last), this.session.eventCount)];
    const groups = new Map();
    for (let event = from; event < to; event += 1) {
      const kind = this.session.text("kind", event);
      const lane = Math.max(events.at("device", event), 0);
      const key = `${Math.round(this.x(event) / markWidth)} ${lane} ${kind}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, {kind, lane, event, count: 1});
      else group.count += 1;
    }
    for (const group of groups.values()) this.drawMark(group);
  }

  drawMark({kind, lane, event, count}) {
    const form = forms[kind] ?? forms.other;
    const x = this.x(event);
    const [device, server] = [this.y(lane), this.y(this.serverLane)];
    const y = {device, server, up: device + laneHeight * 0.3, down: server - laneHeight * 0.3}[form.at];
    const isBetween = form.at === "up" || form.at === "down";
    if (isBetween) this.picture.append(shape("line", {class: `between ${kind}`, x1: x, x2: x, y1: device, y2: server}));
    const {data} = this.session;
    const title = this.session.text("title", event);
    const words = count === 1 ? title : data.word("several", {first: title, more: count - 1});
    this.picture.append(shape("path", {class: `mark ${kind}`, d: form.path, transform: `translate(${x.toFixed(1)},${y})`}, words));
  }
}
