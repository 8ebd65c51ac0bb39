// The controls: the slider and its buttons, the mode, before or after, the device, the filters.

import {button, element, part} from "./view-dom.js";

/** What can be chosen among: each text once. */
function choices(texts) {
  return [...new Set(texts)].filter((text) => text !== "").toSorted();
}

/** Shows which buttons are pressed. */
function press(selector, isPressed) {
  for (const made of document.querySelectorAll(selector)) made.setAttribute("aria-pressed", isPressed(made.dataset));
}

export class Controls {
  constructor(session, place, lanes) {
    Object.assign(this, {session, place, lanes});
    this.slider = part("position");
    this.position = part("position-words");
    this.slider.max = Math.max(session.eventCount - 1, 0);
    this.slider.addEventListener("input", () => place.go({event: Number(this.slider.value)}));
    this.addButtons();
    this.addModes();
    this.addDevices();
    this.addFilters();
  }

  addButtons() {
    const {place, lanes, session} = this;
    const actions = {
      first: () => place.go({event: 0}),
      back: () => place.go({event: place.event - 1}),
      forth: () => place.go({event: place.event + 1}),
      last: () => place.go({event: session.eventCount - 1}),
      in: () => lanes.zoom(0.5),
      out: () => lanes.zoom(2),
      all: () => lanes.show(0, Math.max(session.eventCount, 1)),
      close: () => {
        place.go({cell: -1});
        part("data-title").focus();
      },
    };
    for (const made of document.querySelectorAll("[data-action]")) {
      made.addEventListener("click", actions[made.dataset.action]);
    }
    for (const choice of document.querySelectorAll("[data-when]")) {
      choice.addEventListener("click", () => place.go({when: choice.dataset.when}));
    }
  }

  addModes() {
    const {session, place} = this;
    const names = session.modeNames;
    part("modes").hidden = names.length < 2;
    part("modes").append(...names.map((name) =>
      button(() => place.go({mode: name}), {className: "chip", "data-mode": name, "aria-pressed": "false"}, name)));
  }

  addDevices() {
    const {session, place} = this;
    const choice = part("device");
    choice.append(...session.devices.map(({name}, number) => element("option", {value: number}, name)));
    choice.closest("label").hidden = session.devices.length < 2;
    choice.addEventListener("change", () => place.go({deviceNumber: Number(choice.value)}));
  }

  addFilters() {
    const {session, place} = this;
    const form = part("filters");
    const objects = Array.from({length: session.objects.count}, (_, object) => session.className(object));
    const cells = Array.from({length: session.cells.count}, (_, cell) => session.property(cell));
    for (const [field, texts] of [["class", choices(objects)], ["property", choices(cells)]]) {
      form.elements[field].append(...texts.map((text) => element("option", {value: text}, text)));
      form.elements[field].addEventListener("change", ({target}) => place.go({[field]: target.value}));
    }
    form.elements.text.addEventListener("input", ({target}) => place.go({text: target.value}));
    for (const chip of form.querySelectorAll("[data-show]")) {
      chip.addEventListener("click", () => place.go({show: place.show === chip.dataset.show ? "" : chip.dataset.show}));
    }
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => place.go({show: "", class: "", property: "", text: ""}));
  }

  update() {
    const {session, place} = this;
    this.slider.value = place.event;
    if (session.eventCount > 0) {
      const words = session.data.word("position", {
        number: session.events.at("sequence", place.event),
        last: session.events.at("sequence", session.eventCount - 1),
        title: session.text("title", place.event),
      });
      this.position.textContent = words;
      this.slider.setAttribute("aria-valuetext", words);
    }
    press("#modes [data-mode]", ({mode}) => mode === place.mode);
    press("[data-when]", ({when}) => when === place.when);
    press("[data-show]", ({show}) => show === place.show);
    part("device").value = place.deviceNumber;
    const {elements} = part("filters");
    for (const name of ["class", "property", "text"]) if (elements[name].value !== place[name]) elements[name].value = place[name];
  }
}
