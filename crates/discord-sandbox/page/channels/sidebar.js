// Left column (channels, current person) and right column (all people).

import { avatar, el, fill, icon, iconButton, refill } from "../elements/dom.js";
import { openMenu } from "../elements/menu.js";
import { inPageLanguages, t } from "../i18n/words.js";
import { local } from "../state/commands.js";
import { isAnnouncement, isForum, isPrivate, isPrivateThread, isThread, isVoice } from "../state/world.js";
import { openConversation, openInstallation, openNewChannel, openNewServer } from "./places.js";

const USER_COMMAND = 2;

/** Shows servers, their channels and threads, DMs and unread marks. */
export function channelList(app, list) {
  const { world } = app;
  const open = world.serverOf(app.channel);
  const conversations = world.conversations();
  refill(
    list,
    world.servers().map(({ guild, channels }) => {
      const add = guild.owner_id === world.me.id && (() => openNewChannel(app, guild));
      return group(guild.name, guild === open, channels.map((branch) => tree(app, branch)), add);
    }),
    group(
      t("Direct messages"),
      !open,
      [
        !conversations.some((channel) => world.isWithBot(channel)) && beginDirect(app),
        ...conversations.map((channel) => tree(app, { channel, threads: [] })),
        beginning(t("New conversation"), () => openConversation(app)),
      ],
    ),
    el("li", { class: "new-server" }, el("ul", {}, beginning(t("New server"), () => openNewServer(app)))),
  );
}

/** Renders channels under a heading; the open server is highlighted. `add` adds a channel. */
function group(name, open, items, add) {
  const heading = el("h2", {}, name);
  const more = add && iconButton("plus", t("New channel in {0}", name), add);
  return el("li", { class: open ? "server open" : "server" }, heading, more, el("ul", { "aria-label": name }, items));
}

function tree(app, { channel, threads }) {
  return el(
    "li",
    {},
    entry(app, channel),
    threads.length > 0 && el("ul", { "aria-label": t("Threads") }, threads.map((thread) => el("li", {}, entry(app, thread)))),
  );
}

const beginDirect = (app) => beginning(t("Message {0}", app.world.botName()), () => app.openDirect());

function beginning(label, click) {
  const name = el("span", { class: "name" }, label);
  return el("li", {}, el("button", { type: "button", class: "channel", title: label, on: { click } }, icon("plus"), name));
}

function entry(app, channel) {
  const { first, mentions } = app.reading.unread(channel.id);
  const current = app.channel === channel.id;
  const name = app.world.nameOf(channel);
  const state = mentions > 0 ? t("{0} mentions", mentions) : first ? t("unread") : "";
  return el(
    "button",
    {
      type: "button",
      class: `channel${first && !current ? " unread" : ""}`,
      "aria-current": current ? "page" : undefined,
      "data-channel": channel.id,
      on: { click: () => app.open(channel.id) },
    },
    icon(signOf(channel)),
    el("span", { class: "name" }, name),
    state && !current && el("span", { class: "visually-hidden" }, `, ${state}`),
    mentions > 0 && !current && el("span", { class: "badge", "aria-hidden": "true" }, String(mentions)),
  );
}

/** Returns the name of the icon of a channel. */
export function signOf(channel) {
  if (isPrivateThread(channel)) return "lock";
  if (isThread(channel)) return "thread";
  if (isForum(channel)) return "forum";
  if (isVoice(channel)) return "voice";
  if (isAnnouncement(channel)) return "announcement";
  return isPrivate(channel) ? "people" : "hash";
}

/** Shows the button at the bottom left and the panel it opens. */
export function personPanel(app, button, panel) {
  const { world } = app;
  const me = world.me;
  fill(
    button,
    avatar(me),
    el("span", { class: "who" }, el("strong", {}, me.name), el("small", {}, `${me.username} · ${me.locale}`)),
    el("span", { class: "visually-hidden" }, t("Change person, language, colors")),
    icon("down"),
  );
  const humans = [...world.people.values()].filter((user) => !user.bot);
  refill(
    panel,
    el("h2", {}, t("Speak as")),
    el(
      "ul",
      { class: "people" },
      humans.map((user) =>
        el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              "aria-pressed": String(user.id === me.id),
              "data-person": user.username,
              on: {
                click: () => {
                  panel.hidePopover();
                  app.become(user.username);
                },
              },
            },
            avatar(user, true),
            el("span", { class: "who" }, el("strong", {}, user.name), el("small", {}, user.locale)),
            user.id === me.id && icon("check"),
          ),
          el(
            "a",
            {
              class: "icon-button",
              href: app.addressOf(user.username),
              target: "_blank",
              "aria-label": t("Speak as {0} in a new tab", user.name),
              title: t("Speak as {0} in a new tab", user.name),
            },
            icon("external"),
          ),
        ),
      ),
    ),
    el(
      "button",
      { type: "button", class: "button secondary add-app", on: { click: () => openInstallation(app) } },
      icon("apps"),
      t("Add {0}", world.botName()),
    ),
    el("label", { for: "locale" }, icon("globe"), t("Language")),
    language(app),
    el("fieldset", { class: "themes" }, el("legend", {}, t("Colors")), themes()),
  );
}

function language(app) {
  const { world } = app;
  const names = new Intl.DisplayNames([world.me.locale], { type: "language" });
  const option = (locale) => el("option", { value: locale, selected: locale === world.me.locale }, `${names.of(locale)} (${locale})`);
  const preferred = world.locales.filter(inPageLanguages);
  const others = world.locales.filter((locale) => !inPageLanguages(locale));
  const select = el(
    "select",
    { id: "locale" },
    preferred.map(option),
    others.length > 0 && el("optgroup", { label: t("More languages") }, others.map(option)),
  );
  select.addEventListener("change", () => app.perform("locale", { locale: select.value }));
  return select;
}

function themes() {
  const current = document.documentElement.dataset.theme ?? "system";
  const names = { system: t("As the system"), light: t("Light"), dark: t("Dark") };
  return Object.entries(names).map(([value, name]) => {
    const radio = el("input", { type: "radio", name: "theme", value, checked: value === current });
    radio.addEventListener("change", () => useTheme(value));
    return el("label", {}, radio, name);
  });
}

/** Sets the colors; `system` follows the system again. */
function useTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** Shows everyone in the open server; a click mentions them or opens their commands. */
export function peopleList(app, list) {
  const { world } = app;
  const commands = world.commandsIn(app.channel).filter((command) => command.type === USER_COMMAND);
  refill(
    list,
    world.peopleIn(app.channel).sort((a, b) => a.bot - b.bot).map((user) => {
      const offline = user.bot && user.id === world.bot?.user.id && !world.bot.online;
      const run = (command) => () => app.context(command, user.id);
      const mention = { label: t("Mention"), run: () => app.mention(user) };
      const own = commands.map((command) => ({
        label: local(command.name, command.name_localizations, world.me.locale),
        run: run(command),
      }));
      const add = user.id === world.bot.user.id && { label: t("Add {0}", user.name), run: () => openInstallation(app) };
      const write = !user.bot && user.id !== world.me.id && { label: t("Message {0}", user.name), run: () => app.openDirect(user.username) };
      const click = (event) => openMenu(event.currentTarget, [mention, write, add, ...own].filter(Boolean));
      return el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: offline ? "offline" : "", "aria-haspopup": "menu", "data-user": user.id, on: { click } },
          avatar(user, true),
          el("span", { class: "name" }, user.name),
          user.bot && el("span", { class: "tag" }, t("APP")),
          user.bot && el("span", { class: "presence", title: offline ? t("offline") : t("online") }),
          user.bot && el("span", { class: "visually-hidden" }, offline ? t("offline") : t("online")),
        ),
      );
    }),
  );
}
