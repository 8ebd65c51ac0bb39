// Values as they are shown: whole where they are short, and to be opened where they are long.

import {element} from "./view-dom.js";

const shortMax = 160;

export function valueElement(session, number) {
  if (number === 0) return element("span", {className: "value none"}, session.data.word("absent"));
  const text = session.data.text(number);
  if (text.length <= shortMax) return element("span", {className: "value"}, text);
  const details = element("details", {className: "value"}, element("summary", {}, `${text.slice(0, shortMax / 2)}…${text.slice(-shortMax / 4)}`));
  // A long value is put into the page when it is asked for.
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(element("span", {}, text));
  });
  return details;
}
