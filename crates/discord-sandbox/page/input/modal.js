// Modal that the bot opens: a title, up to five inputs, Cancel and Submit.

import { el, fill, iconButton, showDialog } from "../elements/dom.js";
import { dropdown } from "../elements/select.js";
import { t } from "../i18n/words.js";
import { choices } from "../messages/components.js";
import { markdown } from "../messages/markdown.js";
import { fileValue } from "./field.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const FILE_UPLOAD = 19;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;
const PARAGRAPH = 2;

/** Opens the modal; `done()` is called when it is closed. */
export function openModal(modal, app, done) {
  const inputs = [];
  const rows = modal.components.map((component) => part(component, app, inputs));
  const error = el("p", { class: "error", role: "alert" });
  const submit = el("button", { type: "submit", class: "button primary" }, t("Submit"));
  const title = `modal-${modal.id}`;
  const cancel = () => dialog.close("cancel");
  const form = el(
    "form",
    { method: "dialog", noValidate: true },
    el("header", {}, el("h2", { id: title }, modal.title), iconButton("close", t("Close"), cancel)),
    el("div", { class: "modal-body" }, rows, error),
    el("footer", {}, el("button", { type: "button", class: "button secondary", on: { click: cancel } }, t("Cancel")), submit),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": title, "data-modal": modal.id }, form);

  const waiting = (whether) => {
    submit.disabled = whether;
    submit.classList.toggle("waiting", whether);
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = inputs.filter((input) => !input.check());
    if (wrong.length > 0) {
      wrong[0].focus();
      return;
    }
    fill(error);
    waiting(true);
    try {
      const filled = inputs.map(async (input) => [input.customId, await input.value()]);
      const values = Object.fromEntries(await Promise.all(filled));
      await app.wire.perform("submit", { modal: modal.id, values });
    } catch (failure) {
      handle.fail(failure.message);
    }
  });
  const handle = {
    /** Closes the modal after a response of the bot. */
    close: () => dialog.open && dialog.close("answered"),
    /** Shows that what was submitted was not answered; the inputs keep their values. */
    fail: (text) => {
      if (!submit.disabled) return;
      waiting(false);
      fill(error, text);
    },
  };
  showDialog(dialog, () => {
    // The server may have closed it already; that error needs no message.
    if (dialog.returnValue === "cancel" || dialog.returnValue === "") app.wire.perform("close_modal", { modal: modal.id }).catch(() => {});
    done();
  });
  inputs[0]?.focus();
  return handle;
}

function part(component, app, inputs) {
  if (component.type === ROW) return component.components.map((inner) => labeled(inner, inner.label, undefined, app, inputs));
  if (component.type === LABEL) return labeled(component.component, component.label, component.description, app, inputs);
  if (component.type === TEXT_DISPLAY) return el("div", {}, markdown(component.content, app.names));
  return el("em", {}, t("This part cannot be shown here."));
}

function labeled(component, label, description, app, inputs) {
  const id = `input-${component.custom_id}`;
  const required = component.required !== false && component.type !== CHECKBOX;
  const complaint = el("small", { class: "error", id: `${id}-error` });
  const control = controlOf(component, id, label, required, app);
  const input = {
    customId: component.custom_id,
    value: control.value,
    focus: () => control.node.focus(),
    check: () => {
      const wrong = control.wrong();
      fill(complaint, wrong);
      control.node.setAttribute("aria-invalid", String(Boolean(wrong)));
      return !wrong;
    },
  };
  inputs.push(input);
  const about = description && el("small", { id: `${id}-about` }, description);
  control.node.setAttribute("aria-describedby", [about?.id, complaint.id].filter(Boolean).join(" "));
  return el(
    "div",
    { class: "modal-field" },
    el("label", { for: id }, label, required && el("span", { class: "star", "aria-hidden": "true" }, " *")),
    about,
    control.node,
    complaint,
  );
}

function controlOf(component, id, label, required, app) {
  if (component.type === TEXT_INPUT) return textInput(component, id, required);
  if (component.type === FILE_UPLOAD) return fileInput(component, id, required);
  if (component.type === CHECKBOX) return checkbox(component, id);
  if (component.type === RADIO_GROUP || component.type === CHECKBOX_GROUP) return optionGroup(component, id, label, required);
  return choice(component, label, required, app);
}

function fileInput(component, id, required) {
  const node = el("input", { id, name: component.custom_id, type: "file", required });
  node.multiple = component.max_values > 1;
  node.accept = (component.file_types ?? []).map((type) => (type.startsWith(".") ? type : `${type}/*`)).join(",");
  const wrong = () => {
    const count = node.files.length;
    const fits = count >= component.min_values && count <= component.max_values;
    if (count === 0) return required ? t("This field is required.") : "";
    return fits ? "" : t("Make a selection");
  };
  return { node, value: () => Promise.all([...node.files].map(fileValue)), wrong };
}

function checkbox(component, id) {
  const node = el("input", { id, name: component.custom_id, type: "checkbox" });
  node.checked = component.default;
  return { node, value: () => node.checked, wrong: () => "" };
}

/** Renders all options at once: one of them can be picked, or several. */
function optionGroup(component, id, label, required) {
  const type = component.type === RADIO_GROUP ? "radio" : "checkbox";
  const boxes = component.options.map((option) => {
    const input = el("input", { type, name: component.custom_id, value: option.value, checked: Boolean(option.default) });
    const text = el("span", { class: "option-text" }, el("span", {}, option.label), option.description && el("small", {}, option.description));
    return el("label", {}, input, text);
  });
  const node = el("fieldset", { id, class: "option-group", tabIndex: -1 }, el("legend", { class: "visually-hidden" }, label), boxes);
  const value = () => [...node.querySelectorAll("input:checked")].map((input) => input.value);
  const wrong = () => {
    const count = value().length;
    if (count === 0) return required ? t("This field is required.") : "";
    const fits = count >= component.min_values && count <= component.max_values;
    return fits ? "" : t("From {0} to {1}.", component.min_values, component.max_values);
  };
  return { node, value, wrong };
}

function textInput(component, id, required) {
  const long = component.style === PARAGRAPH;
  const node = el(long ? "textarea" : "input", {
    id,
    name: component.custom_id,
    required,
    maxLength: component.max_length ?? 4000,
    placeholder: component.placeholder ?? "",
    value: component.value ?? "",
    autocomplete: "off",
  });
  if (long) node.rows = 5;
  else node.type = "text";
  const wrong = () => {
    const length = node.value.trim().length;
    if (required && length === 0) return t("This field is required.");
    if (length > 0 && length < (component.min_length ?? 0)) return t("At least {0} characters.", component.min_length);
    return "";
  };
  return { node, value: () => node.value, wrong };
}

function choice(component, label, required, app) {
  const options = choices(component, app);
  let values = options.filter((option) => option.default).map((option) => option.value);
  const node = dropdown({
    options,
    placeholder: component.placeholder || t("Make a selection"),
    smallest: required ? (component.min_values ?? 1) : 0,
    largest: component.max_values ?? 1,
    customId: component.custom_id,
    label,
    choose: (chosen) => {
      values = chosen;
    },
  });
  return { node, value: () => values, wrong: () => (required && values.length === 0 ? t("This field is required.") : "") };
}
