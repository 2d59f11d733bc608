// Option of a command while it is filled in.

import { el, iconButton } from "../elements/dom.js";
import { t } from "../i18n/words.js";
import { Kind } from "../state/commands.js";

let serial = 0;

/** Reads a chosen file into the form in which it is sent. */
export async function fileValue(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return { filename: file.name, content: btoa(letters) };
}

/** Input with its suggestions and its error. */
export class Field {
  /** `form` supplies people, roles, channels and the suggestions of the bot. */
  constructor(option, form) {
    serial += 1;
    const isFile = option.type === Kind.FILE;
    this.option = option;
    this.form = form;
    this.chosen = undefined;
    this.input = el("input", {
      id: `field-${serial}`,
      type: isFile ? "file" : "text",
      autocomplete: "off",
      spellcheck: false,
      // The browser has words of its own for a button that chooses a file.
      ...(!isFile && { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false" }),
      "aria-required": String(Boolean(option.required)),
      "aria-describedby": "picker-head",
      "data-option": option.name,
      placeholder: option.required ? t("required") : "",
      maxLength: option.type === Kind.STRING ? (option.max_length ?? 6000) : 100,
      inputMode: option.type === Kind.INTEGER ? "numeric" : "text",
    });
    this.node = el(
      "span",
      { class: `field${option.required ? " required" : ""}` },
      el("label", { for: this.input.id }, option.label),
      this.input,
      !option.required && iconButton("close", t("Remove {0}", option.label), () => form.remove(this), { tabIndex: -1 }),
    );
    this.input.addEventListener("input", () => this.#grow());
    this.input.addEventListener("change", () => this.#read());
    this.#grow();
  }

  /** Reads the chosen file, to be sent with the command. */
  async #read() {
    const file = this.input.files?.[0];
    if (file) this.file = await fileValue(file);
  }

  #grow() {
    this.input.size = Math.max(4, (this.input.value || this.input.placeholder).length + 1);
  }

  get text() {
    return this.input.value.trim();
  }

  /** Accepts a suggestion. */
  take(item) {
    this.chosen = item;
    this.input.value = item.label;
    this.#grow();
    this.complain("");
  }

  /** Sets the text, as if typed. */
  type(text) {
    if (this.option.type === Kind.FILE) return;
    this.input.value = text;
    this.#grow();
  }

  /** Value to send for this option, or `undefined` if it is empty. */
  get value() {
    if (!this.text) return undefined;
    if (this.file) return this.file;
    if (this.chosen?.label === this.input.value) return this.chosen.value;
    const exact = this.#listed()?.find((item) => item.label.toLowerCase() === this.text.toLowerCase());
    return exact ? exact.value : this.text;
  }

  /** Marks the field as invalid, or as valid if the text is empty. */
  complain(error) {
    this.error = error;
    this.node.classList.toggle("wrong", Boolean(error));
    if (error) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  /** Returns the error of the value, or an empty text. */
  check() {
    const { option, text } = this;
    if (!text) return option.required ? t("This option is required.") : "";
    const listed = this.#listed();
    if (listed && !listed.some((item) => item.value === this.value)) return t("Choose one of the list.");
    if (option.type === Kind.INTEGER && !option.choices && !/^-?\d+$/.test(String(this.value))) return t("Enter a whole number.");
    if (option.type === Kind.NUMBER && Number.isNaN(Number(this.value))) return t("Enter a number.");
    if (option.type === Kind.INTEGER || option.type === Kind.NUMBER) return this.#range(Number(this.value));
    if (option.min_length && text.length < option.min_length) return t("At least {0} characters.", option.min_length);
    return "";
  }

  #range(number) {
    const { min_value: least, max_value: most } = this.option;
    const outside = (least !== undefined && number < least) || (most !== undefined && number > most);
    if (!outside) return "";
    if (least === undefined) return t("At most {0}.", most);
    if (most === undefined) return t("At least {0}.", least);
    return t("From {0} to {1}.", least, most);
  }

  /** Limits in words, for the hint. */
  get limits() {
    const { min_value: least, max_value: most } = this.option;
    if (least === undefined && most === undefined) return "";
    return this.#range(least === undefined ? most + 1 : least - 1);
  }

  /** True if the bot is asked for suggestions while typing. */
  get isLive() {
    return Boolean(this.option.autocomplete);
  }

  /** Returns the suggestions that match the text, or all of them if one was accepted. */
  proposals() {
    const listed = this.#listed() ?? [];
    const typed = this.chosen?.label === this.input.value ? "" : this.text.toLowerCase();
    return listed.filter((item) => `${item.label} ${item.detail ?? ""}`.toLowerCase().includes(typed));
  }

  /** Returns all possible values, if the value must come from a list. */
  #listed() {
    const { option, form } = this;
    if (option.choices?.length) return option.choices;
    switch (option.type) {
      case Kind.BOOLEAN:
        return [
          { label: t("True"), value: true },
          { label: t("False"), value: false },
        ];
      case Kind.USER:
      case Kind.MENTIONABLE:
        return form.people();
      case Kind.ROLE:
        return form.roles();
      case Kind.CHANNEL:
        return form.channels(option.channel_types);
      default:
        return undefined;
    }
  }
}
