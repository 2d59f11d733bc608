// The line to the server: one WebSocket for what happens, one POST for what a person does.

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2000;

/** A bot that says nothing for so long will not propose anything any more. */
const PATIENCE_MS = 4000;

/** Addresses of files are good for a day; a new connection brings new ones. */
const FRESH_MS = 20 * 3600 * 1000;

/** Files are addressed by one name of the server, and the page may have been opened by another. */
function read(text) {
  return JSON.parse(text, (key, value) => {
    if (typeof value !== "string" || !["url", "proxy_url"].includes(key) || !URL.canParse(value)) return value;
    const { pathname, search } = new URL(value);
    return pathname.startsWith("/attachments/") && search.startsWith("?ex=") ? pathname + search : value;
  });
}

/** Who there is to speak as. Tries until the server answers. */
export async function people(onLost) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      const answer = await fetch("people");
      if (answer.ok) return (await answer.json()).people;
    } catch {
      // The server is not up (yet); said by `onLost`.
    }
    onLost();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** One person's connection, made again by itself whenever it breaks. */
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

  /** Becomes `as`; whatever was open before is closed. */
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

  /** Does something as this person. The error's message is the server's own. */
  async act(act, fields = {}) {
    const answer = await fetch("act", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ as: this.#as, act, ...fields }),
    });
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(body.error ?? `${answer.status} ${answer.statusText}`);
    return body;
  }

  /** The messages before `before`, oldest first. */
  async older(channel, before, limit) {
    const query = new URLSearchParams({ as: this.#as, channel, before, limit });
    const answer = await fetch(`messages?${query}`);
    return answer.ok ? read(await answer.text()).messages : [];
  }

  /** What the bot proposes for an option, or `null` if it does not answer. */
  async choices(fields) {
    const { interaction } = await this.act("autocomplete", fields);
    // The choices may have overtaken the answer to the request that asked for them.
    const early = this.#choices.get(interaction.id);
    if (early) {
      this.#choices.delete(interaction.id);
      return early.found;
    }
    return new Promise((resolve) => {
      this.#choices.set(interaction.id, { resolve });
      setTimeout(() => this.#choices.get(interaction.id)?.resolve === resolve && this.#settle(interaction.id, null), PATIENCE_MS);
    });
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
