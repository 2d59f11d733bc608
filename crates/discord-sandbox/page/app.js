// Page: shows what happens in the world and sends what the person does.

import { actionsIn, beginning } from "./channels/heading.js";
import { channelList, peopleList, personPanel, signOf } from "./channels/sidebar.js";
import { el, fill, icon, refill } from "./elements/dom.js";
import { openMenu } from "./elements/menu.js";
import { tick, useLocale } from "./elements/time.js";
import { speak, t, translate } from "./i18n/words.js";
import { Composer } from "./input/composer.js";
import { openModal } from "./input/modal.js";
import { Log } from "./messages/log.js";
import { local } from "./state/commands.js";
import { Reading } from "./state/reading.js";
import { EPHEMERAL, isForum, isGroup, isPrivate, isThread, timeOf, World } from "./state/world.js";
import { people, Wire } from "./wire.js";

const SLOW_COMMAND = 400;
const TOAST_LASTS = 8000;
const $ = (id) => document.getElementById(id);

/** State and actions that the views use. */
class App {
  world = new World();
  reading = new Reading(this.world);
  wire = new Wire({
    event: (event) => this.world.apply(event),
    connected: (whether) => this.#connected(whether),
  });
  channel = undefined;
  names = {
    user: (id) => this.world.people.get(id),
    role: (id) => this.world.rolesIn(this.channel).find((role) => role.id === id)?.name,
    channel: (id) => {
      const channel = this.world.channels.get(id);
      const server = this.world.serverOf(id);
      const elsewhere = server !== this.world.serverOf(this.channel) && server?.name;
      return channel && { name: this.world.nameOf(channel), server: elsewhere || undefined };
    },
    open: (channel, message) => this.visit(channel, message),
    hasCommand: (path) => this.#composer.offers(path),
    call: (path) => this.#composer.begin(path),
    me: undefined,
  };
  #log = new Log(this, $("scroller"), $("log"), $("jump"));
  #composer = new Composer(this, $("composer"));
  #modals = new Map();
  /** Presses that the sandbox has not answered. */
  #pressed = new Set();
  #name = "";

  /** Fetches the people and becomes the one named in the URL. */
  async start() {
    this.#listen();
    const everybody = (await people(() => this.#connected(false))).filter((user) => !user.bot);
    const asked = new URLSearchParams(location.search).get("as");
    const known = everybody.find((user) => user.id === asked || user.username === asked) ?? everybody[0];
    this.become(known.username);
  }

  #listen() {
    for (const node of document.querySelectorAll("[data-icon]")) node.prepend(icon(node.dataset.icon));
    const on = (name, listener) => this.world.addEventListener(name, (event) => listener(event.detail));
    on("world", () => this.#loaded());
    on("channels", () => {
      this.#channels();
      peopleList(this, $("people"));
    });
    on("people", () => this.#people());
    on("commands", () => {
      peopleList(this, $("people"));
      this.#composer.renew();
    });
    on("message", ({ message, fresh }) => this.#message(message, fresh));
    on("quote", (message) => message.channel_id === this.channel && this.#log.requote(message));
    on("gone", ({ channel, id }) => {
      if (channel === this.channel) this.#log.drop(id);
      this.#channels();
    });
    on("older", (channel) => {
      if (channel !== this.channel) return;
      this.#log.prepend();
      this.#heading();
    });
    on("typing", (channel) => channel === this.channel && this.#typing());
    on("interaction", (interaction) => this.#interaction(interaction));
    on("modals", () => this.#showModals());
    document.addEventListener("visibilitychange", () => this.read());
    window.addEventListener("storage", ({ key }) => this.reading.follow(key) && this.#channels());
    window.addEventListener("hashchange", () => this.open(location.hash.slice(1)));
    window.addEventListener("popstate", () => this.#drawer(false));
    document.querySelector(".skip").addEventListener("click", (event) => {
      // Following the link would remove the channel from the URL.
      event.preventDefault();
      this.focusComposer();
    });
    $("open-channels").addEventListener("click", () => this.#drawer(true));
    $("shade").addEventListener("click", () => this.#uncover());
    $("toggle-people").addEventListener("click", () => this.#togglePeople());
    $("toggle-people").setAttribute("aria-pressed", String(this.#showsPeople()));
    $("person").addEventListener("click", () => personPanel(this, $("person"), $("panel")));
    document.addEventListener("keydown", (event) => this.#key(event));
    setInterval(tick, 1000);
  }

  /** Switches to another person. */
  become(username) {
    history.replaceState(null, "", this.addressOf(username));
    this.wire.connect(username);
  }

  /** Returns the URL of the page as seen by another person. */
  addressOf(username) {
    const address = new URL(location.href);
    address.searchParams.set("as", username);
    return address.href;
  }

  #loaded() {
    const { me } = this.world;
    this.names.me = me.id;
    this.reading.load();
    this.#speak();
    const wanted = [this.channel, location.hash.slice(1)].find((id) => this.world.channels.has(id));
    // A new sandbox has given its channels new ids, so look for the same name.
    const namesake = [...this.world.channels.values()].find((channel) => this.world.nameOf(channel) === this.#name);
    this.open(wanted ?? (namesake ?? this.world.firstChannel())?.id, true);
    this.#people();
    this.#showModals();
    $("app").hidden = false;
    const pending = [...this.world.pending.values()];
    // An answer that was due while the connection was lost does not come anymore.
    if (!pending.some(({ kind }) => kind === "modal")) this.#failModals();
    for (const interaction of pending) this.#interaction(interaction);
  }

  #speak() {
    speak(this.world.me.locale);
    useLocale(this.world.me.locale);
    translate(document);
  }

  #people() {
    if (document.documentElement.lang !== this.world.me.locale) {
      this.#speak();
      if (this.channel) this.open(this.channel, true);
    }
    personPanel(this, $("person"), $("panel"));
    peopleList(this, $("people"));
    this.#typing();
  }

  #channels() {
    if (!this.world.channels.has(this.channel)) {
      this.open(this.world.firstChannel()?.id);
      return;
    }
    channelList(this, $("channels"));
    this.#heading();
  }

  #heading() {
    const channel = this.world.channels.get(this.channel);
    if (!channel) return;
    const name = this.world.nameOf(channel);
    const parent = isThread(channel) && this.world.channels.get(channel.parent_id);
    fill($("channel-icon"), icon(signOf(channel)));
    fill($("channel-name"), name);
    refill(
      $("channel-parent"),
      parent &&
        el(
          "button",
          { type: "button", on: { click: () => this.open(parent.id) } },
          icon(signOf(parent)),
          el("span", { class: "name" }, parent.name),
        ),
    );
    fill($("channel-topic"), channel.topic ?? "");
    const actions = $("place-actions");
    // The buttons stay while the channel does, so that they keep the focus.
    if (actions.dataset.of !== `${channel.id} ${this.world.me.locale}`) {
      actions.dataset.of = `${channel.id} ${this.world.me.locale}`;
      fill(actions, actionsIn(this, channel));
    }
    $("composer").hidden = isForum(channel);
    const placeholder = isGroup(channel) ? t("Message {0}", name) : isPrivate(channel) ? t("Message @{0}", name) : t("Message #{0}", name);
    this.#composer.use(this.channel, placeholder);
    const sign = isThread(channel) || isGroup(channel) ? "" : isPrivate(channel) ? "@" : "#";
    refill($("beginning"), beginning(this, channel, `${sign}${name}`));
    $("beginning").hidden = !isForum(channel) && !this.world.complete.has(channel.id);
    const elsewhere = [...this.world.channels.keys()].reduce((sum, id) => sum + this.reading.unread(id).mentions, 0);
    const where = [`${sign}${name}`, this.world.serverOf(this.channel)?.name].filter(Boolean).join(" · ");
    document.title = `${elsewhere > 0 ? `(${elsewhere}) ` : ""}${where}`;
  }

  /** Opens a channel. */
  open(id, again = false) {
    if (!this.world.channels.has(id) || (id === this.channel && !again)) {
      this.#uncover();
      return;
    }
    const { first } = this.reading.unread(id);
    this.channel = id;
    this.#name = this.world.nameOf(this.world.channels.get(id));
    if (location.hash.slice(1) !== id) history.replaceState(null, "", `#${id}`);
    this.#log.show(id, first);
    this.read();
    this.#channels();
    peopleList(this, $("people"));
    this.#typing();
    this.#uncover();
    if (!again && matchMedia("(hover: hover)").matches) this.focusComposer();
  }

  /** Goes to a message of any channel, loading older messages if needed. */
  async visit(channel, message) {
    this.open(channel);
    while (message && this.channel === channel && !this.#log.reveal(message)) {
      if (!(await this.#log.older())) return;
    }
  }

  /** Marks the open channel as read, if it is actually in view. */
  read(all = false) {
    if (!this.channel || document.hidden || !(all || this.#log.atEnd)) return;
    if (all) this.#log.toEnd();
    if (this.reading.mark(this.channel)) this.#channels();
  }

  #message(message, fresh) {
    if (message.channel_id === this.channel) {
      this.#log.put(message);
      this.read();
    }
    const parent = this.world.channels.get(message.channel_id)?.parent_id;
    if ((fresh && message.channel_id !== this.channel) || parent === this.channel) this.#channels();
    else if (document.hidden) this.#heading();
  }

  /** Shows a pending command after a moment, and a failed one at once. */
  #interaction(interaction) {
    const { world } = this;
    const isHere = interaction.channel === this.channel;
    if (isHere && interaction.message && interaction.kind === "component") this.#log.refresh(interaction.message);
    if (interaction.kind === "modal" && interaction.state === "failed") this.#failModals();
    if (interaction.kind !== "command") return;
    const note = (local) =>
      world.put({
        id: interaction.id,
        channel_id: interaction.channel,
        author: world.bot.user,
        content: "",
        embeds: [],
        attachments: [],
        flags: EPHEMERAL,
        timestamp: timeOf(interaction.id).toISOString(),
        interaction_metadata: { user: world.me, name: interaction.command },
        local,
      });
    if (interaction.state === "pending") {
      setTimeout(() => world.pending.has(interaction.id) && note("sending"), SLOW_COMMAND);
    } else if (interaction.state === "failed") {
      note("failed");
    } else {
      world.drop(interaction.channel, interaction.id);
    }
  }

  #showModals() {
    for (const [id, modal] of this.#modals) {
      if (!this.world.modals.has(id)) modal.close();
    }
    for (const [id, modal] of this.world.modals) {
      if (!this.#modals.has(id)) this.#modals.set(id, openModal(modal, this, () => this.#modals.delete(id)));
    }
  }

  #failModals() {
    for (const modal of this.#modals.values()) modal.fail(t("Something went wrong. Try again."));
  }

  #typing() {
    const ids = [...(this.world.typing.get(this.channel)?.keys() ?? [])];
    const who = ids.map((id) => this.world.people.get(id)?.name).filter(Boolean);
    const text =
      who.length === 0 ? "" : who.length === 1 ? t("{0} is typing…", who[0]) : t("{0} are typing…", who.join(", "));
    const dots = text && el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
    fill($("typing"), dots, text);
  }

  #connected(whether) {
    $("banner").hidden = whether;
    document.body.classList.toggle("lost", !whether);
  }

  /** Shows an error. */
  complain(error) {
    const toast = el("p", { role: "alert" }, icon("warning"), error.message);
    $("toasts").append(toast);
    setTimeout(() => toast.remove(), TOAST_LASTS);
  }

  /** Carries out an action and shows a refusal. */
  perform(action, fields) {
    return this.wire.perform(action, fields).catch((error) => this.complain(error));
  }

  press(message, customId) {
    // A second click may come before the sandbox has reported the first.
    const pressed = `${message.id} ${customId}`;
    if (this.#pressed.has(pressed)) return undefined;
    this.#pressed.add(pressed);
    return this.perform("press", { message: message.id, custom_id: customId }).finally(() => this.#pressed.delete(pressed));
  }

  select(message, customId, values) {
    return this.perform("select", { message: message.id, custom_id: customId, values });
  }

  /** Deletes a message of the person's own or one that only this person sees. */
  dismiss(message) {
    if (message.local) this.world.drop(message.channel_id, message.id);
    else this.perform("delete_message", { message: message.id });
    this.focusComposer();
  }

  context(command, target) {
    return this.perform("context", { channel: this.channel, command: command.name, target });
  }

  /** Opens a menu of the commands that can be used on a message. */
  messageMenu(message, commands, anchor) {
    const { locale } = this.world.me;
    const items = commands.map((command) => ({
      label: local(command.name, command.name_localizations, locale),
      run: () => this.context(command, message.id),
    }));
    openMenu(anchor, items);
  }

  /** Opens the conversation with a person or, without one, with the bot. */
  openDirect(who) {
    return this.openPlace("open_dm", who ? { with: who } : {});
  }

  /** Carries out an action that creates a channel, and opens the channel. */
  async openPlace(action, fields) {
    const answer = await this.perform(action, fields);
    if (!answer?.channel) return undefined;
    this.world.apply({ type: "channel_create", channel: answer.channel });
    this.open(answer.channel.id);
    return answer.channel.id;
  }

  /** Opens the first channel of a server, once it is there. */
  openServer(guild) {
    const found = this.world.servers().find((server) => server.guild.id === guild);
    const first = found?.channels[0]?.channel.id;
    if (first) return this.open(first);
    const again = () => this.openServer(guild);
    return this.world.addEventListener("channels", again, { once: true });
  }

  mention(user) {
    this.#uncover();
    this.#composer.insert(`@${user.name} `);
  }

  reply(message) {
    this.#composer.reply(message);
  }

  jump(id) {
    this.visit(this.channel, id);
  }

  toEnd() {
    this.#log.toEnd();
  }

  focusComposer() {
    this.#composer.focus();
  }

  #drawer(open) {
    document.body.classList.toggle("drawer", open);
    $("open-channels").setAttribute("aria-expanded", String(open));
    if (open) $("channels").querySelector("[aria-current]")?.focus();
  }

  /** Closes the lists that cover the messages in a narrow window. */
  #uncover() {
    this.#drawer(false);
    if (this.#peopleCover()) this.#togglePeople();
  }

  #peopleCover() {
    return this.#showsPeople() && getComputedStyle($("members")).position === "fixed";
  }

  #togglePeople() {
    // In a narrow window the list is hidden by default.
    const show = !this.#showsPeople();
    document.body.classList.toggle("no-people", !show);
    document.body.classList.toggle("with-people", show);
    $("toggle-people").setAttribute("aria-pressed", String(show));
  }

  #showsPeople() {
    return getComputedStyle($("members")).display !== "none";
  }

  /** Focuses the entry field when the person types elsewhere; Escape closes a list that covers the messages. */
  #key(event) {
    const drawer = document.body.classList.contains("drawer");
    // A menu or dialog that was opened in the list takes the key itself.
    const people = this.#peopleCover() && !event.target.closest("dialog, [popover]");
    if (event.key === "Escape" && (drawer || people)) {
      this.#uncover();
      $(drawer ? "open-channels" : "toggle-people").focus();
      return;
    }
    const free = !event.target.closest("input, textarea, select, dialog, [popover], [role=listbox]");
    const letter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (free && letter && !event.defaultPrevented) this.focusComposer();
  }
}

new App().start();
