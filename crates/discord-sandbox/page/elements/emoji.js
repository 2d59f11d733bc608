// Emojis: characters, and pictures that the application owns.

import { el } from "./dom.js";

/** Renders `{id, name}`; a picture that is gone shows its name. */
export function emoji({ id, name }, decorative = false) {
  if (!id) return el("span", { class: "emoji", "aria-hidden": decorative ? "true" : undefined }, name ?? "?");
  const text = `:${name}:`;
  const image = el("img", { class: "emoji", src: `/emojis/${id}.webp`, alt: decorative ? "" : text, title: text, draggable: false });
  image.addEventListener("error", () => image.replaceWith(text), { once: true });
  return image;
}
