// Messages of the open channel, which are added, replaced and removed one by one.

import { el, fill, iconButton, rememberFocus } from "../elements/dom.js";
import { day, sameDay } from "../elements/time.js";
import { t } from "../i18n/words.js";
import { byId, EPHEMERAL } from "../state/world.js";
import { isGroupedWith } from "./grouping.js";
import { entry, reply } from "./message.js";

const NEAR_END = 60;
const NEAR_START = 300;
const PAGE = 50;

/** Scrolling list and the buttons that appear over a message. */
export class Log {
  #app;
  #scroller;
  #list;
  #jump;
  #toolbar;
  #entries = new Map();
  #channel;
  #stuck = true;
  #top = 0;
  #loading = false;
  #unreadFrom;

  constructor(app, scroller, list, jump) {
    this.#app = app;
    this.#scroller = scroller;
    this.#list = list;
    this.#jump = jump;
    this.#toolbar = el("div", { class: "toolbar", role: "toolbar" });
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    scroller.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("mouseover", (event) => this.#offer(event.target.closest(".message")));
    list.addEventListener("focusin", (event) => this.#offer(event.target.closest(".message")));
    list.addEventListener("mouseleave", () => this.#withdraw());
    jump.addEventListener("click", () => this.toEnd());
    const follow = new ResizeObserver(() => this.#stuck && this.toEnd());
    follow.observe(list);
    follow.observe(scroller);
  }

  /** True if the newest message is in view. */
  get atEnd() {
    return this.#stuck;
  }

  /** Shows another channel, or the same one after a reload. */
  show(channel, unreadFrom) {
    const same = this.#channel === channel;
    const place = this.#scroller.scrollTop;
    const returnFocus = rememberFocus();
    this.#channel = channel;
    this.#unreadFrom = unreadFrom;
    this.#entries.clear();
    this.#scroller.setAttribute("aria-busy", "true");
    const messages = [...(this.#app.world.messages.get(channel)?.values() ?? [])].sort((a, b) => byId(a.id, b.id));
    fill(this.#list, messages.map((message) => this.#build(message)));
    for (const node of this.#list.children) this.#settle(node);
    this.#scroller.setAttribute("aria-busy", "false");
    if (same && !this.#stuck) this.#scroller.scrollTop = place;
    else this.toEnd();
    returnFocus();
  }

  #build(message) {
    const node = entry(message, this.#app);
    this.#entries.set(message.id, { node, message });
    return node;
  }

  /** Adds or replaces a message; a replacement keeps the focus. */
  put(message) {
    const stay = this.#stuck || this.#nearEnd();
    const known = this.#entries.get(message.id);
    if (known) {
      const returnFocus = rememberFocus();
      const offered = this.#toolbar.parentNode === known.node;
      const node = this.#build(message);
      known.node.replaceWith(node);
      this.#settle(node);
      this.#settle(node.nextElementSibling);
      if (offered) this.#offer(node, true);
      returnFocus();
    } else {
      const node = this.#build(message);
      let before = this.#list.lastElementChild;
      while (before && byId(before.dataset.id, message.id) > 0) before = before.previousElementSibling;
      if (before) before.after(node);
      else this.#list.prepend(node);
      this.#settle(node);
      this.#settle(node.nextElementSibling);
    }
    if (stay) this.toEnd();
    else if (!known) this.#jump.hidden = false;
  }

  /** Updates the quote in a message. */
  requote(message) {
    const known = this.#entries.get(message.id);
    if (!known) return;
    known.message = message;
    const quote = known.node.querySelector(":scope > article > .reply");
    // Redrawing the rest as well would replace the controls under the pointer.
    if (quote && quote !== document.activeElement) quote.replaceWith(reply(message, this.#app));
    else this.put(message);
  }

  /** Redraws a message after something it depends on has changed. */
  refresh(id) {
    const known = this.#entries.get(id);
    if (known) this.put(known.message);
  }

  /** Removes a message. */
  drop(id) {
    const known = this.#entries.get(id);
    if (!known) return;
    const next = known.node.nextElementSibling;
    const hadFocus = known.node.contains(document.activeElement);
    known.node.remove();
    this.#entries.delete(id);
    this.#settle(next);
    if (hadFocus) (next ?? this.#list.lastElementChild ?? this.#scroller).focus();
  }

  /** Inserts older messages at the top without moving the visible ones. */
  prepend() {
    const height = this.#scroller.scrollHeight;
    const place = this.#scroller.scrollTop;
    const first = this.#list.firstElementChild;
    const known = this.#app.world.messages.get(this.#channel);
    const fresh = [...known.values()].filter((message) => !this.#entries.has(message.id)).sort((a, b) => byId(a.id, b.id));
    this.#list.prepend(...fresh.map((message) => this.#build(message)));
    for (const message of fresh) this.#settle(this.#entries.get(message.id).node);
    this.#settle(first);
    this.#scroller.scrollTop = place + this.#scroller.scrollHeight - height;
  }

  /** Scrolls to a message and highlights it for a moment. */
  reveal(id) {
    const known = this.#entries.get(id);
    if (!known) return false;
    known.node.scrollIntoView({ block: "center" });
    known.node.focus({ preventScroll: true });
    known.node.classList.add("marked");
    setTimeout(() => known.node.classList.remove("marked"), 1600);
    return true;
  }

  /** Scrolls to the newest message and stays there. */
  toEnd() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    // If messages have shrunk, this is further up, which does not count as scrolling up either.
    this.#top = this.#scroller.scrollTop;
    this.#stuck = true;
    this.#jump.hidden = true;
  }

  /** Updates the header of an entry and the dividers for a new day and the first unread message. */
  #settle(node) {
    if (!node) return;
    const { message } = this.#entries.get(node.dataset.id);
    const before = node.previousElementSibling && this.#entries.get(node.previousElementSibling.dataset.id).message;
    node.querySelector(":scope > .divider")?.remove();
    const when = new Date(message.timestamp);
    const newDay = !before || !sameDay(when, new Date(before.timestamp));
    const unread = this.#unreadFrom === message.id;
    node.classList.toggle("grouped", !newDay && !unread && isGroupedWith(message, before));
    if (newDay || unread) {
      node.prepend(
        el(
          "div",
          { class: `divider${unread ? " unread" : ""}`, role: "separator" },
          el("span", {}, newDay ? day(when) : ""),
          unread && el("b", {}, t("New")),
        ),
      );
    }
  }

  #scrolled() {
    const { scrollTop } = this.#scroller;
    // Content that grows below the view, such as a loading picture, does not count as scrolling up.
    const up = scrollTop < this.#top;
    this.#top = scrollTop;
    this.#stuck = this.#nearEnd() || (this.#stuck && !up);
    if (this.#stuck) {
      this.#jump.hidden = true;
      this.#app.read();
    }
    if (scrollTop < NEAR_START) this.older();
  }

  #nearEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR_END;
  }

  /** Loads older messages and returns whether there were any. */
  async older() {
    const { world, wire } = this.#app;
    if (this.#loading) return false;
    this.#loading = true;
    try {
      for (;;) {
        const channel = this.#channel;
        const first = this.#list.firstElementChild;
        if (!first || world.complete.has(channel)) return false;
        const known = world.messages.get(channel);
        const messages = await wire.older(channel, first.dataset.id, PAGE);
        // After a reconnection only the newest ones are known: those in between would be left out.
        if (world.messages.get(channel) !== known) continue;
        world.prepend(channel, messages);
        return messages.length > 0;
      }
    } finally {
      this.#loading = false;
    }
  }

  #key(event) {
    const node = event.target.closest?.(".message");
    const plain = event.target === this.#scroller || event.target === node;
    if (!plain || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = {
      ArrowUp: node ? node.previousElementSibling : this.#list.lastElementChild,
      ArrowDown: node?.nextElementSibling,
      Home: node && this.#list.firstElementChild,
      End: node && this.#list.lastElementChild,
    }[event.key];
    if (target) {
      target.focus();
      event.preventDefault();
    } else if (node && event.key === "r") {
      const { message } = this.#entries.get(node.dataset.id);
      if (this.#takesReplies(message)) this.#app.reply(message);
      event.preventDefault();
    } else if (event.key === "Escape") {
      this.#app.focusComposer();
    }
  }

  #takesReplies({ channel_id: channel, flags }) {
    return !(flags & EPHEMERAL) && this.#app.world.channels.get(channel)?.may_write;
  }

  #offer(node, again = false) {
    if (!node || (this.#toolbar.parentNode === node && !again)) return;
    const { message } = this.#entries.get(node.dataset.id);
    if (message.local) return this.#withdraw();
    const { world } = this.#app;
    const own = message.author.id === world.me.id;
    const commands = world.commandsIn(message.channel_id).filter((command) => command.type === 3);
    this.#toolbar.setAttribute("aria-label", t("Actions"));
    fill(
      this.#toolbar,
      this.#takesReplies(message) && iconButton("reply", t("Reply"), () => this.#app.reply(message)),
      commands.length > 0 &&
        !(message.flags & EPHEMERAL) &&
        iconButton("apps", t("Apps"), (event) => this.#app.messageMenu(message, commands, event.currentTarget)),
      own && iconButton("close", t("Delete"), () => this.#app.dismiss(message)),
    );
    if (this.#toolbar.childElementCount > 0) node.append(this.#toolbar);
    return undefined;
  }

  #withdraw() {
    if (!this.#toolbar.contains(document.activeElement)) this.#toolbar.remove();
  }
}
