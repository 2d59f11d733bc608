// Small menu at a button.

import { el, rememberFocus } from "./dom.js";

/** Opens a menu of `{label, icon, run}` below `anchor`. */
export function openMenu(anchor, items) {
  const buttons = items.map((item) =>
    el("button", { type: "button", role: "menuitem", tabIndex: -1, on: { click: () => take(item) } }, item.icon, item.label),
  );
  const menu = el("div", { class: "menu", role: "menu", popover: "auto" }, buttons);
  const take = (item) => {
    menu.hidePopover();
    item.run();
  };
  menu.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    buttons[(to + buttons.length) % buttons.length].focus();
    event.preventDefault();
  });
  const returnFocus = rememberFocus();
  let hadFocus = false;
  menu.addEventListener("beforetoggle", () => {
    hadFocus = menu.contains(document.activeElement);
  });
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    menu.remove();
    // The browser finds its way back only if the button has not been redrawn meanwhile.
    if (hadFocus && document.activeElement === document.body) returnFocus();
  });
  document.body.append(menu);
  menu.showPopover();
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  menu.style.left = `${Math.max(8, Math.min(box.right - width, window.innerWidth - width - 8))}px`;
  menu.style.top = `${box.bottom + height + 8 > window.innerHeight ? box.top - height - 4 : box.bottom + 4}px`;
  buttons[0]?.focus();
}
