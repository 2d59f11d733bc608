// Buttons and selects of a message.

import { openInstallation } from "../channels/places.js";
import { el, icon } from "../elements/dom.js";
import { emoji } from "../elements/emoji.js";
import { dropdown } from "../elements/select.js";
import { t } from "../i18n/words.js";
import { PLACE } from "./markdown.js";

// URL at which Discord adds an application to a server or to a person's account.
const INSTALLATION = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/oauth2\/authorize\?(?:.*&)?client_id=(\d+)(?:&|$)/;

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const BUTTON = 2;
const STRING_SELECT = 3;
const USER_SELECT = 5;
const ROLE_SELECT = 6;
const MENTIONABLE_SELECT = 7;
const CHANNEL_SELECT = 8;

/** Renders a button or a select; `app` carries out its use and knows the world. */
export function control(component, message, app) {
  if (component.type === BUTTON) return button(component, message, app);
  const options = choices(component, app);
  if (!options) return el("em", {}, t("This part cannot be shown here."));
  const waiting = app.world.waits(message.id, component.custom_id);
  return dropdown({
    options,
    placeholder: component.placeholder || t("Make a selection"),
    smallest: component.min_values ?? 1,
    largest: component.max_values ?? 1,
    disabled: component.disabled,
    customId: component.custom_id,
    waiting,
    choose: (values) => app.select(message, component.custom_id, values),
  });
}

/** Renders a button. */
export function button(component, message, app) {
  const style = STYLES[component.style] ?? "secondary";
  const content = [
    component.emoji && emoji(component.emoji, true),
    component.label && el("span", {}, component.label),
  ];
  const name = component.label ? undefined : component.emoji?.name;
  if (style === "link") {
    const follow = inside(component.url, app);
    if (follow) return el("button", { type: "button", class: "button link", "aria-label": name, on: { click: follow } }, content);
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

/** Returns a function that follows a URL of a place in the sandbox or of the bot's installation. */
function inside(url, app) {
  if (url.match(INSTALLATION)?.[1] === app.world.bot.application_id) return () => openInstallation(app);
  const [, channel, message] = url.match(PLACE) ?? [];
  return app.world.channels.has(channel) && (() => app.visit(channel, message));
}

/** Returns the options of a select, or nothing for another component. */
export function choices(component, { world, channel: here }) {
  const chosen = new Set((component.default_values ?? []).map((value) => value.id));
  const entry = (value, label) => ({ value, label, default: chosen.has(value) });
  const people = () => world.peopleIn(here).map((user) => ({ ...entry(user.id, user.name), description: user.username }));
  const roles = () => world.rolesIn(here).map((role) => entry(role.id, role.name));
  switch (component.type) {
    case STRING_SELECT:
      return component.options;
    case USER_SELECT:
      return people();
    case MENTIONABLE_SELECT:
      return [...people(), ...roles()];
    case CHANNEL_SELECT:
      return world
        .channelsBeside(here)
        .filter((channel) => !component.channel_types?.length || component.channel_types.includes(channel.type))
        .map((channel) => entry(channel.id, `#${world.nameOf(channel)}`));
    case ROLE_SELECT:
      return roles();
    default:
      return undefined;
  }
}
