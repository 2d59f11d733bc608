// Dialogs that the page itself opens: a title, a body, buttons.

import { t } from "../i18n/words.js";
import { el, iconButton, showDialog } from "./dom.js";

let serial = 0;

/**
 * Opens a dialog and returns it.
 *
 * `buttons` are shown at the bottom; `submit()` is called for Enter and for the
 * button of type submit. The dialog closes when its promise is fulfilled.
 */
export function openDialog({ title, body, buttons = [], submit, closed = () => {} }) {
  serial += 1;
  const id = `dialog-${serial}`;
  const close = () => dialog.close();
  const form = el(
    "form",
    { method: "dialog", noValidate: true },
    el("header", {}, el("h2", { id }, title), iconButton("close", t("Close"), close)),
    el("div", { class: "modal-body" }, body),
    buttons.length > 0 && el("footer", {}, buttons),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": id }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit && (await submit())) close();
  });
  showDialog(dialog, closed);
  return dialog;
}
