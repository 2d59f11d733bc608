// Connection to the server: a WebSocket for events, POST requests for actions.

import { t } from "./i18n/words.js";

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2000;

/** Time until the connection is renewed: URLs of files expire after a day. */
const FRESH_MS = 20 * 3600 * 1000;

/** Parses JSON and makes URLs of files relative, since the page may use another host name. */
function read(text) {
  return JSON.parse(text, (key, value) => {
    if (typeof value !== "string" || !["url", "proxy_url"].includes(key) || !URL.canParse(value)) return value;
    const { pathname, search } = new URL(value);
    return pathname.startsWith("/attachments/") && search.startsWith("?ex=") ? pathname + search : value;
  });
}

/** Fetches the people of the sandbox. Retries until the server responds. */
export async function people(onLost) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      const answer = await fetch("people");
      if (answer.ok) return (await answer.json()).people;
    } catch {
      // The server is not running (yet); `onLost` reports that.
    }
    onLost();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Connection of one person, which reconnects by itself. */
export class Wire {
  #as;
  #socket;
  #pause = FIRST_PAUSE;
  #timer;
  #renewal;
  #listener;
  #choices = new Map();

  /** `listener` has `event(event)` and `connected(whether)`. */
  constructor(listener) {
    this.#listener = listener;
  }

  /** Connects as `as` and closes an earlier connection. */
  connect(as) {
    this.#as = as;
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    const old = this.#socket;
    const address = new URL(`events?as=${encodeURIComponent(this.#as)}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    old?.close();
    clearTimeout(this.#renewal);
    this.#renewal = setTimeout(() => this.#open(), FRESH_MS);
    socket.onmessage = (frame) => {
      if (socket === this.#socket) this.#receive(read(frame.data));
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#listener.connected(false);
      for (const id of [...this.#choices.keys()]) this.#settle(id, null);
      this.#choices.clear();
      this.#timer = setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  #receive(event) {
    if (event.type === "world") {
      this.#pause = FIRST_PAUSE;
      this.#listener.connected(true);
    }
    const autocomplete = event.interaction?.kind === "autocomplete";
    if (autocomplete && (event.type === "response" || event.type === "failed")) {
      this.#settle(event.interaction.id, event.choices ?? null);
    }
    if (!autocomplete) this.#listener.event(event);
  }

  /** Carries out an action of this person. The error's message is the server's, if it responds. */
  async perform(action, fields = {}) {
    const request = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ as: this.#as, action, ...fields }),
    };
    const answer = await fetch("action", request).catch(() => {
      throw new Error(t("The sandbox does not answer."));
    });
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(body.error ?? `${answer.status} ${answer.statusText}`);
    return body;
  }

  /** Returns the messages before `before`, oldest first. */
  async older(channel, before, limit) {
    const query = new URLSearchParams({ as: this.#as, channel, before, limit });
    const answer = await fetch(`messages?${query}`);
    return answer.ok ? read(await answer.text()).messages : [];
  }

  /** Returns the bot's suggestions for an option, or `null` if it does not respond. */
  async choices(fields) {
    const { interaction } = await this.perform("autocomplete", fields);
    // The choices may arrive before the response to the request for them.
    const early = this.#choices.get(interaction.id);
    if (early) {
      this.#choices.delete(interaction.id);
      return early.found;
    }
    if (this.#socket.readyState !== WebSocket.OPEN) return null;
    return new Promise((resolve) => this.#choices.set(interaction.id, { resolve }));
  }

  #settle(id, found) {
    const waiting = this.#choices.get(id);
    if (waiting?.resolve) {
      this.#choices.delete(id);
      waiting.resolve(found);
    } else {
      this.#choices.set(id, { found });
    }
  }
}
