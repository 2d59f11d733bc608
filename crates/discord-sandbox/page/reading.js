// What this person has read, remembered in the browser.

import { byId } from "./world.js";

/** The newest message read in each channel. */
export class Reading {
  #world;
  #marks = {};
  #key = "";

  constructor(world) {
    this.#world = world;
  }

  /** After a snapshot: a person seen for the first time has read everything. */
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

  /** Everything in the channel is read now. Says whether that changed anything. */
  mark(channel) {
    const newest = last(this.#world.messages.get(channel)) ?? "0";
    if (this.#marks[channel] === newest) return false;
    this.#marks[channel] = newest;
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#marks));
    } catch {
      // Without storage it is remembered until the page is closed.
    }
    return true;
  }

  /** The unread messages of a channel: which is the first, how many speak to me. */
  unread(channel) {
    const mark = this.#marks[channel] ?? "0";
    const messages = [...(this.#world.messages.get(channel)?.values() ?? [])].filter(
      (message) => byId(message.id, mark) > 0 && message.author.id !== this.#world.me.id && !message.local,
    );
    const first = messages.map((message) => message.id).sort(byId)[0];
    return { first, mentions: messages.filter((message) => this.#world.concernsMe(message)).length };
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
