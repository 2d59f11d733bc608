// Components of a message: rows of controls, and the contents of messages made of components.

import { el } from "../elements/dom.js";
import { t } from "../i18n/words.js";
import { button, control } from "./components.js";
import { markdown } from "./markdown.js";
import { fileCard, picture } from "./media.js";

const ROW = 1;
const BUTTON = 2;
const SECTION = 9;
const TEXT_DISPLAY = 10;
const THUMBNAIL = 11;
const MEDIA_GALLERY = 12;
const FILE = 13;
const SEPARATOR = 14;
const CONTAINER = 17;
const LARGE = 2;

/** Returns the components of a message; `app` carries out presses and knows the world. */
export function components(message, app) {
  const list = message.components ?? [];
  if (list.length === 0) return undefined;
  return el("div", { class: "components" }, list.map((component) => part(component, message, app)));
}

/** Returns the components without the rows of controls, as a thread shows its first message. */
export function withoutRows(list) {
  return list
    .filter(({ type }) => type !== ROW)
    .map((component) => (component.components ? { ...component, components: withoutRows(component.components) } : component));
}

function part(component, message, app) {
  switch (component.type) {
    case ROW:
      return el("div", { class: "row" }, component.components.map((inner) => control(inner, message, app)));
    case TEXT_DISPLAY:
      return el("div", { class: "content" }, markdown(component.content, app.names));
    case SECTION:
      return section(component, message, app);
    case MEDIA_GALLERY:
      return gallery(component);
    case FILE:
      return veiled(component.spoiler, fileCard({ filename: component.name, size: component.size, url: component.file.url }));
    case SEPARATOR:
      return el("hr", { class: `${component.divider ? "divided" : ""}${component.spacing === LARGE ? " large" : ""}` });
    case CONTAINER:
      return container(component, message, app);
    default:
      return el("em", {}, t("This part cannot be shown here."));
  }
}

function section(component, message, app) {
  const { accessory } = component;
  const aside = accessory.type === BUTTON ? button(accessory, message, app) : thumbnail(accessory);
  const texts = component.components.map((inner) => part(inner, message, app));
  return el("div", { class: "section" }, el("div", { class: "section-text" }, texts), aside);
}

function thumbnail(component) {
  if (component.type !== THUMBNAIL) return el("em", {}, t("This part cannot be shown here."));
  return el("div", { class: "thumbnail" }, veiled(component.spoiler, shown(component)));
}

function gallery(component) {
  const items = component.items.map((item) => veiled(item.spoiler, shown(item)));
  return el("div", { class: "gallery", "data-count": String(items.length) }, items);
}

const shown = ({ media, description }) => picture(media.url, description ?? "", media, undefined);

function container(component, message, app) {
  const inner = component.components.map((child) => part(child, message, app));
  const box = el("div", { class: "container" }, inner);
  const color = component.accent_color;
  if (color !== null && color !== undefined) {
    box.classList.add("accented");
    box.style.setProperty("--stripe", `#${color.toString(16).padStart(6, "0")}`);
  }
  return veiled(component.spoiler, box);
}

/** Covers a part until it is clicked, if it is a spoiler. */
function veiled(spoiler, node) {
  if (!spoiler) return node;
  const veil = el("div", { class: "veiled" }, node);
  const show = el("button", { type: "button", class: "veil" }, t("Spoiler"));
  node.inert = true;
  show.addEventListener("click", () => {
    node.inert = false;
    veil.classList.remove("veiled");
    show.remove();
    const controls = [...veil.querySelectorAll("a, button:not(:disabled)")];
    const first = controls.find((control) => !control.closest("[inert]"));
    (first ?? veil.closest(".message")).focus({ preventScroll: true });
  });
  veil.append(show);
  return veil;
}
