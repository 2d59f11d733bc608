// Dates in the format of the person's language.

import { el } from "./dom.js";

let locale = "en-US";
const formats = new Map();

/** Sets the language of dates. */
export function useLocale(next) {
  locale = next;
  formats.clear();
}

function format(options) {
  const key = JSON.stringify(options);
  return (date) => {
    if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale, options));
    return formats.get(key).format(date);
  };
}

/**
 * Ways to write a date: the styles of `<t:unix:style>`, and that of a message.
 *
 * Source: https://docs.discord.com/developers/reference#message-formatting-timestamp-styles
 */
const STYLES = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  // The short date of some languages has only two digits of the year, Discord's has all.
  d: format({ day: "2-digit", month: "2-digit", year: "numeric" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
  s: (date) => `${STYLES.d(date)}, ${STYLES.t(date)}`,
  S: (date) => `${STYLES.d(date)}, ${STYLES.T(date)}`,
  R: relative,
  stamp,
};

/** Formats a time, such as `14:03`. */
export const clock = STYLES.t;

/** Formats the complete date, for tooltips. */
export const full = STYLES.F;

/** Formats a date such as `November 21, 2026`, for the divider between two days. */
export const day = STYLES.D;

/** Returns whether both are on the same day in the local time zone. */
export const sameDay = (a, b) => a.toDateString() === b.toDateString();

/** Formats a date: `14:03` today, `Yesterday, 14:03`, otherwise with the date. */
function stamp(date) {
  const now = new Date();
  if (sameDay(date, now)) return clock(date);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (!sameDay(date, yesterday)) return STYLES.s(date);
  const word = relativeFormat("auto").format(-1, "day");
  return `${word.charAt(0).toLocaleUpperCase(locale)}${word.slice(1)}, ${clock(date)}`;
}

function relativeFormat(numeric) {
  const key = `relative ${numeric}`;
  if (!formats.has(key)) formats.set(key, new Intl.RelativeTimeFormat(locale, { numeric }));
  return formats.get(key);
}

// Units with their seconds and the number at which Discord switches to the next one.
const STEPS = [
  ["second", 1, 60],
  ["minute", 60, 60],
  ["hour", 3_600, 22],
  ["day", 86_400, 26],
  ["month", 2_629_746, 11],
  ["year", 31_556_952, Infinity],
];

function relative(date) {
  const seconds = (date - Date.now()) / 1000;
  const [unit, size] = STEPS.find(([, size, end]) => Math.abs(Math.round(seconds / size)) < end);
  return relativeFormat("always").format(Math.round(seconds / size), unit);
}

/** Returns the element for `<t:unix:style>`. */
export function timestamp(unix, style = "f") {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return el("time", { class: "timestamp" }, "?");
  return element(date, style, "timestamp");
}

/** Returns the element for the date of a message. */
export const stamped = (date) => element(date, "stamp");

function element(date, style, kind) {
  const properties = { class: kind, dateTime: date.toISOString(), title: full(date), "data-style": style };
  return el("time", properties, STYLES[style](date));
}

/** Updates the dates that depend on the current time, while the page is open. */
export function tick() {
  for (const node of document.querySelectorAll("time:is([data-style=R], [data-style=stamp])")) {
    const text = STYLES[node.dataset.style](new Date(node.dateTime));
    if (node.textContent !== text) node.textContent = text;
  }
}
