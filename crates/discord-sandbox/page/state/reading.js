// Read state of this person, stored in the browser.

import { byId } from "./world.js";

/** Newest message read in each channel. */
export class Reading {
  #world;
  #marks = {};
  #key = "";

  constructor(world) {
    this.#world = world;
  }

  /** Loads the marks after a snapshot. For a person without marks, everything counts as read. */
  load() {
    const key = `read ${this.#world.bot.user.id} ${this.#world.me.id}`;
    if (key !== this.#key) {
      this.#key = key;
      this.#marks = stored(key);
    }
    const known = Object.keys(this.#marks).length > 0;
    if (known) return;
    for (const channel of this.#world.channels.keys()) this.mark(channel);
  }

  /** Takes over the marks that another tab has stored under `key`. Returns whether they are this person's. */
  follow(key) {
    if (key !== this.#key) return false;
    this.#marks = stored(key);
    return true;
  }

  /** Marks everything in the channel as read. Returns whether that changed anything. */
  mark(channel) {
    const newest = last(this.#world.messages.get(channel)) ?? "0";
    const before = this.#marks[channel];
    // A tab that has slept knows of less than what another one has read.
    if (before && byId(newest, before) <= 0) return false;
    this.#marks[channel] = newest;
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#marks));
    } catch {
      // Without storage, the marks last until the page is closed.
    }
    return true;
  }

  /** Returns the first unread message and the number of those that mention or notify the person. */
  unread(channel) {
    const mark = this.#marks[channel] ?? "0";
    const messages = [...(this.#world.messages.get(channel)?.values() ?? [])].filter(
      (message) => byId(message.id, mark) > 0 && message.author.id !== this.#world.me.id && !message.local,
    );
    const first = messages.map((message) => message.id).sort(byId)[0];
    return { first, mentions: this.#world.callsIn(channel, messages) };
  }
}

function last(messages) {
  return messages && [...messages.keys()].sort(byId).at(-1);
}

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}
