// Drop-down list with descriptions and emoji, for one or several choices.

import { t } from "../i18n/words.js";
import { el, fill, icon, showDialog } from "./dom.js";
import { emoji } from "./emoji.js";

let serial = 0;

/**
 * Creates the closed control; the list opens over the page.
 *
 * `choose(values)` is called once: when one option is taken, or when the list of
 * a control for several is closed with a permitted number.
 */
export function dropdown({ options, placeholder, smallest, largest, disabled, customId, waiting, label, choose }) {
  serial += 1;
  const id = `list-${serial}`;
  const chosen = new Set(options.filter((option) => option.default).map((option) => option.value));
  const value = el("span", { class: "select-value" });
  const control = el(
    "button",
    {
      type: "button",
      class: `select${waiting ? " waiting" : ""}`,
      disabled: Boolean(disabled),
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": id,
      "aria-label": label ? `${label}: ${placeholder}` : placeholder,
      "aria-busy": waiting ? "true" : undefined,
      "data-custom-id": customId,
    },
    value,
    icon("down"),
  );
  const show = () => {
    const taken = options.filter((option) => chosen.has(option.value));
    const shown = taken.map((option, index) => [index > 0 && ", ", option.emoji && emoji(option.emoji, true), option.label]);
    fill(value, taken.length > 0 ? shown : el("span", { class: "placeholder" }, placeholder));
  };
  show();
  const finish = (changed) => {
    show();
    if (changed) choose([...chosen]);
  };
  control.addEventListener("click", () => {
    // While it waits, it stays enabled, because a disabled control loses the focus.
    if (!waiting) open({ id, control, options, chosen, smallest, largest, finish });
  });
  control.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    control.click();
  });
  return control;
}

function open({ id, control, options, chosen, smallest, largest, finish }) {
  const several = largest > 1;
  const before = [...chosen];
  const items = options.map((option, index) =>
    el(
      "li",
      { id: `${id}-${index}`, role: "option", "aria-selected": String(chosen.has(option.value)), "data-value": option.value },
      option.emoji && emoji(option.emoji, true),
      el(
        "span",
        { class: "option-text" },
        el("span", {}, option.label),
        option.description && el("small", {}, option.description),
      ),
      el("span", { class: "tick", "aria-hidden": "true" }, icon("check")),
    ),
  );
  const nothing = el("li", { class: "nothing" }, t("Nothing found"));
  const list = el(
    "ul",
    { id, role: "listbox", tabIndex: -1, "aria-multiselectable": String(several), class: "options" },
    items.length > 0 ? items : nothing,
  );
  const popup = el("dialog", { class: "dropdown", "aria-label": control.getAttribute("aria-label") }, list);
  let active = Math.max(0, options.findIndex((option) => chosen.has(option.value)));
  let typed = "";
  let typedAt = 0;

  const move = (to) => {
    items[active]?.classList.remove("active");
    active = Math.max(0, Math.min(items.length - 1, to));
    items[active]?.classList.add("active");
    if (items[active]) list.setAttribute("aria-activedescendant", items[active].id);
    items[active]?.scrollIntoView({ block: "nearest" });
  };
  const take = (index) => {
    const option = options[index];
    if (!option) return;
    if (!several) {
      chosen.clear();
      chosen.add(option.value);
      popup.close("taken");
      return;
    }
    if (chosen.has(option.value)) chosen.delete(option.value);
    else if (chosen.size < largest) chosen.add(option.value);
    items[index].setAttribute("aria-selected", String(chosen.has(option.value)));
  };
  const isTyping = () => Date.now() - typedAt < 700;
  const jump = (letter) => {
    typed = isTyping() ? typed + letter : letter;
    typedAt = Date.now();
    const found = options.findIndex((option) => option.label.toLowerCase().startsWith(typed.toLowerCase()));
    if (found >= 0) move(found);
  };

  list.addEventListener("mousemove", (event) => {
    const index = items.indexOf(event.target.closest("li"));
    if (index >= 0 && index !== active) move(index);
  });
  popup.addEventListener("click", (event) => {
    const index = items.indexOf(event.target.closest("li"));
    if (index >= 0) take(index);
    else if (event.target === popup) popup.close();
  });
  popup.addEventListener("keydown", (event) => {
    const step = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: items.length - 1, PageDown: active + 8, PageUp: active - 8 };
    if (event.key in step) move(step[event.key]);
    else if (event.key === "Enter" || (event.key === " " && !isTyping())) take(active);
    else if (event.key === "Tab") popup.close();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) jump(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  control.setAttribute("aria-expanded", "true");
  // Not every browser focuses a button on a click.
  control.focus();
  showDialog(popup, () => {
    control.setAttribute("aria-expanded", "false");
    const permitted = chosen.size >= smallest && chosen.size <= largest;
    const changed = popup.returnValue === "taken" || (several && [...chosen].join("\n") !== before.join("\n"));
    if (!permitted) {
      // What is not sent is not shown as chosen either.
      chosen.clear();
      for (const value of before) chosen.add(value);
    }
    finish(permitted && changed);
  });
  place(popup, control);
  move(active);
  list.focus();
}

/** Places the list below the control if there is room, above it otherwise. */
function place(popup, control) {
  const box = control.getBoundingClientRect();
  const below = window.innerHeight - box.bottom;
  const above = box.top;
  const under = below > 240 || below >= above;
  popup.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - box.width - 8))}px`;
  popup.style.width = `${box.width}px`;
  popup.style.maxHeight = `${Math.min(320, (under ? below : above) - 12)}px`;
  popup.style.top = under ? `${box.bottom + 4}px` : "auto";
  popup.style.bottom = under ? "auto" : `${window.innerHeight - box.top + 4}px`;
}
