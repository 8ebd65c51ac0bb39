// The part of the report that belongs to the place: that of the last reset so far, in the mode that is chosen.

import {button, element} from "./view-dom.js";

export class ReportView {
  constructor(session, place, {section, steps}) {
    Object.assign(this, {session, place, section, steps});
    this.parts = [...section.querySelectorAll("[data-reset]")];
  }

  update() {
    const {session, place} = this;
    const ofDevice = session.resets.filter((reset) => reset.device === place.device);
    const reset = ofDevice.findLast(({event}) => event <= place.event) ?? ofDevice[0];
    const mode = reset?.mode(place.mode);
    for (const part of this.parts) {
      const isShown = Number(part.dataset.reset) === session.resets.indexOf(reset)
        && (part.dataset.mode === undefined || part.dataset.mode === mode.name);
      part.hidden = !isShown;
    }
    this.showSteps(reset, mode);
  }

  /** What the app lives through, step by step. */
  showSteps(reset, mode) {
    const {session, place} = this;
    this.steps.hidden = reset === undefined || mode.steps.length === 0;
    if (this.steps.hidden) return;
    const go = button(() => place.go({event: reset.event}), {className: "record"},
      session.data.word("record", {number: session.events.at("sequence", reset.event)}));
    this.steps.replaceChildren(
      element("h3", {}, `${mode.name}: ${mode.summary} `, go),
      element("ol", {}, mode.steps.map((step) => element("li", {}, step))));
  }
}
