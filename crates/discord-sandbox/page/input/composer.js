// Entry field, in which messages are written and commands begin.

import { openInstallation } from "../channels/places.js";
import { avatar, el, fill, iconButton } from "../elements/dom.js";
import { t } from "../i18n/words.js";
import { called, callable, matching } from "../state/commands.js";
import { person } from "../state/world.js";
import { Picker } from "./picker.js";
import { SlashForm } from "./slash.js";

const TYPING_EVERY = 8000;
const MOST_CHARACTERS = 2000;

/** Entry field with its list, its reply bar and the command form. */
export class Composer {
  #app;
  #form;
  #text;
  #bar;
  #picker;
  #slash;
  #reply;
  #ping = true;
  #typedAt = 0;
  #drafts = new Map();
  #draft;
  #channel;

  constructor(app, form) {
    this.#app = app;
    this.#form = form;
    this.#text = form.querySelector("textarea");
    this.#bar = form.querySelector(".reply-bar");
    this.#picker = new Picker(form.querySelector(".picker"));
    const leave = (text) => this.#return(text);
    const perform = (call, text) => this.#perform("slash", call, { text });
    this.#slash = new SlashForm(app, form.querySelector(".slash"), this.#picker, leave, perform);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#slash.command) this.#slash.send();
      else this.#send();
    });
    form.querySelector(".begin-command").addEventListener("click", () => this.#begin());
    this.#text.addEventListener("input", () => this.#typed());
    this.#text.addEventListener("keydown", (event) => this.#key(event));
    this.#text.addEventListener("blur", () => this.#picker.hide());
    this.#text.addEventListener("focus", () => this.#propose());
    this.#bar.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.cancelReply();
    });
  }

  /** Switches to this channel; drafts stay with their channel and person. */
  use(channel, placeholder) {
    const draft = `${this.#app.world.me.id} ${channel}`;
    const isAnother = this.#draft && this.#draft !== draft;
    if (isAnother) {
      this.#drafts.set(this.#draft, { text: this.#text.value, reply: this.#reply, ping: this.#ping });
      if (this.#slash.command) this.#slash.close();
      const { text = "", reply, ping } = this.#drafts.get(draft) ?? {};
      this.#text.value = text;
      [this.#reply, this.#ping] = [reply, ping];
      this.#showReply();
      this.#grow();
    }
    const { may_write: mayWrite } = this.#app.world.channels.get(channel);
    this.#form.querySelector(".line").hidden = !mayWrite;
    this.#form.querySelector(".no-entry").hidden = mayWrite;
    if (!mayWrite) {
      if (this.#slash.command) this.#slash.close();
      this.#picker.hide();
      this.cancelReply();
    }
    this.#draft = draft;
    this.#channel = channel;
    this.#text.placeholder = placeholder;
    this.#text.setAttribute("aria-label", placeholder);
    if (isAnother) this.#callTyped();
  }

  /** Focuses the field. */
  focus() {
    if (this.#slash.command) this.#slash.focus();
    else this.#text.focus();
  }

  /** Inserts text at the cursor, such as a mention from the list of people. */
  insert(text) {
    if (this.#slash.command) this.#slash.close();
    this.#text.setRangeText(text, this.#text.selectionStart, this.#text.selectionEnd, "end");
    this.#grow();
    this.#text.focus();
  }

  /** Updates the suggestions after the commands have changed. */
  renew() {
    if (document.activeElement === this.#text) this.#propose();
  }

  /** Makes the next message a reply to this one. */
  reply(message, ping = true) {
    this.#reply = message;
    this.#ping = ping;
    this.#showReply();
    this.focus();
  }

  #showReply() {
    const message = this.#reply;
    this.#bar.hidden = !message;
    if (!message) return;
    const author = person(message.author);
    const ping = el(
      "button",
      { type: "button", class: "ping", "aria-pressed": String(this.#ping), title: t("Notify {0}", author.name) },
      this.#ping ? t("@ on") : t("@ off"),
    );
    ping.addEventListener("click", () => {
      this.#ping = !this.#ping;
      this.#showReply();
      this.#bar.querySelector(".ping").focus();
    });
    fill(
      this.#bar,
      el("span", { class: "reply-to" }, t("Replying to {0}", ""), avatar(author, true), el("strong", {}, author.name)),
      author.id !== this.#app.world.me.id && ping,
      iconButton("close", t("Cancel the reply"), () => this.cancelReply(true)),
    );
  }

  /** Cancels the reply. */
  cancelReply(focus = false) {
    this.#reply = undefined;
    this.#showReply();
    if (focus) this.focus();
  }

  #commands() {
    const { world, channel } = this.#app;
    if (!world.channels.get(channel)?.may_write) return [];
    return callable(world.commandsIn(channel), world.me.locale);
  }

  /** Returns whether a command, given by its full name, is offered here. */
  offers(path) {
    return this.#commands().some((command) => command.path === path);
  }

  /** Opens a command, given by its full name. */
  begin(path) {
    const command = this.#commands().find((offered) => offered.path === path);
    if (command) this.#call(command);
  }

  #begin() {
    if (this.#slash.command) this.#slash.close();
    this.#text.value = "/";
    this.#text.focus();
    this.#text.setSelectionRange(1, 1);
    this.#propose();
  }

  /** Brings back the entry field; a command that is followed by a space opens again. */
  #return(text) {
    this.#form.classList.remove("calling");
    this.#text.value = text;
    this.#text.focus();
    this.#typed();
  }

  #call(command, rest = "") {
    this.#text.value = "";
    this.#grow();
    this.#picker.hide();
    this.#form.classList.add("calling");
    this.#slash.open(command, rest);
  }

  /** Opens the command that the text calls, if it calls one. Returns whether it does. */
  #callTyped() {
    const text = this.#text.value;
    const whole = text.startsWith("/") && called(this.#commands(), text.slice(1));
    if (whole) this.#call(whole.command, whole.rest);
    return Boolean(whole);
  }

  #typed() {
    this.#grow();
    if (this.#callTyped()) return;
    this.#propose();
    const text = this.#text.value;
    if (text && !text.startsWith("/") && Date.now() - this.#typedAt > TYPING_EVERY) {
      this.#typedAt = Date.now();
      // A lost typing indicator does not matter.
      this.#app.wire.perform("typing", { channel: this.#channel }).catch(() => {});
    }
  }

  #grow() {
    this.#text.style.height = "auto";
    this.#text.style.height = `${this.#text.scrollHeight}px`;
  }

  #propose() {
    const text = this.#text.value;
    const before = text.slice(0, this.#text.selectionStart);
    const name = before.match(/(?:^|\s)@([^@\n]{0,32})$/);
    if (text.startsWith("/") && !text.includes("\n")) this.#proposeCommands(text.slice(1));
    else if (name) this.#proposePeople(name[1]);
    else this.#picker.hide();
  }

  #proposeCommands(typed) {
    const commands = matching(this.#commands(), typed);
    if (commands.length === 0 && typed) {
      this.#picker.hide();
      return;
    }
    const { world } = this.#app;
    const bot = person(world.bot.user);
    const offers = commands.map((command) => ({
      label: `/${command.label}`,
      detail: command.description,
      aside: bot.name,
      user: bot,
      command,
    }));
    const add = { label: t("Add {0}", bot.name), icon: "apps", run: () => openInstallation(this.#app) };
    const isElsewhere = commands.length === 0 && world.commands.length > 0;
    const none = isElsewhere ? t("There are no commands here.") : t("There are no commands yet.");
    this.#picker.show({
      input: this.#text,
      head: el("p", {}, commands.length > 0 ? t("Commands") : none),
      items: isElsewhere ? [add] : offers,
      take: (item) => this.#accept(item),
    });
  }

  /** Takes a chosen entry: a command, a person, or an offer to add the application. */
  #accept(item) {
    if (item.command) this.#call(item.command);
    else if (item.run) item.run();
    else this.#mention(item);
  }

  #proposePeople(typed) {
    const lower = typed.toLowerCase();
    const people = this.#app.world.peopleIn(this.#channel).filter(
      (user) => user.name.toLowerCase().startsWith(lower) || user.username.toLowerCase().startsWith(lower),
    );
    if (people.length === 0) {
      this.#picker.hide();
      return;
    }
    this.#picker.show({
      input: this.#text,
      head: el("p", {}, t("People")),
      items: people.map((user) => ({ label: user.name, detail: user.username, user })),
      take: (item) => this.#mention(item),
    });
  }

  #key(event) {
    if (event.isComposing) return;
    const { active } = this.#picker;
    if (this.#picker.step(event.key)) {
      event.preventDefault();
    } else if (active && (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey))) {
      event.preventDefault();
      this.#accept(active);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#send();
    } else if (event.key === "Escape") {
      if (this.#picker.isOpen) this.#picker.hide();
      else if (this.#reply) this.cancelReply();
      else this.#app.read(true);
    }
  }

  /** Replaces the text after the at sign with the name. */
  #mention({ user }) {
    const end = this.#text.selectionStart;
    const start = this.#text.value.lastIndexOf("@", end - 1);
    this.#text.setRangeText(`@${user.name} `, start, end, "end");
    this.#picker.hide();
  }

  async #send() {
    const text = this.#text.value.trim();
    if (!text) return;
    if (text.length > MOST_CHARACTERS) {
      this.#app.complain(new Error(t("A message has at most {0} characters.", MOST_CHARACTERS)));
      return;
    }
    const written = { text, reply: this.#reply, ping: this.#ping };
    const reply = written.reply ? { reply_to: written.reply.id, ping: written.ping } : {};
    this.#text.value = "";
    this.#typedAt = 0;
    this.cancelReply();
    this.#grow();
    const message = { channel: this.#channel, content: this.#encode(text), ...reply };
    if (await this.#perform("say", message, written)) this.#app.toEnd();
  }

  /** Carries out what was written. Returns whether it is done where the person still is. */
  async #perform(action, fields, written) {
    const draft = this.#draft;
    try {
      await this.#app.wire.perform(action, fields);
    } catch (error) {
      this.#app.complain(error);
      this.#restore(draft, written);
      return false;
    }
    return draft === this.#draft;
  }

  /** Restores what was not sent where it was written, unless something else was begun there. */
  #restore(draft, written) {
    if (draft !== this.#draft) {
      if (!this.#drafts.get(draft)?.text) this.#drafts.set(draft, written);
      return;
    }
    if (!this.#text.value && !this.#slash.command) {
      this.#text.value = written.text;
      if (written.reply && !this.#reply) this.reply(written.reply, written.ping);
      this.#callTyped();
    }
    this.#grow();
  }

  /** Converts names after an at sign or number sign to mentions; the longest matching name wins. */
  #encode(text) {
    const { world } = this.#app;
    const names = [...world.people.values()]
      .flatMap((user) => [[`@${user.name}`, `<@${user.id}>`], [`@${user.username}`, `<@${user.id}>`]])
      // A channel of the same server takes precedence over one of the same name elsewhere.
      .concat([...world.channelsBeside(this.#channel), ...world.channels.values()].map((channel) => [`#${world.nameOf(channel)}`, `<#${channel.id}>`]))
      .sort((a, b) => b[0].length - a[0].length);
    let encoded = "";
    let at = 0;
    while (at < text.length) {
      const begins = at === 0 || /[\s(]/.test(text[at - 1]);
      const found = begins && names.find(([name]) => text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(text[at + name.length] ?? ""));
      encoded += found ? found[1] : text[at];
      at += found ? found[0].length : 1;
    }
    return encoded;
  }
}
