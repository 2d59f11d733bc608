// Message as an entry of the log.

import { avatar, el, icon } from "../elements/dom.js";
import { clock, full, stamped } from "../elements/time.js";
import { t } from "../i18n/words.js";
import { EPHEMERAL, person, THINKING } from "../state/world.js";
import { components, withoutRows } from "./layout.js";
import { markdown, plain } from "./markdown.js";
import { embed, attachments } from "./media.js";

const REPLY = 19;
const RECIPIENT_ADD = 1;
const RECIPIENT_REMOVE = 2;
const THREAD_CREATED = 18;
const THREAD_STARTER = 21;
const SUPPRESS_EMBEDS = 4;

const isMembership = ({ type }) => type === RECIPIENT_ADD || type === RECIPIENT_REMOVE;

/** Returns whether Discord itself writes the message. */
export const isSystem = (message) => message.type === THREAD_CREATED || isMembership(message);

/** Renders the entry. `app` carries out the actions of its controls. */
export function entry(message, app) {
  const { world } = app;
  const author = person(message.author);
  const when = new Date(message.timestamp);
  const flags = message.flags ?? 0;
  const mine = world.concernsMe(message);
  const name = `author-${message.id}`;
  const kind = `${mine ? " to-me" : ""}${flags & EPHEMERAL ? " ephemeral" : ""}${message.local ? " local" : ""}`;
  return el(
    "li",
    { id: `message-${message.id}`, class: `message${kind}`, tabIndex: -1, "data-id": message.id },
    el(
      "article",
      { "aria-labelledby": name },
      reply(message, app),
      used(message, app),
      el("div", { class: "gutter" }, avatar(author), el("time", { class: "hover-time", "aria-hidden": "true" }, clock(when))),
      el(
        "header",
        { id: name },
        el("span", { class: "author" }, author.name),
        author.bot && el("span", { class: "tag" }, t("APP")),
        stamped(when),
      ),
      el("div", { class: "body" }, body(message, app), tail(message, app)),
    ),
  );
}

function body(message, app) {
  const { names } = app;
  if (message.local === "sending") return el("p", { class: "thinking" }, dots(), t("Sending the command…"));
  if (message.local === "failed") return el("p", { class: "failed" }, icon("warning"), t("The application did not respond"));
  if ((message.flags ?? 0) & THINKING) {
    return el("p", { class: "thinking" }, dots(), t("{0} is thinking…", person(message.author).name));
  }
  if (message.type === THREAD_STARTER) {
    const first = message.referenced_message;
    if (!first) return el("p", { class: "reply" }, el("em", {}, t("The message was deleted")));
    return body({ ...first, components: withoutRows(first.components) }, app);
  }
  const parts = [];
  if (isMembership(message)) {
    const who = person(message.mentions[0] ?? message.author).name;
    const text = message.type === RECIPIENT_ADD ? t("added {0} to the group", who) : t("left the group");
    return el("div", { class: "content system" }, text);
  }
  if (message.type === THREAD_CREATED) {
    parts.push(el("div", { class: "content system" }, t("started a thread: {0}", message.content)));
  } else if (message.content) {
    const edited = message.edited_timestamp && el("small", { class: "edited", title: full(new Date(message.edited_timestamp)) }, ` (${t("edited")})`);
    parts.push(el("div", { class: "content" }, markdown(message.content, names), edited));
  }
  if (((message.flags ?? 0) & SUPPRESS_EMBEDS) === 0) {
    parts.push(...message.embeds.map((data) => embed(data, message, names)));
  }
  parts.push(attachments(message), components(message, app));
  return parts;
}

function tail(message, app) {
  const thread = message.thread && (app.world.channels.get(message.thread.id) ?? message.thread);
  const ephemeral = (message.flags ?? 0) & EPHEMERAL;
  return [
    app.world.failures.has(message.id) &&
      el("p", { class: "failed", role: "status" }, icon("warning"), t("This interaction failed")),
    thread &&
      el(
        "button",
        { type: "button", class: "thread-link", on: { click: () => app.open(thread.id) } },
        icon("thread"),
        el("strong", {}, thread.name),
        el("span", {}, t("See thread"), " ›"),
      ),
    ephemeral > 0 &&
      message.local !== "sending" &&
      el(
        "p",
        { class: "only-you" },
        icon("eye"),
        t("Only you can see this"),
        " · ",
        el("button", { type: "button", on: { click: () => app.dismiss(message) } }, t("Dismiss")),
      ),
  ];
}

const dots = () => el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));

/** Returns the text of a message, or the first text in its components. */
function textOf({ content, components: list = [] }) {
  const inside = ({ content: text, components: inner = [] }) => text ?? inner.map(inside).find(Boolean);
  return content || (list.map(inside).find(Boolean) ?? "");
}

/** Renders the message that a reply quotes, as a link to it. */
export function reply(message, app) {
  if (message.type !== REPLY || !message.message_reference) return undefined;
  const quoted = message.referenced_message;
  if (!quoted) return el("p", { class: "reply" }, el("em", {}, t("The message was deleted")));
  const author = person(quoted.author);
  const pinged = message.mentions?.some((user) => user.id === author.id);
  const words = plain(textOf(quoted), app.names) || quoted.embeds?.[0]?.title || t("Picture");
  return el(
    "button",
    { type: "button", class: "reply", title: t("Go to the message"), on: { click: () => app.jump(quoted.id) } },
    avatar(author, true),
    el("strong", {}, pinged ? `@${author.name}` : author.name),
    el("span", {}, words),
  );
}

function used(message, app) {
  const metadata = message.interaction_metadata;
  const command = metadata?.name ?? message.interaction?.name;
  if (!metadata || !command || message.message_reference) return undefined;
  const user = app.world.people.get(metadata.user.id) ?? person(metadata.user);
  return el("p", { class: "reply used" }, avatar(user, true), el("strong", {}, user.name), el("span", {}, t("used"), " ", el("b", {}, `/${command}`)));
}
