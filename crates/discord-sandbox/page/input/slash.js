// Form of a command: its name, a field per option, and the optional fields that can be added.

import { el, fill, icon } from "../elements/dom.js";
import { t } from "../i18n/words.js";
import { Field } from "./field.js";

const PAUSE_BEFORE_ASKING = 120;

/** Splits a text such as `b7-c7 hours:24` into the options named in it and what comes before. */
function parts(text, options) {
  const marks = [...text.matchAll(/(?<!\S)([^\s:]+):/gu)].flatMap(({ 0: mark, 1: word, index }) => {
    const option = options.find(({ label, name }) => [label, name].includes(word.toLowerCase()));
    return option ? [{ option, index, start: index + mark.length }] : [];
  });
  const named = marks.map(({ option, start }, at) => ({ option, text: text.slice(start, marks[at + 1]?.index).trim() }));
  return { before: marks.length > 0 ? text.slice(0, marks[0].index).trim() : text, named };
}

/** Form that replaces the entry field while it is open. */
export class SlashForm {
  #app;
  #host;
  #picker;
  #leave;
  #perform;
  #fields = [];
  #more = el("span", { class: "more" });
  #asked = 0;
  #shown;
  #timer;
  #sought = "";

  /**
   * `leave(text)` brings back the entry field with `text` in it, and `perform(call, text)` carries
   * out a call, which `text` fills in again.
   */
  constructor(app, host, picker, leave, perform) {
    this.#app = app;
    this.#host = host;
    this.#picker = picker;
    this.#leave = leave;
    this.#perform = perform;
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("input", (event) => this.#typed(event));
    host.addEventListener("focusin", (event) => this.#focused(event));
    host.addEventListener("focusout", (event) => this.#blurred(event));
  }

  /** Command that is open. */
  command = undefined;

  /** Opens a command; `rest` goes into the fields that it names, and before them into the first one. */
  open(command, rest = "") {
    this.command = command;
    this.#host.setAttribute("aria-label", `/${command.label}`);
    this.#fields = [];
    const name = el("span", { class: "command", title: command.description }, `/${command.label}`);
    fill(this.#host, name, this.#more);
    for (const option of command.options.filter((option) => option.required)) this.#add(option);
    const { before, named } = parts(rest, command.options);
    if (before && this.#fields.length === 0 && command.options.length > 0) this.#add(command.options[0]);
    if (before) this.#fields[0]?.type(before);
    for (const { option, text } of named) {
      const field = this.#fields.find((field) => field.option === option) ?? this.#add(option);
      field.type(text);
    }
    this.#offerMore();
    this.#host.hidden = false;
    this.focus();
  }

  /** Focuses the first empty field or, without fields, the name, which handles Enter and Escape. */
  focus() {
    const first = this.#fields.find((field) => !field.text) ?? this.#fields[0];
    if (first) {
      first.input.focus();
      return;
    }
    const name = this.#host.firstElementChild;
    name.tabIndex = 0;
    name.focus();
  }

  /** Closes the command without sending it. */
  close(text = "") {
    this.command = undefined;
    this.#asked += 1;
    this.#host.hidden = true;
    this.#picker.hide();
    this.#leave(text);
  }

  #add(option) {
    const field = new Field(option, this);
    this.#fields.push(field);
    this.#more.before(field.node);
    return field;
  }

  /** Removes an optional field. */
  remove(field) {
    const at = this.#fields.indexOf(field);
    this.#fields.splice(at, 1);
    field.node.remove();
    this.#offerMore();
    const neighbor = this.#fields[at - 1] ?? this.#fields[at];
    if (neighbor) neighbor.input.focus();
    else this.focus();
  }

  #offerMore() {
    this.#sought = "";
    const used = new Set(this.#fields.map((field) => field.option.name));
    const left = this.command.options.filter((option) => !used.has(option.name));
    const add = (option) => {
      const field = this.#add(option);
      this.#offerMore();
      field.input.focus();
    };
    fill(
      this.#more,
      left.map((option) =>
        el(
          "button",
          { type: "button", class: "add", title: option.description, "data-add": option.name, on: { click: () => add(option) } },
          icon("plus"),
          option.label,
        ),
      ),
    );
  }

  /** Returns the people for options of that type. */
  people() {
    return this.#app.world.peopleIn(this.#app.channel).map((user) => ({
      label: `@${user.name}`,
      detail: user.username,
      value: user.id,
      user,
    }));
  }

  /** Returns the roles for options of that type. */
  roles() {
    return this.#app.world.rolesIn(this.#app.channel).map((role) => ({ label: role.name, value: role.id }));
  }

  /** Returns the channels of these types, for options of that type. */
  channels(types) {
    const { world } = this.#app;
    return world
      .channelsBeside(this.#app.channel)
      .filter((channel) => !types?.length || types.includes(channel.type))
      .map((channel) => ({ label: `#${world.nameOf(channel)}`, value: channel.id }));
  }

  #fieldOf(target) {
    return this.#fields.find((field) => field.input === target);
  }

  #focused(event) {
    const field = this.#fieldOf(event.target);
    if (field) this.#propose(field);
    else this.#hint(this.#host.firstElementChild, el("p", {}, this.command.description));
  }

  #blurred(event) {
    if (this.command && !this.#host.contains(event.relatedTarget)) this.#picker.hide();
  }

  #typed(event) {
    const field = this.#fieldOf(event.target);
    if (!field) return;
    field.chosen = undefined;
    field.complain("");
    this.#propose(field);
  }

  #propose(field) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    if (!field.isLive) {
      this.#show(field, field.proposals());
      return;
    }
    this.#picker.unmark();
    const asked = this.#asked;
    this.#timer = setTimeout(() => this.#ask(field, asked), PAUSE_BEFORE_ASKING);
    // Earlier suggestions for this field stay until new ones arrive.
    if (this.#shown !== field || !this.#picker.isOpen) this.#show(field, [], t("Loading options…"));
  }

  async #ask(field, asked) {
    let found = null;
    try {
      found = await this.#app.wire.choices({
        channel: this.#app.channel,
        command: this.command.path,
        options: { ...this.#values(), [field.option.name]: field.text },
        focused: field.option.name,
      });
    } catch (error) {
      if (asked === this.#asked) this.#app.complain(error);
    }
    // A response is outdated if the person has typed since.
    if (asked !== this.#asked || document.activeElement !== field.input) return;
    const items = (found ?? []).map((choice) => ({ label: choice.name, value: choice.value }));
    const nothing = found ? t("No options match what you typed.") : t("Loading the options failed.");
    this.#show(field, items, items.length > 0 ? "" : nothing);
  }

  #show(field, items, note = "") {
    this.#shown = field;
    const { option } = field;
    const taken = field.chosen ? items.findIndex((item) => item.value === field.chosen.value) : -1;
    this.#picker.show({
      input: field.input,
      head: [
        el("p", {}, el("strong", {}, option.label), " ", option.description, option.required && el("em", {}, ` (${t("required")})`)),
        field.error && el("p", { class: "error", role: "alert" }, field.error),
        !field.error && (note || field.limits) && el("p", { class: "note" }, note || field.limits),
      ],
      items,
      active: taken >= 0 ? taken : option.required || field.text ? 0 : -1,
      take: (item) => this.#take(field, item),
    });
  }

  #hint(input, head) {
    this.#picker.show({ input, head, items: [], take: () => {} });
  }

  #take(field, item) {
    field.take(item);
    const next = this.#fields.find((other) => other.option.required && !other.text);
    if (next) next.input.focus();
    else {
      clearTimeout(this.#timer);
      this.#asked += 1;
      this.#show(field, []);
    }
  }

  #key(event) {
    if (event.isComposing) return;
    const field = this.#fieldOf(event.target);
    const offered = field && field.chosen?.value !== this.#picker.active?.value ? this.#picker.active : undefined;
    if (event.key === "Enter" && event.target.tagName !== "BUTTON") {
      if (offered) this.#take(field, offered);
      else this.send();
    } else if (event.key === "Tab" && field && offered && !event.shiftKey) {
      field.take(offered);
      return;
    } else if (event.key === "Escape") {
      if (this.#picker.isOpen) this.#picker.hide();
      else this.close();
    } else if (event.key === "Backspace" && !event.target.value && event.target.tagName !== "BUTTON") {
      this.#erase(field);
    } else if (event.key === ":" && event.target.matches(".add")) {
      event.target.click();
    } else if (!field && /^[^\s:]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#seek(event.key);
    } else if (!(field && this.#picker.step(event.key)) && !this.#walk(event)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #erase(field) {
    if (field && !field.option.required) this.remove(field);
    else if (!field || field === this.#fields[0]) this.close(`/${this.command.label}`);
    else this.#fields[this.#fields.indexOf(field) - 1].input.focus();
  }

  /** Focuses the button of the option whose name begins with the letters typed so far. */
  #seek(letter) {
    const buttons = [...this.#more.children];
    const find = (text) => buttons.find(({ dataset, textContent }) => [textContent, dataset.add].some((name) => name.startsWith(text)));
    const longer = `${this.#sought}${letter.toLowerCase()}`;
    this.#sought = find(longer) ? longer : letter.toLowerCase();
    find(this.#sought)?.focus();
  }

  /** Moves to the next field when an arrow key is pressed at the end of the text. */
  #walk(event) {
    const { target, key } = event;
    const stops = [...this.#host.querySelectorAll("input, .add")];
    const at = stops.indexOf(target);
    const text = target.tagName === "INPUT";
    if (key === "ArrowRight" && (!text || target.selectionStart === target.value.length)) stops[at + 1]?.focus();
    else if (key === "ArrowLeft" && (!text || target.selectionEnd === 0)) stops[at - 1]?.focus();
    else return false;
    return true;
  }

  #values() {
    const filled = this.#fields.filter((field) => field.value !== undefined);
    return Object.fromEntries(filled.map((field) => [field.option.name, field.value]));
  }

  /** Checks all fields and runs the command. */
  send() {
    for (const field of this.#fields) field.complain(field.check());
    const wrong = this.#fields.find((field) => field.error);
    if (wrong) {
      wrong.input.focus();
      this.#show(wrong, wrong.proposals());
      return;
    }
    const call = { channel: this.#app.channel, command: this.command.path, options: this.#values() };
    // What the bot has suggested under a name is known only by its value later.
    const kept = (field) => (field.isLive ? field.value : field.text);
    const filled = this.#fields.filter((field) => field.text).map((field) => `${field.option.label}:${kept(field)}`);
    const typed = `/${this.command.label} ${filled.join(" ")}`;
    this.close();
    this.#perform(call, typed);
  }
}
