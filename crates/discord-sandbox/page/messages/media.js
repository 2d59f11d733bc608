// Pictures, files and embeds.

import { el, icon, iconButton, showDialog } from "../elements/dom.js";
import { stamped } from "../elements/time.js";
import { t } from "../i18n/words.js";
import { inline, markdown } from "./markdown.js";

const LARGEST_PX = 544;

/** Renders the files of a message, except those that an embed shows. */
export function attachments(message) {
  const shown = new Set(message.embeds.flatMap((embed) => [embed.image?.url, embed.thumbnail?.url]));
  const free = message.attachments.filter(
    (file) => !shown.has(file.url) && !shown.has(`attachment://${file.filename}`),
  );
  if (free.length === 0) return undefined;
  return el("div", { class: "attachments" }, free.map(attachment));
}

function attachment(file) {
  if (file.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename)) {
    return picture(file.url, file.description ?? "", file, file.filename);
  }
  return fileCard(file);
}

/** Renders a file to be downloaded. */
export function fileCard(file) {
  return el(
    "a",
    { class: "file", href: file.url, download: file.filename },
    icon("file"),
    el("span", {}, el("strong", {}, file.filename), el("small", {}, size(file.size))),
  );
}

function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Renders a picture that can be enlarged. `space` holds its width and height, if known. */
export function picture(url, alt, space, name) {
  const image = el("img", { src: url, alt: alt || name || t("Picture"), decoding: "sync" });
  if (space?.width && space?.height) {
    // Reserve the space before the picture has loaded, so that nothing jumps.
    const most = Math.min(LARGEST_PX, Math.max(240, window.innerHeight * 0.62));
    const scale = Math.min(1, most / space.width, most / space.height);
    image.width = Math.round(space.width * scale);
    image.height = Math.round(space.height * scale);
  }
  const enlarge = el(
    "button",
    { type: "button", class: "picture", "aria-haspopup": "dialog", on: { click: () => lightbox(url, alt) } },
    image,
  );
  if (!alt) return enlarge;
  return el("figure", { class: "described" }, enlarge, el("span", { class: "alt", title: alt, "aria-hidden": "true" }, "ALT"));
}

/** Shows a picture as large as the window allows. */
function lightbox(url, alt) {
  const close = () => dialog.close();
  const dialog = el(
    "dialog",
    { class: "lightbox", "aria-label": t("Picture") },
    iconButton("close", t("Close"), close, { autofocus: true }),
    el("img", { src: url, alt }),
    el(
      "div",
      { class: "caption" },
      alt && el("p", {}, alt),
      el("a", { href: url, target: "_blank", rel: "noopener" }, t("Open in a new tab"), icon("external")),
    ),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  showDialog(dialog);
}

/** Renders an embed of a message. */
export function embed(data, message, names) {
  const box = el(
    "section",
    { class: data.thumbnail ? "embed beside" : "embed" },
    data.author && el("p", { class: "embed-author" }, inline(data.author.name, names)),
    data.title && el("p", { class: "embed-title" }, title(data, names)),
    data.description && el("div", { class: "embed-text" }, markdown(data.description, names)),
    fields(data.fields ?? [], names),
    data.image && picture(...source(data.image, message)),
    footer(data),
  );
  if (data.thumbnail) box.append(el("div", { class: "thumbnail" }, picture(...source(data.thumbnail, message))));
  if (data.color !== undefined && data.color !== null) {
    box.style.setProperty("--stripe", `#${data.color.toString(16).padStart(6, "0")}`);
  }
  return box;
}

function title(data, names) {
  const text = inline(data.title, names);
  return data.url ? el("a", { href: data.url, target: "_blank", rel: "noopener noreferrer" }, text) : text;
}

function fields(list, names) {
  if (list.length === 0) return undefined;
  const cells = list.map((field) =>
    el(
      "div",
      { class: field.inline ? "inline" : "" },
      el("dt", {}, inline(field.name, names)),
      el("dd", {}, markdown(field.value, names)),
    ),
  );
  return el("dl", { class: "fields" }, cells);
}

function source(image, message) {
  const file = message.attachments.find(
    (attached) => attached.url === image.url || image.url === `attachment://${attached.filename}`,
  );
  const alt = image.description ?? file?.description ?? "";
  return [file?.url ?? image.url, alt, image.width ? image : file, file?.filename];
}

function footer(data) {
  const text = data.footer?.text;
  const when = data.timestamp && stamped(new Date(data.timestamp));
  return (text || when) && el("p", { class: "embed-footer" }, text, text && when && " · ", when);
}
