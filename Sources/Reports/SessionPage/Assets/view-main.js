// Puts the page together.

import {Controls} from "./view-controls.js";
import {readData} from "./view-data.js";
import {part} from "./view-dom.js";
import {EventList, EventView} from "./view-events.js";
import {Lanes} from "./view-lanes.js";
import {Life} from "./view-life.js";
import {Place} from "./view-place.js";
import {ReportView} from "./view-report.js";
import {Session} from "./view-session.js";
import {DataTable} from "./view-table.js";

document.documentElement.classList.add("js");
const session = new Session(readData());
const place = new Place(session);
const lanes = new Lanes(session, place, part("lanes"));
const views = [
  lanes,
  new Controls(session, place, lanes),
  new EventView(session, place, {title: part("event-title"), line: part("event-line"), changes: part("event-changes")}),
  new EventList(session, place, {list: part("event-list"), pages: part("event-pages"), search: part("event-search")}),
  new DataTable(session, place, {
    table: part("data-table"), pages: part("data-pages"), count: part("data-count"), notes: part("data-notes"),
  }),
  new Life(session, place, {
    section: part("life"), title: part("life-title"), story: part("life-story"), endings: part("life-endings"),
  }),
  new ReportView(session, place, {section: part("report"), steps: part("steps")}),
];
place.listen((changes) => {
  for (const view of views) view.update(changes);
});
place.tell({});
