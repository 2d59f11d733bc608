// Texts of the page in the person's language. English is the key and the fallback.

import { LANGUAGES, WORDS } from "./languages.js";

let column = -1;

/** Sets the language. */
export function speak(locale) {
  column = LANGUAGES.indexOf(base(locale));
  document.documentElement.lang = locale;
}

const base = (locale) => locale.split("-")[0];

/** Returns whether the page is translated into this language. */
export const inPageLanguages = (locale) => base(locale) === "en" || LANGUAGES.includes(base(locale));

/** Returns the translation of `english`, with `{0}` … replaced. */
export function t(english, ...values) {
  const text = WORDS[english]?.[column] ?? english;
  return text.replace(/\{(\d)\}/g, (_, index) => values[index]);
}

/** Translates the elements that name their texts in data attributes. */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of root.querySelectorAll("[data-t-title]")) node.title = t(node.dataset.tTitle);
}
