// Parser of Discord's subset of Markdown, which produces elements.
//
// Blocks come first (code, quotes, headings, lists), then inline markup. `names` resolves ids:
// user(id), role(id), channel(id), hasCommand(path), me; open(channel, message) opens a channel or a
// message, call(path) begins a command.

import { el } from "../elements/dom.js";
import { emoji } from "../elements/emoji.js";
import { timestamp } from "../elements/time.js";
import { t } from "../i18n/words.js";

const FENCE = /```(?:([\w+#-]+)\n)?\n?([\s\S]+?)\n?```/g;

/** Renders a complete message. */
export function markdown(text, names) {
  const root = document.createDocumentFragment();
  let end = 0;
  for (const match of text.matchAll(FENCE)) {
    blocks(root, text.slice(end, match.index).replace(/\n$/, ""), names);
    const code = el("code", {}, match[2]);
    if (match[1]) code.dataset.language = match[1];
    root.append(el("pre", { tabIndex: 0 }, code));
    end = match.index + match[0].length;
  }
  blocks(root, end ? text.slice(end).replace(/^\n/, "") : text, names);
  return root;
}

/** Renders a single line: titles, labels, quoted replies. */
export function inline(text, names) {
  const root = document.createDocumentFragment();
  run(root, text, names);
  return root;
}

/** Returns the text of a message without markup, as a single line. */
export function plain(text, names) {
  const holder = el("div", {}, markdown(text, names));
  for (const block of holder.querySelectorAll("h2, h3, h4, small, li, blockquote, pre")) block.before(" ");
  return holder.textContent.replace(/\s+/g, " ").trim();
}

const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const ITEM = /^( *)(?:([-*])|(\d+)\.) +(.+)$/;

function blocks(root, text, names) {
  if (!text) return;
  const lines = text.split("\n");
  let line = 0;
  while (line < lines.length) {
    const current = lines[line];
    if (current.startsWith(">>> ")) {
      const rest = [current.slice(4), ...lines.slice(line + 1)].join("\n");
      root.append(quote(rest, names));
      return;
    }
    const count = span(lines, line, (candidate) => candidate.startsWith("> "));
    if (count) {
      const inner = lines.slice(line, line + count).map((quoted) => quoted.slice(2));
      root.append(quote(inner.join("\n"), names));
      line += count;
      continue;
    }
    const items = span(lines, line, (candidate) => ITEM.test(candidate));
    if (items) {
      root.append(...lists(lines.slice(line, line + items).map((item) => item.match(ITEM)), names));
      line += items;
      continue;
    }
    const heading = current.match(HEADING);
    const subtext = current.match(SUBTEXT);
    if (heading) {
      // The name of the channel is the page's top heading, so these are one level lower.
      root.append(el(`h${heading[1].length + 1}`, { class: `heading-${heading[1].length}` }, inline(heading[2], names)));
    } else if (subtext) {
      root.append(el("small", { class: "subtext" }, inline(subtext[1], names)));
    } else {
      root.append(inline(current, names));
      const next = lines[line + 1];
      if (next !== undefined && !opensBlock(next)) root.append("\n");
    }
    line += 1;
  }
}

const opensBlock = (line) =>
  HEADING.test(line) || SUBTEXT.test(line) || ITEM.test(line) || line.startsWith("> ") || line.startsWith(">>> ");

function span(lines, start, belongs) {
  let end = start;
  while (end < lines.length && belongs(lines[end])) end += 1;
  return end - start;
}

function quote(text, names) {
  const node = el("blockquote");
  blocks(node, text, names);
  return node;
}

/** Groups items; a new list begins where bullets change to numbers. */
function lists(items, names) {
  const numbered = (item) => Boolean(item[3]);
  const [, indent] = items[0];
  const end = items.findIndex((item) => item[1].length <= indent.length && numbered(item) !== numbered(items[0]));
  if (end < 0) return [list(items, names)];
  return [list(items.slice(0, end), names), ...lists(items.slice(end), names)];
}

function list(items, names) {
  const [, indent, , number] = items[0];
  const node = el(number ? "ol" : "ul");
  if (number) node.start = Number(number);
  let at = 0;
  while (at < items.length) {
    const entry = el("li", {}, inline(items[at][4], names));
    at += 1;
    const nested = span(items, at, (item) => item[1].length > indent.length);
    if (nested) entry.append(...lists(items.slice(at, at + nested), names));
    at += nested;
    node.append(entry);
  }
  return node;
}

const LINK = /https?:\/\/[^\s<]*[^\s<.,:;"'\])]/y;

// Rules that match at a single position; the first match wins.
const RULES = [
  [/\\([^\p{L}\p{N}\s])/uy, (match) => match[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (match) => el("code", {}, match[2].trim())],
  [
    /\[((?:\[[^\]]*\]|[^[\]])+)\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\))?[^\s<>()]*)>?(?:\s+"[^"]*")?\)/y,
    (match, names) => link(match[2], inline(match[1], names), names),
  ],
  [/<(https?:\/\/[^\s>]+)>/y, (match, names) => link(match[1], match[1], names)],
  [LINK, (match, names) => link(match[0], match[0], names)],
  [/<@!?(\d{1,20})>/y, (match, names) => userMention(match[1], names)],
  [/<@&(\d{1,20})>/y, (match, names) => el("span", { class: "mention" }, `@${names.role(match[1]) ?? "role"}`)],
  [/<#(\d{1,20})>/y, (match, names) => channelMention(match[1], names)],
  [/<\/([^:>\n]{1,100}):\d{1,20}>/y, (match, names) => commandMention(match[1], names)],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, (match) => emoji({ id: match[2], name: match[1] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (match) => timestamp(Number(match[1]), match[2])],
  [/@(everyone|here)\b/y, (match) => el("span", { class: "mention everyone" }, match[0])],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, (match, names) => el("strong", {}, inline(match[1], names))],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, (match, names) => el("u", {}, inline(match[1], names))],
  [/~~((?:\\[\s\S]|[^\\])+?)~~(?!~)/y, (match, names) => el("s", {}, inline(match[1], names))],
  [/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, (match, names) => spoiler(inline(match[1], names))],
  [
    /\*(?=\S)((?:\\[\s\S]|\*\*|\s+(?:[^*\s\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y,
    (match, names) => el("em", {}, inline(match[1], names)),
  ],
  [/(?<![\p{L}\p{N}])_((?:\\[\s\S]|__|[^\\_])+?)_(?![\p{L}\p{N}])/uy, (match, names) => el("em", {}, inline(match[1], names))],
];

const SPECIAL = /[\\`*_~|<[]|https?:\/\/|@(?=everyone|here)/g;

function run(root, text, names) {
  let at = 0;
  let literal = "";
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text);
    const start = next ? next.index : text.length;
    literal += text.slice(at, start);
    at = start;
    if (!next) break;
    const found = readRule(text, at, names);
    if (found) {
      if (literal) root.append(literal);
      literal = "";
      root.append(found.node);
      at += found.length;
    } else {
      literal += text[at];
      at += 1;
    }
  }
  if (literal) root.append(literal);
}

function readRule(text, at, names) {
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // `build` may parse nested text with the same patterns, which keep no state across calls.
    if (match) return { node: build(match, names), length: match[0].length };
  }
  return undefined;
}

// URL of a channel or a message, as Discord writes it.
export const PLACE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** Renders a URL; one of a channel in the sandbox opens that channel, others open a new tab. */
function link(url, content, names) {
  const [, channel, message] = url.match(PLACE) ?? [];
  const known = channel && names.channel(channel);
  if (known) {
    const label = content === url ? `${placeName(known)}${message ? " › 💬" : ""}` : content;
    return el("button", { type: "button", class: "mention", title: url, on: { click: () => names.open(channel, message) } }, label);
  }
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, content);
}

function userMention(id, names) {
  const user = names.user(id);
  const mine = id === names.me;
  return el("span", { class: mine ? "mention mine" : "mention" }, `@${user?.name ?? id}`);
}

function channelMention(id, names) {
  const channel = names.channel(id);
  if (!channel) return el("span", { class: "mention" }, `#${id}`);
  return el("button", { type: "button", class: "mention", on: { click: () => names.open(id) } }, placeName(channel));
}

/** Renders the mention of a command, which opens it where it is offered. */
function commandMention(path, names) {
  if (!names.hasCommand?.(path)) return el("span", { class: "mention" }, `/${path}`);
  return el("button", { type: "button", class: "mention command-mention", on: { click: () => names.call(path) } }, `/${path}`);
}

/** Returns the name of a channel, preceded by its server if that is another one. */
const placeName = ({ name, server }) => `${server ? `${server} › ` : ""}#${name}`;

function spoiler(content) {
  const label = t("Hidden text");
  const node = el("button", { type: "button", class: "spoiler", "aria-expanded": "false", "aria-label": label }, el("span", {}, content));
  node.addEventListener("click", () => {
    node.setAttribute("aria-expanded", "true");
    node.removeAttribute("aria-label");
  });
  return node;
}
