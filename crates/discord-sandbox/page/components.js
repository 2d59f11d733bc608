// Buttons and selects below a message.

import { el, icon } from "./dom.js";
import { dropdown } from "./select.js";
import { t } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const ROW = 1;
const BUTTON = 2;
const STRING_SELECT = 3;
const USER_SELECT = 5;
const ROLE_SELECT = 6;
const MENTIONABLE_SELECT = 7;
const CHANNEL_SELECT = 8;

/** Returns the rows of a message; `app` carries out presses and knows the world. */
export function rows(message, app) {
  const list = (message.components ?? []).filter((row) => row.type === ROW);
  if (list.length === 0) return undefined;
  return el(
    "div",
    { class: "components" },
    list.map((row) => el("div", { class: "row" }, row.components.map((component) => one(component, message, app)))),
  );
}

function one(component, message, app) {
  if (component.type === BUTTON) return button(component, message, app);
  const options = choices(component, app);
  if (!options) return el("em", {}, t("This part cannot be shown here."));
  const waiting = app.world.waits(message.id, component.custom_id);
  return dropdown({
    options,
    placeholder: component.placeholder || t("Make a selection"),
    smallest: component.min_values ?? 1,
    largest: component.max_values ?? 1,
    disabled: component.disabled || waiting,
    customId: component.custom_id,
    waiting,
    choose: (values) => app.select(message, component.custom_id, values),
  });
}

function button(component, message, app) {
  const style = STYLES[component.style] ?? "secondary";
  const content = [
    component.emoji && el("span", { class: "emoji", "aria-hidden": "true" }, component.emoji.name ?? "?"),
    component.label && el("span", {}, component.label),
  ];
  const name = component.label ? undefined : component.emoji?.name;
  if (style === "link") {
    return el(
      "a",
      { class: "button link", href: component.url, target: "_blank", rel: "noopener noreferrer", "aria-label": name },
      content,
      icon("external"),
    );
  }
  const waiting = app.world.waits(message.id, component.custom_id);
  return el(
    "button",
    {
      type: "button",
      class: `button ${style}${waiting ? " waiting" : ""}`,
      disabled: Boolean(component.disabled),
      "aria-label": name,
      "aria-busy": waiting ? "true" : undefined,
      "data-custom-id": component.custom_id,
      on: {
        click: () => {
          if (!app.world.waits(message.id, component.custom_id)) app.press(message, component.custom_id);
        },
      },
    },
    content,
  );
}

function choices(component, { world, channel: here }) {
  const chosen = new Set((component.default_values ?? []).map((value) => value.id));
  const entry = (value, label) => ({ value, label, default: chosen.has(value) });
  switch (component.type) {
    case STRING_SELECT:
      return component.options;
    case USER_SELECT:
    case MENTIONABLE_SELECT:
      return world.peopleIn(here).map((user) => ({ ...entry(user.id, user.name), description: user.username }));
    case CHANNEL_SELECT:
      return world
        .channelsBeside(here)
        .filter((channel) => !component.channel_types?.length || component.channel_types.includes(channel.type))
        .map((channel) => entry(channel.id, `#${world.nameOf(channel)}`));
    case ROLE_SELECT:
      return [];
    default:
      return undefined;
  }
}
