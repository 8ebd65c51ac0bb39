// Makes elements. Text only ever moves as text, never as HTML.

/** An element with properties, attributes (those with a dash, and role) and children. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.includes("-") || key === "role" || key === "scope") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.flat());
  return made;
}

/** A button that does something and looks like what is in it. */
export function button(action, properties, ...children) {
  const made = element("button", {type: "button", ...properties}, ...children);
  made.addEventListener("click", action);
  return made;
}

/** An element of an SVG picture. */
export function shape(name, attributes = {}, title = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (title !== "") {
    const words = document.createElementNS("http://www.w3.org/2000/svg", "title");
    words.textContent = title;
    made.append(words);
  }
  return made;
}

/** The part of the page of that name. */
export function part(name) {
  return document.getElementById(name);
}
