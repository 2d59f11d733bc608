// List above the entry field: commands, values of options, people.
//
// The text field keeps the focus; its arrow keys operate the list.

import { avatar, el, fill, icon } from "../elements/dom.js";

/** The only list of the page. */
export class Picker {
  #box;
  #head;
  #list;
  #input;
  #items = [];
  #active = -1;
  #take;

  constructor(box) {
    this.#box = box;
    this.#head = el("div", { class: "picker-head", id: "picker-head" });
    this.#list = el("ul", { role: "listbox", id: "picker-list", "aria-labelledby": "picker-head" });
    this.#box.append(this.#head, this.#list);
    // The field must not lose the focus to the list.
    this.#box.addEventListener("mousedown", (event) => event.preventDefault());
    this.#list.addEventListener("mousemove", (event) => this.#over(event));
    this.#list.addEventListener("click", (event) => {
      const index = this.#indexOf(event.target);
      if (index >= 0) this.#take(this.#items[index]);
    });
  }

  /** True if there is something to choose from. */
  get isOpen() {
    return !this.#box.hidden && this.#items.length > 0;
  }

  /** Entry that Enter would accept. */
  get active() {
    return this.isOpen ? this.#items[this.#active] : undefined;
  }

  /**
   * Shows entries `{label, detail, user, icon, aside}` for `input`.
   *
   * `head` is the heading, `active` the entry marked first (-1: none), and `take(item)` is called
   * with the chosen one.
   */
  show({ input, head, items, active = 0, take }) {
    if (this.#input !== input) this.#release();
    this.#input = input;
    this.#items = items;
    this.#take = take;
    fill(this.#head, head);
    fill(this.#list, items.map((item, index) => row(item, index)));
    this.#list.hidden = items.length === 0;
    this.#box.hidden = false;
    this.#expanded(items.length > 0);
    input.setAttribute("aria-controls", "picker-list");
    this.#mark(Math.min(active, items.length - 1));
    if (active <= 0) this.#list.scrollTop = 0;
  }

  /** Unmarks the entry, which may no longer match the text. */
  unmark() {
    this.#mark(-1);
  }

  /** Closes the list. */
  hide() {
    this.#release();
    this.#box.hidden = true;
    this.#items = [];
  }

  #release() {
    this.#expanded(false);
    this.#input?.removeAttribute("aria-activedescendant");
    this.#input = undefined;
  }

  #expanded(whether) {
    if (this.#input?.getAttribute("role") === "combobox") this.#input.setAttribute("aria-expanded", String(whether));
  }

  /** Moves the mark if the key is an arrow key. */
  step(key) {
    if (!this.isOpen) return false;
    const count = this.#items.length;
    const from = this.#active;
    const to = {
      ArrowDown: (from + 1) % count,
      ArrowUp: from <= 0 ? count - 1 : from - 1,
      PageDown: Math.min(count - 1, from + 8),
      PageUp: Math.max(0, from - 8),
    }[key];
    if (to === undefined) return false;
    this.#mark(to);
    return true;
  }

  #over(event) {
    const index = this.#indexOf(event.target);
    if (index >= 0 && index !== this.#active) this.#mark(index, false);
  }

  #indexOf(target) {
    const node = target.closest("li");
    return node ? [...this.#list.children].indexOf(node) : -1;
  }

  #mark(index, scroll = true) {
    this.#list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const node = this.#list.children[index];
    if (!node) {
      this.#input?.removeAttribute("aria-activedescendant");
      return;
    }
    node.setAttribute("aria-selected", "true");
    this.#input.setAttribute("aria-activedescendant", node.id);
    if (scroll) node.scrollIntoView({ block: "nearest" });
  }
}

function row(item, index) {
  return el(
    "li",
    { id: `picker-${index}`, role: "option", "aria-selected": "false" },
    item.user && avatar(item.user, true),
    item.icon && icon(item.icon),
    el("span", { class: "option-text" }, el("span", {}, item.label), item.detail && el("small", {}, item.detail)),
    item.aside && el("small", { class: "aside" }, item.aside),
  );
}
