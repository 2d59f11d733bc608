// State of the world as this person sees it: people, channels, messages, commands, pending
// interactions.
//
// A snapshot replaces everything, an event changes one thing; both dispatch an event to the views
// with the affected object.

/** Compares ids by creation time. */
export const byId = (a, b) => a.length - b.length || (a < b ? -1 : Number(a > b));

/** Returns the creation time of an id. */
export const timeOf = (id) => new Date(Number((BigInt(id) >> 22n) + 1_420_070_400_000n));

export const EPHEMERAL = 64;
export const THINKING = 128;
const TEXT = 0;
const DIRECT = 1;
const VOICE = 2;
const GROUP = 3;
const ANNOUNCEMENT = 5;
const PRIVATE_THREAD = 12;
const FORUM = 15;
/** Kinds of channels that a server has, besides threads. */
export const KINDS = { TEXT, VOICE, ANNOUNCEMENT, FORUM };
const THREADS = [10, 11, 12];
const TYPING_LASTS = 10_000;
/** Maximum number of messages that arrive with a channel. */
const PAGE = 50;

export class World extends EventTarget {
  me = undefined;
  bot = undefined;
  guilds = new Map();
  locales = [];
  people = new Map();
  channels = new Map();
  messages = new Map();
  complete = new Set();
  commands = [];
  offered = { bot_dm: [], private: [] };
  pending = new Map();
  failures = new Map();
  modals = new Map();
  typing = new Map();

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Replaces everything with a snapshot. */
  load(snapshot) {
    this.people = new Map(snapshot.users.map((user) => [user.id, person(user)]));
    this.me = person(snapshot.me);
    this.people.set(this.me.id, this.me);
    this.bot = snapshot.bot;
    this.#useGuilds(snapshot.guilds);
    this.locales = snapshot.locales;
    this.commands = snapshot.commands;
    this.offered = snapshot.offered;
    this.channels = new Map(snapshot.channels.map((channel) => [channel.id, channel]));
    this.messages = new Map();
    this.complete = new Set();
    for (const channel of this.channels.keys()) {
      const messages = snapshot.messages[channel] ?? [];
      this.messages.set(channel, new Map(messages.map((message) => [message.id, message])));
      if (messages.length < PAGE) this.complete.add(channel);
    }
    const open = snapshot.interactions.filter((interaction) => interaction.state === "pending");
    this.pending = new Map(open.map((interaction) => [interaction.id, interaction]));
    this.failures = new Map();
    this.modals = new Map(snapshot.modals.map((modal) => [modal.id, modal]));
    this.typing = new Map();
    this.#tell("world");
  }

  /** Applies an event. */
  apply(event) {
    switch (event.type) {
      case "world":
        return this.load(event);
      case "message_create":
      case "message_update":
        return this.put(event.message);
      case "message_delete":
        return this.drop(event.channel, event.message);
      case "channel_create":
      case "channel_update":
        this.channels.set(event.channel.id, event.channel);
        // A person who enters a group receives the change of its members before its messages.
        if (event.messages || !this.messages.has(event.channel.id)) {
          const known = event.messages ?? [];
          this.messages.set(event.channel.id, new Map(known.map((message) => [message.id, message])));
          if (known.length < PAGE) this.complete.add(event.channel.id);
          else this.complete.delete(event.channel.id);
        }
        return this.#tell("channels");
      case "channel_delete":
        this.channels.delete(event.channel);
        this.messages.delete(event.channel);
        return this.#tell("channels");
      case "user_update":
        this.people.set(event.user.id, person(event.user));
        if (event.user.id === this.me.id) this.me = person(event.user);
        return this.#tell("people");
      case "guilds":
        this.#useGuilds(event.guilds);
        this.#tell("channels");
        return this.#tell("commands");
      case "commands":
        this.commands = event.commands;
        this.offered = event.offered;
        this.#useGuilds(event.guilds);
        return this.#tell("commands");
      case "bot":
        this.bot.online = event.online;
        return this.#tell("people");
      case "typing":
        return this.#typed(event.channel, event.user);
      case "interaction":
        if (event.interaction.state === "pending") this.pending.set(event.interaction.id, event.interaction);
        return this.#tell("interaction", event.interaction);
      case "response":
        return this.#answered(event);
      case "failed":
        return this.#failed(event.interaction);
      case "modal_closed":
        this.modals.delete(event.modal);
        return this.#tell("modals");
      default:
        return undefined;
    }
  }

  /** Adds a message or replaces it. */
  put(news) {
    const known = this.messages.get(news.channel_id);
    if (!known) return;
    const [oldest = news.id] = known.keys();
    if (!this.complete.has(news.channel_id) && byId(news.id, oldest) < 0) {
      // It has changed before it was loaded. If it were added, those after it would be left out.
      this.#requote(news.channel_id, news.id, news);
      return;
    }
    const before = known.get(news.id);
    const message = before ? sameAddresses(news, before) : news;
    // A response arrives twice, as a message and as a response; drawing it once keeps clicks on it
    // from getting lost.
    if (before && JSON.stringify(before) === JSON.stringify(message)) return;
    const fresh = !before;
    known.set(message.id, message);
    if (fresh) {
      this.typing.get(message.channel_id)?.delete(message.author.id);
      this.#count(message);
    }
    this.#tell("message", { message, fresh });
    if (fresh) this.#tell("typing", message.channel_id);
    else this.#requote(message.channel_id, message.id, message);
  }

  /** Counts a message that is newer than the last known one of its channel. */
  #count({ id, channel_id: place, flags }) {
    const channel = this.channels.get(place);
    if (flags & EPHEMERAL || byId(id, channel.last_message_id ?? "") <= 0) return;
    channel.last_message_id = id;
    if (isThread(channel)) channel.total_message_sent += 1;
  }

  /** Updates the messages that quote a changed message, or a deleted one (`null`). */
  #requote(channel, id, changed) {
    // Only one level is quoted, and a thread has the id of the message it begins with.
    const quoted = changed && { ...changed, referenced_message: undefined };
    for (const known of [this.messages.get(channel), this.messages.get(id)]) {
      for (const reply of known?.values() ?? []) {
        if (reply.referenced_message?.id !== id) continue;
        const message = { ...reply, referenced_message: quoted };
        known.set(reply.id, message);
        this.#tell("quote", message);
      }
    }
  }

  /** Adds older messages that were requested. */
  prepend(channel, messages) {
    const known = this.messages.get(channel);
    if (!known) return;
    if (messages.length === 0) this.complete.add(channel);
    this.messages.set(channel, new Map([...messages.map((message) => [message.id, message]), ...known]));
    this.#tell("older", channel);
  }

  /** Removes a message. */
  drop(channel, id) {
    if (this.messages.get(channel)?.delete(id)) this.#tell("gone", { channel, id });
    this.#requote(channel, id, null);
  }

  #typed(channel, user) {
    if (user === this.me.id) return;
    const typing = this.typing.get(channel) ?? new Map();
    this.typing.set(channel, typing);
    clearTimeout(typing.get(user));
    const stop = () => {
      typing.delete(user);
      this.#tell("typing", channel);
    };
    typing.set(user, setTimeout(stop, TYPING_LASTS));
    this.#tell("typing", channel);
  }

  #answered({ interaction, message, modal }) {
    this.pending.delete(interaction.id);
    if (interaction.message) this.failures.delete(interaction.message);
    if (modal) this.modals.set(modal.id, modal);
    if (message) this.put(message);
    this.#tell("interaction", interaction);
    if (modal) this.#tell("modals");
  }

  #failed(interaction) {
    this.pending.delete(interaction.id);
    if (interaction.message && interaction.kind === "component") this.failures.set(interaction.message, true);
    this.#tell("interaction", { ...interaction, state: "failed" });
  }

  /** Returns whether this press is waiting for the bot. */
  waits(message, customId) {
    return [...this.pending.values()].some(
      (interaction) => interaction.message === message && interaction.custom_id === customId,
    );
  }

  /** Returns the display name of a channel; a DM or an unnamed group is named after the others. */
  nameOf(channel) {
    if (!isPrivate(channel) || channel.name) return channel.name;
    const others = (channel.recipients ?? []).filter((user) => user.id !== this.me.id);
    const names = others.map((user) => this.people.get(user.id)?.name ?? person(user).name);
    return names.join(", ") || this.me.name;
  }

  /** Returns the display name of the bot. */
  botName() {
    return this.people.get(this.bot.user.id)?.name ?? this.bot.user.username;
  }

  #useGuilds(guilds) {
    this.guilds = new Map(guilds.map((guild) => [guild.id, guild]));
  }

  /** Returns the server of a channel, given by its id; a DM has none. */
  serverOf(channel) {
    return this.guilds.get(this.channels.get(channel)?.guild_id);
  }

  /** Returns the servers with their channels and threads, in display order. */
  servers() {
    const all = [...this.channels.values()];
    const rank = (channel) => channel.position ?? 0;
    const channels = (guild) =>
      all
        .filter((channel) => Object.values(KINDS).includes(channel.type) && channel.guild_id === guild.id)
        .sort((a, b) => rank(a) - rank(b) || byId(a.id, b.id))
        .map((channel) => ({ channel, threads: threads(all, channel) }));
    return [...this.guilds.values()].map((guild) => ({ guild, channels: channels(guild) }));
  }

  /** Returns the posts of a forum, newest first, with their first messages. */
  postsIn(forum) {
    const posts = [...this.channels.values()].filter((channel) => channel.parent_id === forum);
    const first = (post) => this.messages.get(post.id)?.get(post.id);
    return posts.sort((a, b) => byId(b.last_message_id ?? b.id, a.last_message_id ?? a.id)).map((post) => ({ post, first: first(post) }));
  }

  /** Returns the DMs and groups, that with the bot first. */
  conversations() {
    const found = [...this.channels.values()].filter(isPrivate);
    return found.sort((a, b) => this.isWithBot(b) - this.isWithBot(a) || byId(a.id, b.id));
  }

  /** Returns whether the channel is the DM with the bot. */
  isWithBot(channel) {
    return channel.type === DIRECT && channel.recipients[0]?.id === this.bot.user.id;
  }

  /** Returns the channel that is open by default. */
  firstChannel() {
    const [first] = this.servers().flatMap(({ channels }) => channels);
    return first?.channel ?? this.conversations()[0];
  }

  /** Returns the people in a channel: the members of its server, or everybody in a DM or group. */
  peopleIn(channel) {
    const server = this.serverOf(channel);
    const others = this.channels.get(channel)?.recipients ?? [];
    const ids = server?.members ?? [this.me.id, ...others.map((user) => user.id)];
    return ids.map((id) => this.people.get(id)).filter(Boolean);
  }

  /** Returns the roles of the server of a channel; a DM has none. */
  rolesIn(channel) {
    return this.serverOf(channel)?.roles ?? [];
  }

  /** Returns the channels of the same server, or only this DM. */
  channelsBeside(channel) {
    const { guild_id: server } = this.channels.get(channel) ?? {};
    const beside = ({ id, guild_id: other }) => (server ? other === server : id === channel);
    return [...this.channels.values()].filter(beside);
  }

  /** Returns the commands offered in a channel. */
  commandsIn(channel) {
    const server = this.serverOf(channel);
    const place = this.channels.get(channel);
    const elsewhere = place && this.isWithBot(place) ? this.offered.bot_dm : this.offered.private;
    const offered = server ? server.commands : elsewhere;
    return this.commands.filter((command) => offered.includes(command.id));
  }

  /** Returns whether every message notifies everybody, so that only mentions stand out. */
  #isAmongPeople(channel) {
    const place = this.channels.get(channel);
    return Boolean(place && isPrivate(place) && !this.isWithBot(place));
  }

  /** Returns the number of these unread messages that mention or notify this person. */
  callsIn(channel, messages) {
    const all = this.#isAmongPeople(channel);
    return messages.filter((message) => all || this.concernsMe(message)).length;
  }

  /** Returns whether a message mentions or notifies this person. */
  concernsMe(message) {
    if (message.author.id === this.me.id || message.flags & EPHEMERAL) return false;
    return (
      message.mention_everyone ||
      (Boolean(message.pings?.includes(this.me.id)) && !this.#isAmongPeople(message.channel_id)) ||
      Boolean(message.mentions?.some((user) => user.id === this.me.id))
    );
  }
}

/** Returns whether the channel is a DM or a group. */
export const isPrivate = (channel) => channel.type === DIRECT || channel.type === GROUP;

/** Returns whether the channel is a group. */
export const isGroup = (channel) => channel.type === GROUP;

export const isForum = (channel) => channel.type === FORUM;

export const isVoice = (channel) => channel.type === VOICE;

export const isAnnouncement = (channel) => channel.type === ANNOUNCEMENT;

export const isPrivateThread = (channel) => channel.type === PRIVATE_THREAD;

export const isThread = (channel) => THREADS.includes(channel.type);

/**
 * Returns the message with the URLs from `before` for the files that both have.
 *
 * URLs are signed again each time; with the old URL, an unchanged picture is not loaded again.
 */
function sameAddresses(message, before) {
  const known = new Map();
  const path = (text) => text.slice(0, text.indexOf("?ex="));
  const signed = (value) => typeof value === "string" && value.includes("?ex=");
  const expires = (text) => parseInt(text.slice(text.indexOf("?ex=") + 4), 16) * 1000;
  JSON.stringify(before, (_, value) => {
    if (signed(value) && expires(value) > Date.now()) known.set(path(value), value);
    return value;
  });
  if (known.size === 0) return message;
  return JSON.parse(JSON.stringify(message), (_, value) => (signed(value) && known.get(path(value))) || value);
}

function threads(all, parent) {
  return all
    .filter((channel) => isThread(channel) && channel.parent_id === parent.id && !channel.thread_metadata?.archived)
    .sort((a, b) => byId(b.id, a.id));
}

/** Converts a user to the page's representation. */
export function person(user) {
  return {
    id: user.id,
    name: user.global_name ?? user.username,
    username: user.username,
    locale: user.locale ?? "en-US",
    bot: Boolean(user.bot),
    installed: Boolean(user.installed),
  };
}
