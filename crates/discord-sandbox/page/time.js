// Dates in the format of the person's language.

let locale = "en-US";
const formats = new Map();

/** Sets the language of dates. */
export function useLocale(next) {
  locale = next;
  formats.clear();
}

function format(options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale, options));
  return formats.get(key);
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** Formats a time, such as `14:03`. */
export const clock = (date) => format(STYLES.t).format(date);

/** Formats the complete date, for tooltips. */
export const full = (date) => format(STYLES.F).format(date);

/** Formats a date such as `November 21, 2026`, for the divider between two days. */
export const day = (date) => format(STYLES.D).format(date);

/** Returns whether both are on the same day in the local time zone. */
export const sameDay = (a, b) => a.toDateString() === b.toDateString();

/** Formats a date: `14:03` today, `yesterday, 14:03`, otherwise with the date. */
export function stamp(date, now = new Date()) {
  if (sameDay(date, now)) return clock(date);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (sameDay(date, yesterday)) return `${relativeFormat("auto").format(-1, "day")}, ${clock(date)}`;
  return format({ dateStyle: "short", timeStyle: "short" }).format(date);
}

function relativeFormat(numeric) {
  const key = `relative ${numeric}`;
  if (!formats.has(key)) formats.set(key, new Intl.RelativeTimeFormat(locale, { numeric }));
  return formats.get(key);
}

const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

function relative(date) {
  const seconds = Math.round((date - Date.now()) / 1000);
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? STEPS.at(-1);
  return relativeFormat("always").format(Math.round(seconds / size), unit);
}

/** Returns the element for `<t:unix:style>`; `tick` keeps relative ones current. */
export function timestamp(unix, style = "f") {
  const date = new Date(unix * 1000);
  const node = document.createElement("time");
  node.className = "timestamp";
  if (Number.isNaN(date.getTime())) {
    node.textContent = "?";
    return node;
  }
  node.dateTime = date.toISOString();
  node.title = full(date);
  if (style === "R") node.dataset.relative = "";
  node.textContent = style === "R" ? relative(date) : format(STYLES[style] ?? STYLES.f).format(date);
  return node;
}

/** Updates relative times while the page is open. */
export function tick() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(new Date(node.dateTime));
    if (node.textContent !== text) node.textContent = text;
  }
}
