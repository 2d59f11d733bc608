// Construction of elements. Text enters the page only through text nodes and properties set here,
// so nothing a person wrote is parsed as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an element with its properties and children.
 *
 * `class` and `aria-*`, `data-*`, `role`, `for` are attributes, `on` holds
 * listeners, everything else is a property. Absent children are left out.
 */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "class" || name === "for" || name === "role" || name.includes("-")) {
      node.setAttribute(name, value);
    } else {
      node[name] = value;
    }
  }
  node.append(...children.flat(2).filter(present));
  return node;
}

const present = (child) => child !== undefined && child !== null && child !== false;

/** Replaces all children of `node`. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(2).filter(present));
  return node;
}

/** Replaces all children of `node` outside the messages, and keeps the focus. */
export function refill(node, ...children) {
  const returnFocus = rememberFocus();
  fill(node, ...children);
  returnFocus();
  return node;
}

/** Returns what tells a control apart from others of its kind, also when it is drawn again. */
const mark = ({ id, dataset, title, value, textContent }) => id || Object.values(dataset)[0] || title || value || textContent;

/**
 * Records the focused control. The result focuses it again or, if it has been redrawn meanwhile,
 * the control in its place.
 */
export function rememberFocus() {
  const active = document.activeElement;
  const message = active.closest(".message");
  const list = active.parentElement?.closest("[id]");
  const { customId } = active.dataset;
  const kind = customId ? `[data-custom-id="${CSS.escape(customId)}"]` : `${active.localName}[class="${active.className}"]`;
  const place = message ? [...message.querySelectorAll(kind)].indexOf(active) : -1;
  const successor = () => {
    if (!message) return [...(list?.querySelectorAll(active.localName) ?? [])].find((control) => mark(control) === mark(active));
    const now = document.getElementById(message.id);
    const twin = now?.querySelectorAll(kind)[place];
    if (twin && !twin.disabled) return twin;
    return (customId && now?.querySelector(".components :is(button, a):not(:disabled)")) || now;
  };
  return () => (active.isConnected ? active : successor())?.focus({ preventScroll: true });
}

/** Opens a dialog. When it is closed, the focus returns, and `closed()` is called. */
export function showDialog(dialog, closed = () => {}) {
  const returnFocus = rememberFocus();
  dialog.addEventListener("close", () => {
    dialog.remove();
    returnFocus();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
}

// Icons drawn on a 24 by 24 grid and stroked with the text color.
const ICONS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h16M3.5 15h16",
  thread: "M5 4v9a3 3 0 0 0 3 3h11m-4-4 4 4-4 4",
  reply: "M10 6 4 12l6 6M4 12h10a6 6 0 0 1 6 6v1",
  close: "M6 6l12 12M18 6 6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18.5 14.2a6.5 6.5 0 0 1 3 5.8",
  send: "M4 12 20 4l-6 16-3-7-7-1Z",
  down: "M6 9l6 6 6-6",
  external: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z",
  file: "M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM14 3v5h5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  slash: "M4 4h16v16H4zM9.5 17l5-10",
  warning: "M12 3.5 22 20H2L12 3.5ZM12 10v4.5M12 17.2v.1",
  apps: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6M14 17h6",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c2.5 2.5 3.8 5.5 3.8 9s-1.3 6.5-3.8 9c-2.5-2.5-3.8-5.5-3.8-9S9.5 5.5 12 3Z",
  plus: "M12 5v14M5 12h14",
  voice: "M5 9v6h4l5 4V5L9 9H5ZM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  announcement: "M4 10v4h3l9 4V6l-9 4H4ZM19 10v4M8 14l1 5h2l-.6-4",
  forum: "M4 4h12v9H9l-3 3v-3H4zM19 9h1v10h-2v3l-3-3H9v-2",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  invite: "M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM3 20c0-3.3 3.1-6 7-6s7 2.7 7 6M19 8v6M16 11h6",
  leave: "M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M11 12h10M17 8l4 4-4 4",
};

/** Returns a decorative icon; the control around it carries the name. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Returns a button that shows only an icon. */
export function iconButton(name, label, onClick, properties = {}) {
  return el(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: onClick }, ...properties },
    icon(name),
  );
}

/** Returns the round picture of a user: initials on a color that never changes. */
export function avatar(user, small = false) {
  const name = user.name || "?";
  const letters = [...name.matchAll(/(?:^|[\s_.-])([\p{L}\p{N}])/gu)].map((match) => match[1]);
  const text = (letters.length > 1 ? letters[0] + letters[1] : name.slice(0, 1)).toUpperCase();
  const sum = [...user.username].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 9973, 7);
  const hue = user.bot ? "app" : sum % 10;
  return el("span", { class: `avatar hue-${hue}${small ? " small" : ""}`, "aria-hidden": "true" }, text);
}
